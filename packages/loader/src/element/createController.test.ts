import { afterEach, expect, it, vi } from 'vitest';
import type { ElementModule } from '../elementTypes';
import { createPage, launcherOf } from '../testPage';

afterEach(() => {
  vi.restoreAllMocks();
});

it('srv-04: a file that arrived empty is reported like one that did not arrive', async () => {
  const { sotto, importElement, log } = await createPage();
  importElement.mockResolvedValueOnce({} as ElementModule);
  const widget = sotto.create({ widget: 'demo' });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  launcherOf(widget).click();
  await vi.waitFor(() => {
    expect(warn.mock.calls).toEqual([['[sotto]', 'Chat cannot load', expect.any(TypeError) as unknown]]);
  });
  expect(launcherOf(widget).title).toBe('Chat cannot load');
  launcherOf(widget).click();
  await vi.waitFor(() => {
    expect(log.follows).toEqual(['launcher true']);
  });
});

it('FT-8: what could not be fetched is fetched again when the visitor opens the chat again', async () => {
  const { sotto, importElement, log } = await createPage();
  importElement.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const widget = sotto.create({ widget: 'demo' });
  const failures: unknown[] = [];
  widget.addEventListener('error', (event) =>
    failures.push((event as unknown as CustomEvent<{ code: string }>).detail.code),
  );

  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  launcherOf(widget).click();
  await vi.waitFor(() => {
    expect(failures).toEqual(['chunk_failed']);
  });
  expect([widget.isOpen, launcherOf(widget).getAttribute('aria-expanded'), log.made]).toEqual([false, 'false', 0]);
  // VI-8: the button has a sentence for the visitor, and the console the file.
  expect(launcherOf(widget).title).toBe('Chat cannot load');
  expect(warn.mock.calls).toEqual([['[sotto]', 'Chat cannot load', expect.any(TypeError) as unknown]]);

  launcherOf(widget).click();
  await vi.waitFor(() => {
    expect(log.follows).toEqual(['launcher true']);
  }, 10_000);
  expect([widget.isOpen, importElement.mock.calls.length, log.made]).toEqual([true, 2, 1]);
  expect([launcherOf(widget).title, warn.mock.calls.length]).toEqual(['', 1]);
});
