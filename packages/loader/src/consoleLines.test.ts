import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LAUNCHER_ELEMENT } from './launcherElement';
import type { WidgetElement } from './globalApi';
import { settled } from './testPage';
import type { SottoGlobal } from './types';

const SCRIPT = 'https://chat.test/integrations/widget/v2.js';
const lines: string[] = [];
const idle = vi.fn((action: () => void) => {
  action();
});

/** Runs the script on a page that has this tag, or none, with a browser that is idle at once. */
async function runScript(attributes?: Record<string, string>): Promise<void> {
  if (attributes) addTag(attributes);
  await import('./v2');
  await settled();
}
function addTag(attributes: Record<string, string>): void {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  // Nothing is to be fetched.
  script.type = 'text/plain';
  document.head.append(script);
}
/** Runs a script that finds its server, of which there is none here, until it has said so. */
async function runWithoutServer(attributes: Record<string, string>): Promise<void> {
  await runScript(attributes);
  await vi.waitFor(() => {
    expect(lines).toHaveLength(1);
  });
}
/** Where the page's chat looks for its files. */
const baseOf = (): string | undefined =>
  ((window.sotto as SottoGlobal).instance as WidgetElement | null)?.[LAUNCHER_ELEMENT].environment.base;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('CHUNK_PATH', 'v2/0/element.mjs');
  vi.stubGlobal('requestIdleCallback', idle.mockClear());
  lines.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((...words) => lines.push(words.join(' ')));
  window.sotto = window.sottoSettings = undefined as never;
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
    expect(lines).toEqual([expect.stringMatching(/^\[sotto\] Optimiser\? Set sottoSettings\.base .*Error/)]);
  });
});

describe('emb-03: a file that an optimiser has joined with others', () => {
  it.each([
    ['data-rocket-src', 'rocketlazyloadscript'],
    ['data-src', 'litespeed/javascript'],
  ])('finds its server in the tag that waits with %s', async (name) => {
    await runWithoutServer({ 'data-widget': 'demo', [name]: SCRIPT });
    expect(baseOf()).toBe('https://chat.test/integrations/widget/');
  });

  it('finds it beside the placeholder of a consent banner, and in another attribute', async () => {
    await runWithoutServer({ 'data-widget': 'demo', src: 'about:blank', 'data-cookieblock-src': SCRIPT });
    expect(baseOf()).toBe('https://chat.test/integrations/widget/');
  });

  it.each([
    ['names no widget', undefined],
    ['names its widget', { widget: 'demo' }],
  ])('has lost its tag, and the page %s: names the remedy and requests nothing', async (_, settings) => {
    Object.assign(window, { sottoSettings: settings });
    await runScript();
    expect(lines).toEqual([expect.stringMatching(/^\[sotto\] Optimiser\? Set sottoSettings\.base /)]);
    expect(document.querySelector('sotto-chat, [widget]')).toBeNull();
  });

  it("is not another product's, whose tag has a data-widget as well", async () => {
    addTag({ src: 'https://reviews.test/embed.js', 'data-widget': 'their-id', 'data-color': 'red' });
    addTag({ 'data-widget': 'another-id' });
    Object.assign(window, { sottoSettings: { widget: 'demo', base: 'https://chat.test' } });
    await runScript();
    expect([(window.sotto as SottoGlobal).instance?.widgetId, baseOf()]).toEqual([
      'demo',
      'https://chat.test/integrations/widget/',
    ]);
  });
});
