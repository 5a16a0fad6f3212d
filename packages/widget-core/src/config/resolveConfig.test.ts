import { describe, expect, it } from 'vitest';
import { safeMerge } from '../lib/safeMerge';
import type { ConfigProblem } from './reportConfigProblem';
import type { ResolvedConfig, WidgetConfig } from './configTypes';
import { resolveConfig, type ConfigSource } from './resolveConfig';
import { CONFIG_FIELDS, type ConfigKey } from './widgetConfig';

function setUp(
  host: unknown,
  server?: Record<string, unknown>,
): { config: ResolvedConfig; problems: ConfigProblem[]; keys: string[] } {
  const problems: ConfigProblem[] = [];
  const integration: ConfigSource | undefined = server && { integrationId: 'shop', languages: [], config: server };
  const config = resolveConfig(integration, host, (problem) => problems.push(problem));
  return { config, problems, keys: problems.map(({ key }) => key) };
}

describe('W-34 the config without any setting', () => {
  it('has the defaults of the specification', () => {
    const { config, problems } = setUp(undefined);
    const on = [
      'stream',
      'verbose',
      'unfurl',
      'math',
      'exportConversation',
      'restartConversation',
      'maximize',
      'messagePeek',
      'poweredBy',
      'autoScroll',
      'autoFocus',
    ] as const;
    const off = [
      'privacy',
      'moderation',
      'tools',
      'attachments',
      'voiceIn',
      'voiceOut',
      'startFirst',
      'contactCollection',
      'disabled',
      'hideBar',
      'hideButton',
    ] as const;
    expect(on.filter((key) => !config[key])).toEqual([]);
    expect(off.filter((key) => config[key])).toEqual([]);
    expect(config).toMatchObject({
      layout: 'popover',
      position: 'bottom-right',
      session: '',
      colorScheme: 'auto',
      reasoning: 'folded',
      theme: { name: 'default', config: {} },
    });
    expect(config).toMatchObject({
      messages: [],
      functions: {},
      meta: {},
      contact: null,
      intl: {},
      peekDismissalMs: 864_000_000,
    });
    expect(problems).toEqual([]);
  });

  it('has every field of the specification', () => {
    const fields = (
      'integrationId session privacy moderation stream verbose tools unfurl math attachments autoScroll ' +
      'autoFocus startFirst contactCollection exportConversation restartConversation maximize messagePeek ' +
      'voiceIn voiceOut poweredBy theme layout position barIcon barTitle background banner intro initial ' +
      'placeholder botIcon userIcon contextIcon buttonIcon buttonTitle messages functions meta contact ' +
      'disabled intl hideBar hideButton brandCaption brandURL brandLogo'
    ).split(' ');
    const { config } = setUp({});
    expect(fields.filter((field) => !Object.hasOwn(config, field))).toEqual([]);
  });
});

describe('W-34 the order of strength', () => {
  it('is default, server, page', () => {
    const { config } = setUp({ placeholder: 'page' }, { placeholder: 'server', intro: 'server' });
    expect(config).toMatchObject({ placeholder: 'page', intro: 'server', initial: '', integrationId: 'shop' });
  });

  it('merges intl and meta key by key', () => {
    const { config } = setUp(
      { intl: { de: { title: 'Seite' } }, meta: { b: 2 } },
      { intl: { de: { title: 'Server', menu: 'Karte' } }, meta: { a: 1 } },
    );
    expect(config.intl).toEqual({ de: { title: 'Seite', menu: 'Karte' } });
    expect(config.meta).toEqual({ a: 1, b: 2 });
  });

  it('counts undefined and null as not written', () => {
    const { config, problems } = setUp(
      { intro: null, placeholder: undefined, contact: null },
      { intro: 'server', contact: { name: 'Ada' } },
    );
    expect([config.intro, config.contact, problems]).toEqual(['server', null, []]);
  });

  it('resolves merged settings again without a trace of the first time', () => {
    const first: WidgetConfig = { intl: { de: { title: 'a' } }, layout: 'popout' };
    const { config } = setUp(safeMerge({ ...first }, { intl: { de: { intro: 'b' } } }), {});
    expect(config).toMatchObject({ layout: 'popout', intl: { de: { title: 'a', intro: 'b' } } });
  });
});

