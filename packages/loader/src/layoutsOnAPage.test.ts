import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPage, launcherOf, settled } from './testPage';
import type { SottoGlobal } from './types';

let page: Awaited<ReturnType<typeof createPage>>;
let sotto: SottoGlobal;
beforeAll(async () => {
  page = await createPage();
  sotto = page.sotto;
  await import('./element/createController');
});
afterEach(() => {
  for (const widget of [...sotto.instances.values()]) widget.destroy();
});

describe('FW-3 layout words', () => {
  it.each([
    ['Popover', 'popover'],
    [' popover ', 'popover'],
    ['None', 'popover'],
    ['SlideOver', 'slideover'],
    [true, 'popover'],
    ['', 'popover'],
    ['Stretched', 'stretch'],
  ])('reads %j as %s', (layout, meant) => {
    expect(sotto.create({ widget: 'demo', load: 'click', layout: layout as never }).layout).toBe(meant);
  });

  it('names the nearest known word in the console, once, and gives the frame what it means', async () => {
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const widget = sotto.create({ widget: 'demo', layout: 'popver' as never });
    await settled();
    await widget.update({ barTitle: 'Other' });
    await vi.waitFor(() => {
      expect(warning.mock.calls).toEqual([
        ['[sotto]', 'layout="popver" is not a layout; did you mean "popover"? It is shown as "fullscreen".'],
      ]);
    });
    expect([widget.layout, widget.config.layout]).toEqual(['fullscreen', 'fullscreen']);
    warning.mockRestore();
  });
});

describe("FW-2 fullscreen on somebody's page", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it.each(['fullscreen', 'popver'])(
    '%s opens by itself, can be closed, and comes back by its launcher',
    async (layout) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const widget = sotto.create({ widget: 'demo', layout: layout as never });
      await settled();
      expect([widget.layout, widget.isOpen]).toEqual(['fullscreen', true]);
      await widget.close();
      expect(widget.isOpen).toBe(false);
      launcherOf(widget).click();
      await settled();
      expect(widget.isOpen).toBe(true);
      vi.restoreAllMocks();
    },
  );

  it('stays closed in a tab where the visitor closed it', async () => {
    const first = sotto.create({ widget: 'demo', layout: 'fullscreen' });
    await settled();
    await first.close();
    first.destroy();
    const next = sotto.create({ widget: 'demo', layout: 'fullscreen' });
    await settled();
    expect(next.isOpen).toBe(false);
  });

  it.each([{ open: false }, { load: 'click' as const }, { load: 'hover' as const }])(
    'waits for its launcher with %o',
    async (config) => {
      const widget = sotto.create({ widget: 'demo', layout: 'fullscreen', ...config });
      await settled();
      expect(widget.isOpen).toBe(false);
      launcherOf(widget).click();
      await settled();
      expect(widget.isOpen).toBe(true);
    },
  );
});

describe("FW-3 no setting's name decides what is loaded", () => {
  const loadsWith = async (config: object): Promise<boolean> => {
    const before = page.elementImports();
    sotto.create({ widget: 'demo', ...config });
    await settled();
    return page.elementImports() > before;
  };
  it.each([
    { open: false },
    { 'restore-open': false },
    { supervisor: 'x' },
    { launch: 'x' },
    { launcher: 'host' },
    { shortage: 'x' },
    { player: 'x' },
    { debug: false },
    { dataLayer: true },
    { 'data-visible': 'x' },
  ])('%o loads no more than the plain tag', async (config) => {
    expect(await loadsWith(config)).toBe(false);
  });
  it.each([
    { open: true },
    { restoreOpen: true },
    { shortcut: 'ctrl+k' },
    { launcherSelector: '.chat' },
    { 'trigger-after': '5' },
    { triggers: { url: '/x' } },
    { topLayer: true },
    { launcher: 'frame' },
    { load: 'eager' },
    { layout: 'stretch' },
  ])('%o needs the rest at once', async (config) => {
    expect(await loadsWith(config)).toBe(true);
  });
  it('launcher="host" is what holds without it: the launcher is there', () => {
    expect(launcherOf(sotto.create({ widget: 'demo', load: 'click', launcher: 'host' })).isConnected).toBe(true);
  });
});
