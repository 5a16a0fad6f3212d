import { beforeEach, expect, it, vi } from 'vitest';
import { settled } from './testPage';

const SCRIPT = 'https://chat.test/integrations/widget/v2.js';
const lines: string[] = [];
const idle = vi.fn((action: () => void) => {
  action();
});

/** Runs the script on a page that has this tag of it, with a browser that is idle at once. */
async function runScript(attributes: Record<string, string>): Promise<void> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  // Nothing is to be fetched.
  script.type = 'text/plain';
  document.head.append(script);
  await import('./v2');
  expect(idle).toHaveBeenCalled();
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('CHUNK_PATH', 'v2/0/element.mjs');
  vi.stubGlobal('requestIdleCallback', idle.mockClear());
  lines.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((...words) => lines.push(words.join(' ')));
  window.sotto = undefined as never;
  document.head.replaceChildren();
  document.body.replaceChildren();
});

it('emb-04: a script that a tag manager has taken data-widget from names it, and where to read on', async () => {
  await runScript({ src: SCRIPT });
  await vi.waitFor(() => {
    expect(lines).toEqual([
      '[sotto] data-widget is missing (tag manager?): https://chat.test/integrations/widget/help',
    ]);
  });
});

it('emb-04: a page that has its chat as an element gets no line', async () => {
  // The second script of a test's window has an element of the second name.
  document.body.innerHTML = '<sotto-chat widget="demo"></sotto-chat><sotto-chat-2 widget="demo"></sotto-chat-2>';
  await runScript({ src: SCRIPT });
  await settled();
  expect(lines).toEqual([]);
});

it('emb-03: a copy of the script that does not find its files names the remedy', async () => {
  await runScript({
    'data-widget': 'demo',
    src: 'https://shop.test/wp-content/cache/min/1/integrations/widget/v2.js?ver=1621435097',
  });
  await vi.waitFor(() => {
    expect(lines).toEqual([expect.stringMatching(/^\[sotto\] Optimiser\? Set data-base .*Error/)]);
  });
});