describe('W-43 a page cannot give a visitor more than the owner allowed', () => {
  const settings = Object.entries(CONFIG_FIELDS) as [ConfigKey, { ceiling: string; fallback: unknown }][];
  const flags = settings.filter(([, { fallback }]) => typeof fallback === 'boolean');

  it.each(flags.filter(([, { ceiling }]) => ceiling === 'off'))('%s: only off', (key) => {
    expect(setUp({ [key]: true }, { [key]: false })).toMatchObject({ config: { [key]: false }, keys: [key] });
    expect(setUp({ [key]: false }, { [key]: true })).toMatchObject({ config: { [key]: false }, keys: [] });
  });

  it.each(flags.filter(([, { ceiling }]) => ceiling === 'on'))('%s: only on', (key) => {
    expect(setUp({ [key]: false }, { [key]: true })).toMatchObject({ config: { [key]: true }, keys: [key] });
    expect(setUp({ [key]: true }, { [key]: false })).toMatchObject({ config: { [key]: true }, keys: [] });
  });

  it.each(flags.filter(([, { ceiling }]) => ceiling === 'any'))('%s: either', (key) => {
    for (const value of [true, false])
      expect(setUp({ [key]: value }, { [key]: !value })).toMatchObject({ config: { [key]: value }, keys: [] });
  });

  it('measures against the default where the owner said nothing', () => {
    expect(setUp({ tools: true, poweredBy: false, privacy: true }, {}).config).toMatchObject({
      tools: false,
      poweredBy: true,
      privacy: true,
    });
  });

  it("keeps the credit line the owner's, also in intl", () => {
    const host = {
      brandCaption: 'Mine',
      brandURL: 'https://mine.example',
      brandLogo: '/mine.png',
      intl: { de: { poweredBy: 'Meins', title: 'x' } },
    };
    const { config, keys } = setUp(host, { brandCaption: 'Owner', intl: { de: { poweredBy: 'Von {brand}' } } });
    expect(config).toMatchObject({
      brandCaption: 'Owner',
      brandURL: undefined,
      brandLogo: undefined,
      intl: { de: { poweredBy: 'Von {brand}', title: 'x' } },
    });
    expect(keys).toEqual(['brandCaption', 'brandURL', 'brandLogo']);
  });

  it('lets a page that has no owner above it decide everything', () => {
    expect(setUp({ tools: true, poweredBy: false, brandCaption: 'Mine', languages: ['de'] })).toMatchObject({
      config: { tools: true, poweredBy: false, brandCaption: 'Mine', languages: ['de'] },
      keys: [],
    });
  });

  it('says what was refused', () => {
    expect(setUp({ tools: true }, { tools: false }).problems[0]?.message).toBe(
      'tools may not be changed to true by the page; the owner of the widget set false.',
    );
  });
});

