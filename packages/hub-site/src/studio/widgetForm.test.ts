import { describe, expect, it } from 'vitest';
import { changedSettings, readBrand, readOrigins, readWidgetConfig, toWidgetForm } from './widgetForm';

describe('H-12 W-34 the form of the widget studio', () => {
  it('writes every setting it shows and keeps those it does not know', () => {
    const config = readWidgetConfig(
      new URLSearchParams('barTitle= Help &layout=center&theme=modern&tools=on&config.language=de&language=fr'),
      { intl: { de: { title: 'Hilfe' } }, poweredBy: true },
    );
    expect(config).toEqual({
      intl: { de: { title: 'Hilfe' } },
      barTitle: 'Help',
      intro: '',
      initial: '',
      placeholder: '',
      language: 'de',
      layout: 'center',
      position: 'bottom-right',
      colorScheme: 'auto',
      theme: { name: 'modern' },
      tools: true,
      attachments: false,
      voiceIn: false,
      voiceOut: false,
      startFirst: false,
      contactCollection: false,
      messagePeek: false,
      restartConversation: false,
      exportConversation: false,
      maximize: false,
      poweredBy: false,
    });
  });

  it('comes back as it was saved', () => {
    const form = new URLSearchParams(
      'barTitle=Help&intro=Hi&starters=Why%3F%0AHow%3F&initial=&placeholder=&config.language=ar&tools=on&poweredBy=on' +
        '&layout=slideover&position=top-left&colorScheme=dark&theme=stack&hasBrand=on&brand=%23e11d48',
    );
    const again = toWidgetForm(readWidgetConfig(form));
    again.sort();
    form.sort();
    expect(again.toString()).toBe(form.toString());
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
