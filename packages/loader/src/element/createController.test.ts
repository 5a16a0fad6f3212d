import { afterEach, expect, it, vi } from 'vitest';
import { createPage, launcherOf, settled } from '../testPage';

afterEach(() => {
  vi.doUnmock('../panel/panel');
});

it('FT-8: a panel that could not be fetched is fetched again when the visitor opens the chat again', async () => {
  const { sotto, log } = await createPage();
  let isOffline = true;
  let fetches = 0;
  const { createPanel } = await import('../panel/panel');
  vi.doMock('../panel/panel', () => {
    fetches += 1;
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return { createPanel };
  });
  const widget = sotto.create({ widget: 'demo' });
  const failures: unknown[] = [];
  widget.addEventListener('error', (event) =>
    failures.push((event as unknown as CustomEvent<{ code: string }>).detail.code),
  );

  launcherOf(widget).click();
  await settled();
  await vi.waitFor(() => {
    expect(failures).toEqual(['chunk_failed']);
  });
  expect([widget.isOpen, launcherOf(widget).getAttribute('aria-expanded'), fetches, log.made]).toEqual([
    false,
    'false',
    1,
    0,
  ]);
  await expect(widget.open()).rejects.toThrow();
  expect([widget.isOpen, fetches]).toEqual([false, 2]);

  isOffline = false;
  launcherOf(widget).click();
  await vi.waitFor(() => {
    expect(log.follows).toEqual(['launcher true']);
  });
  expect([widget.isOpen, fetches, log.made]).toEqual([true, 3, 1]);
});