describe('W-34 the spellings people use', () => {
  it('reads aliases', () => {
    expect(setUp({ widget: 'w_1' })).toMatchObject({ config: { integrationId: 'w_1' }, keys: [] });
    expect(setUp({ widget: 'w_1', integrationId: 'w_2' }).config.integrationId).toBe('w_2');
    expect(setUp({ position: 'fullscreen' })).toMatchObject({
      config: { layout: 'fullscreen', position: 'bottom-right' },
      keys: [],
    });
    expect(setUp({ layout: 'bubble' })).toMatchObject({ config: { layout: 'popover' }, keys: [] });
  });

  it.each([
    ['true', true],
    ['YES', true],
    ['1', true],
    ['off', false],
    ['0', false],
  ])('reads %s as a flag', (written, value) => {
    expect(setUp({ hideBar: written })).toMatchObject({ config: { hideBar: value }, keys: [] });
  });

  it.each([
    ['modern', 'modern', {}],
    ['Modern ', 'modern', {}],
    ['{"name":"stack","config":{"fontSize":"18px"}}', 'stack', { fontSize: '18px' }],
    [{ name: 'dark' }, 'dark', {}],
    [{ config: { barText: '#000' } }, 'default', { barText: '#000' }],
    ['', 'default', {}],
  ])('reads the theme %j', (theme, name, config) => {
    expect(setUp({ theme })).toMatchObject({ config: { theme: { name, config } }, keys: [] });
  });

  it("lays fields without a preset over the server's theme, and replaces it by a named one", () => {
    const server = { theme: { name: 'modern', config: { barText: '#111111', buttonSize: '40px' } } };
    expect(setUp({ theme: { config: { barText: '#222222' } } }, server).config.theme).toEqual({
      name: 'modern',
      config: { barText: '#222222', buttonSize: '40px' },
    });
    expect(setUp({ theme: 'stack' }, server).config.theme).toEqual({ name: 'stack', config: {} });
    const dark = { theme: { name: 'modern', dark: { barText: '#eeeeee', tapText: '#dddddd' } } };
    // A field that the page sets for both schemes is not the owner's in one of them.
    expect(setUp({ theme: { config: { barText: '#222222' } } }, dark).config.theme).toEqual({
      name: 'modern',
      config: { barText: '#222222' },
      dark: { tapText: '#dddddd' },
    });
    expect(setUp({ theme: { dark: { barText: '#ffffff' } } }, dark).config.theme).toEqual({
      name: 'modern',
      config: {},
      dark: { barText: '#ffffff', tapText: '#dddddd' },
    });
    expect(setUp({ theme: 'stack' }, dark).config.theme).toEqual({ name: 'stack', config: {} });
  });

  it('gives messages without an id the same one each time, and drops removed functions', () => {
    const host = {
      messages: [{ text: 'Hi' }, { id: 'm2', type: 'bot', text: 'Hello' }],
      functions: { a: { description: 'A', parameters: {} }, b: null },
    };
    const { config } = setUp(host);
    expect(config.messages).toEqual([
      { id: 'given_1', type: 'user', text: 'Hi' },
      { id: 'm2', type: 'bot', text: 'Hello' },
    ]);
    expect(setUp(host).config.messages).toEqual(config.messages);
    expect(Object.keys(config.functions)).toEqual(['a']);
  });
});

