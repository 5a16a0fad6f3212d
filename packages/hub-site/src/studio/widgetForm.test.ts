import { describe, expect, it } from 'vitest';
import { toAttributes } from './installation';
import { STUDIO_ROWS } from './studioFields';
import {
  changedSettings,
  optionsOf,
  pageSettings,
  readBrand,
  readOrigins,
  readWidgetConfig,
  readWords,
  toWidgetForm,
} from './widgetForm';

describe('H-12 W-34 the form of the widget studio', () => {
  it('writes every setting it shows and keeps those it does not know', () => {
    const config = readWidgetConfig(
      new URLSearchParams('barTitle= Help &layout=center&theme=modern&tools=on&config.language=de&language=fr'),
      { intl: { de: { title: 'Hilfe' } }, poweredBy: true },
    );
    expect(config).toMatchObject({
      intl: { de: { title: 'Hilfe' } },
      barTitle: 'Help',
      intro: '',
      placeholder: '',
      language: 'de',
      layout: 'center',
      position: 'bottom-right',
      theme: { name: 'modern' },
      tools: true,
      poweredBy: false,
      // Settings of the page have a place in the code only once they are changed.
      sound: null,
      triggers: null,
    });
    // Each setting of the table is there, whether set or not, so that a conflict sees each change.
    const names = STUDIO_ROWS.map(({ name, partOf }) => partOf?.split('.')[0] ?? name);
    const elsewhere = new Set(['reasoning', 'languages', 'intl', 'toolResults', 'handover']);
    expect(names.filter((name) => config[name] === undefined && !elsewhere.has(name))).toEqual([]);
  });

  it('comes back as it was saved', () => {
    const values = {
      ...Object.fromEntries(toWidgetForm({})),
      barTitle: 'Help',
      intro: 'Hi',
      starters: 'Why?\nHow?',
      'config.language': 'ar',
      layout: 'slideover',
      theme: 'stack',
      hasBrand: 'on',
      brand: '#e11d48',
    };
    const form = new URLSearchParams(values);
    for (const row of STUDIO_ROWS.filter(({ control }) => control !== 'own')) {
      // Every other value than the default.
      if (row.kind === 'flag' && row.fallback === true) form.delete(row.name);
      else if (row.kind === 'flag') form.set(row.name, 'on');
      else if (row.kind === 'number') form.set(row.name, '7');
      else form.set(row.name, Array.isArray(row.kind) ? (optionsOf(row)[1] ?? '') : `words of ${row.name}`);
    }
    const again = toWidgetForm(readWidgetConfig(form));
    again.sort();
    form.sort();
    expect(again.toString()).toBe(form.toString());
  });

  it('stores a setting with parts as one, in its own unit, and forgets it when it is emptied', () => {
    const form = toWidgetForm({});
    form.set('triggerAfter', '10');
    form.set('triggerUrl', '/pricing');
    form.set('peekDismissalMs', '2');
    const config = readWidgetConfig(form);
    expect(config).toMatchObject({
      triggers: { afterSeconds: 10, url: '/pricing' },
      offset: null,
      peekDismissalMs: 172_800_000,
    });
    expect(pageSettings(config)).toEqual({ triggers: { afterSeconds: 10, url: '/pricing' } });
    expect(toAttributes({ ...pageSettings(config), brandURL: 'https://a.example', barTitle: 'Ask' })).toEqual([
      ['trigger-after', '10'],
      ['trigger-url', '/pricing'],
      ['brand-url', 'https://a.example'],
      ['bar-title', 'Ask'],
    ]);
    for (const name of ['triggerAfter', 'triggerUrl', 'peekDismissalMs']) form.set(name, '');
    expect(readWidgetConfig(form, config)).toMatchObject({ triggers: null, peekDismissalMs: null });
    form.set('triggerAfter', 'soon');
    expect(readWidgetConfig(form)).toMatchObject({ triggers: { afterSeconds: 'soon' } });
  });

  it('changes single words of a language and keeps those it does not show', () => {
    const stored = { intl: { de: { send: 'Los', stop: 'Halt' }, fr: { send: 'Allez' } } };
    const form = new URLSearchParams({ 'intl.de.send': '', 'intl.de.retry': ' Nochmal ', 'intl.fr.send': '' });
    expect(readWords(form, stored['intl'])).toEqual({ de: { stop: 'Halt', retry: 'Nochmal' } });
    expect(readWords(form, stored.intl, { de: { retry: 'Nochmal', stop: 'Halt' } })).toEqual({ de: { stop: 'Halt' } });
    expect(readWidgetConfig(form, stored)['intl']).toEqual(stored.intl);
  });

  it('shows a new widget as it would be without the form', () => {
    const form = toWidgetForm({});
    expect([
      form.has('messagePeek'),
      form.has('tools'),
      form.get('layout'),
      form.get('theme'),
      readBrand(form),
    ]).toEqual([true, false, 'popover', 'default', undefined]);
    expect(toWidgetForm({ theme: 'dark', layout: 'unheard of' }).get('theme')).toBe('dark');
  });

  it('makes the brand colour a theme with the shapes of the preset', () => {
    const { theme } = readWidgetConfig(new URLSearchParams('theme=modern&hasBrand=on&brand=%231f5547'));
    expect(theme).toMatchObject({
      name: 'modern',
      brand: '#1f5547',
      config: { buttonPrimary: '#1f5547', barPrimary: '#1f5547', barText: '#ffffff' },
      dark: { barPrimary: '#1b1f23' },
    });
    expect(readWidgetConfig(new URLSearchParams('theme=modern&hasBrand=on&brand=nothing'))['theme']).toEqual({
      name: 'modern',
    });
  });

  it('leaves out what nobody changed', () => {
    expect(changedSettings(readWidgetConfig(toWidgetForm({})))).toEqual({});
    expect(changedSettings(readWidgetConfig(toWidgetForm({ theme: 'modern', tools: true, barTitle: 'Ask' })))).toEqual({
      theme: 'modern',
      tools: true,
      barTitle: 'Ask',
    });
  });

  it('reads origins one a line', () => {
    expect(readOrigins(' https://a.example/ \n\nhttps://*.b.example, http://localhost:3000')).toEqual([
      'https://a.example',
      'https://*.b.example',
      'http://localhost:3000',
    ]);
  });
});
