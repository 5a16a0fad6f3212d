import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LAUNCHER_ELEMENT } from './launcherElement';
import type { LauncherElement } from './elementTypes';
import { createPage, launcherOf } from './testPage';
import type { SottoChatElement, SottoGlobal } from './types';

let sotto: SottoGlobal;
beforeAll(async () => {
  ({ sotto } = await createPage());
  await import('./element/createController');
});
afterEach(() => {
  for (const widget of [...sotto.instances.values()]) widget.destroy();
});

describe('FW-17 classes and states of the first paint', () => {
  const classesOf = (config: object): string =>
    launcherOf(sotto.create({ widget: JSON.stringify(config), load: 'click', ...config })).parentElement?.className ??
    '';
  it.each([
    {},
    { theme: { config: { buttonPrimary: '#123456' } } },
    { theme: { name: 'modern', config: {} } },
    { theme: 'modern' },
    { theme: '{"config":{}}' },
    { theme: null },
  ])('has no class that is no word with %o', (config) => {
    expect(classesOf(config).trim().split(/\s+/)).toEqual([
      'popover',
      'light',
      'bottom',
      'right',
      ...(JSON.stringify(config).includes('modern') ? ['modern'] : []),
    ]);
  });

  it('says from the first paint that it opens a dialog', () => {
    expect(launcherOf(sotto.create({ widget: 'demo', load: 'click' })).getAttribute('aria-haspopup')).toBe('dialog');
  });
});

describe("FH-1 the owner's settings under the page's", () => {
  const colorOf = (widget: SottoChatElement): string => widget.style.getPropertyValue('--sotto-button-primary');
  const PURPLE = {
    name: 'default',
    config: { buttonPrimary: '#7a1fd1', buttonText: '#ffffff' },
    dark: { buttonPrimary: '#b58cf0', buttonText: '#000000' },
  };
  const give = (widget: SottoChatElement, owner: object): void => {
    const { [LAUNCHER_ELEMENT]: shell } = widget as unknown as Record<typeof LAUNCHER_ELEMENT, LauncherElement>;
    shell.owner = owner;
    shell.redraw(shell.state.config);
  };

  it("draws the owner's theme in the scheme of now, and keeps it out of what the frame is told", async () => {
    const widget = sotto.create({ widget: 'demo', colorScheme: 'light' });
    give(widget, { theme: PURPLE, server: '1.0.0', buttonTitle: 'Help' });
    expect([colorOf(widget), launcherOf(widget).getAttribute('aria-label')]).toEqual(['#7a1fd1', 'Help']);
    await widget.getMeta();
    expect(widget.config).toEqual({ widget: 'demo', colorScheme: 'light' });
    await widget.update({ colorScheme: 'dark' });
    expect(colorOf(widget)).toBe('#b58cf0');
  });

  it.each([
    [{ language: null }, 'Chat öffnen'],
    [{ language: 'es' }, 'Abrir chat'],
  ])(
    'W-36 labels the launcher in the language of the browser, unless the settings have one: %o',
    async (owner, label) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv', 'de-AT', 'fr']);
      const widget = sotto.create({ widget: 'demo', load: 'click' });
      await widget.getMeta();
      expect(launcherOf(widget).getAttribute('aria-label')).toBe('Open chat');
      give(widget, owner);
      await vi.waitFor(() => {
        expect(launcherOf(widget).getAttribute('aria-label')).toBe(label);
      });
      vi.restoreAllMocks();
    },
  );

  it.each([
    ["names a preset: the owner's theme goes", { theme: 'modern' }, ''],
    ["names none: its fields go over the owner's", { theme: { config: { buttonText: '#eeeeee' } } }, '#7a1fd1'],
    ['sets fields by attributes: the same', { 'theme-button-text': '#eeeeee' }, '#7a1fd1'],
  ])('where the page %s', async (_what, config, color) => {
    const widget = sotto.create({ widget: 'demo', colorScheme: 'light', ...config } as never);
    give(widget, { theme: PURPLE });
    await widget.getMeta();
    expect(colorOf(widget)).toBe(color);
    if (color) expect(widget.style.getPropertyValue('--sotto-button-text')).toBe('#eeeeee');
  });

  it('where the page sets a field for both schemes, it is not the owner’s in the dark one', async () => {
    const widget = sotto.create({
      widget: 'demo',
      colorScheme: 'dark',
      ...({ theme: { config: { buttonPrimary: '#123456' } } } as object),
    });
    give(widget, { theme: PURPLE });
    await widget.getMeta();
    expect(colorOf(widget)).toBe('#123456');
    expect(widget.style.getPropertyValue('--sotto-button-text')).toBe('#000000');
  });

  it('takes a field of the dark scheme back in the light one', async () => {
    const widget = sotto.create({
      widget: 'demo',
      colorScheme: 'dark',
      theme: { name: 'default', dark: { buttonPrimary: '#b58cf0' } },
    });
    expect(colorOf(widget)).toBe('#b58cf0');
    await widget.update({ colorScheme: 'light' });
    expect(colorOf(widget)).toBe('');
  });
});