describe('W-34 settings that are wrong', () => {
  const wrong: Partial<Record<ConfigKey, unknown[]>> = {
    integrationId: ['a b', '../x', 7],
    session: [7, {}],
    createSession: ['javascript:alert(1)', 7, 'session'],
    theme: [7, [], '{', '{"name":7}', { name: 'dark', config: 'x' }, { dark: 'x' }],
    layout: [7, {}],
    position: ['middle', 7],
    colorScheme: ['sepia'],
    barIcon: ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png', 7],
    background: ['url(x)', 'javascript:x', 'red;x'],
    banner: ['ftp://x'],
    placeholder: [7, 'a'.repeat(3_000)],
    brandURL: ['javascript:alert(1)', 'data:text/html,x'],
    messages: [
      {},
      [{}],
      [{ text: 7 }],
      Array.from({ length: 51 }, () => ({ text: 'x' })),
      [{ text: 'x', type: 'robot' }],
    ],
    functions: [[], { 'a b': { description: 'x' } }, { a: 7 }, { a: { description: 'x'.repeat(20_000) } }],
    meta: [7, [], { a: () => 1 }, { a: 'x'.repeat(20_000) }],
    contact: ['Ada', { name: 7 }],
    intl: [[], { de: 'x' }, { de: { title: 7 } }],
    dir: ['up'],
    peekDismissalMs: [-1, '1', Number.NaN],
    hideBar: ['maybe', 2, {}, ''],
  };

  it.each(Object.entries(wrong))('%s keeps its default and names what is allowed', (key, values) => {
    const fallback = setUp({}).config[key as ConfigKey];
    for (const value of values) {
      const { config, problems } = setUp({ [key]: value });
      expect(config[key as ConfigKey]).toEqual(fallback);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.key).toBe(key);
      expect(problems[0]?.message).toContain(`${key} must be ${CONFIG_FIELDS[key as ConfigKey].allowed}`);
      expect(problems[0]?.message.length).toBeLessThan(600);
    }
  });

  it('shows an unknown layout as fullscreen and says so', () => {
    expect(setUp({ layout: 'sidebar' })).toMatchObject({ config: { layout: 'fullscreen' }, keys: ['layout'] });
  });

  it('FW-3 names the layout that was probably meant', () => {
    expect(setUp({ layout: 'popver' }).problems.map(({ message }) => message)).toEqual([
      'layout="popver" is not a layout and is shown as "fullscreen". Did you mean "popover"?',
    ]);
  });

  it.each(['', '  '])('FW-3 takes the layout "%s" for not set: the owner\'s counts', (layout) => {
    expect(setUp({ layout }, { layout: 'slideover' })).toMatchObject({ config: { layout: 'slideover' }, keys: [] });
    expect(setUp({ layout })).toMatchObject({ config: { layout: 'popover' }, keys: [] });
  });

  it("names the nearest setting for an unknown one and is silent about the loader's own", () => {
    const { problems } = setUp({
      barTitel: 'x',
      'hide-buttn': true,
      zzzzzz: 1,
      launcher: 'none',
      offset: {},
      debug: true,
    });
    expect(problems.map(({ message }) => message)).toEqual([
      'barTitel is not a setting. Did you mean "barTitle"?',
      'hide-buttn is not a setting. Did you mean "hideButton"?',
      'zzzzzz is not a setting.',
    ]);
  });

  it('names unknown themes, languages and words', () => {
    expect(setUp({ theme: 'sunset' }).problems[0]?.message).toBe(
      'theme must name one of "default", "light", "dark", "modern", "stack", "blank"; "sunset" is not one. "default" is used.',
    );
    expect(setUp({ intl: { klingonish: {}, german: { titel: 'x' } } }).problems.map(({ message }) => message)).toEqual([
      'intl.klingonish is not a language code such as "de" or an English name such as "german".',
      'intl.german.titel is not a word of the widget. Did you mean "title"?',
    ]);
  });

  it.each([7, 'text', [], new Date(), () => ({})])('takes %s for no config', (host) => {
    expect(setUp(host)).toMatchObject({ keys: ['config'], config: { layout: 'popover' } });
  });

  it("never throws, also when the page's settings do", () => {
    const throwing = {
      get intro(): string {
        throw new Error('mine');
      },
    };
    const deep = {
      meta: {
        get a(): string {
          throw new Error('mine');
        },
      },
    };
    expect(setUp(throwing).keys).toEqual(['config']);
    expect(setUp(deep)).toMatchObject({ keys: ['meta'], config: { meta: {} } });
    const endless: Record<string, unknown> = {};
    endless['a'] = endless;
    expect(setUp({ meta: endless, functions: { f: { parameters: endless } } }).keys).toEqual(['meta', 'functions']);
  });

  it('is deaf to prototype keys', () => {
    const host = JSON.parse(
      '{"__proto__":{"tools":true},"constructor":{"x":1},"intl":{"__proto__":{"title":"x"}},"theme":{"config":{"__proto__":{"x":1}}}}',
    ) as unknown;
    const { config, keys } = setUp(host);
    expect(config.tools).toBe(false);
    expect(({} as Record<string, unknown>)['title']).toBeUndefined();
    expect(keys).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
  });

  it('reports what the server got wrong, too', () => {
    expect(setUp({}, { position: 'nowhere' })).toMatchObject({
      keys: ['position'],
      config: { position: 'bottom-right' },
    });
  });
});
