import { describe, expect, it } from 'vitest';
import { chooseWords, ENGLISH_WORDS, fillWord, loadWords, SHIPPED_LANGUAGES, type WordKey } from './intl';
import { toLanguageTag } from './languages';
import { resolveConfig } from './resolveConfig';

const LANGUAGES = 'es fr de it pt nl pl ru uk tr zh ja ko hi id ar he fa ur'.split(' ');
const OWNERS = new Set<string>(['title', 'intro', 'initial']);
const KEYS = (Object.keys(ENGLISH_WORDS) as WordKey[]).filter((key) => !OWNERS.has(key));
/** Names and technical words that some language writes as English does. */
const SAME_AS_ENGLISH = new Set<WordKey>([
  'name',
  'email',
  'menu',
  'conversation',
  'diagram',
  'sources',
  'source',
  'start',
  'confirmNo',
  'toolInput',
  'stop',
  'poweredBy',
]);

/** The names of what a word takes, sorted: `count`, `name`. */
function placeholders(word: string): string[] {
  return Array.from(word.matchAll(/\{(\w+)(?=\}|, plural,)/g), ([, name = '']) => name).sort();
}

function settings(host: object) {
  return resolveConfig(undefined, host, () => undefined);
}

describe('W-36 the shipped languages', () => {
  it('are English and nineteen more', () => {
    expect([...SHIPPED_LANGUAGES].sort()).toEqual(['en', ...LANGUAGES].sort());
  });

  it.each(LANGUAGES)('%s has every word, with the same placeholders, and none of its own', async (language) => {
    const { words } = (await import(`./words/${language}.ts`)) as { words: Record<string, string> };
    expect(Object.keys(words).sort()).toEqual([...KEYS].sort());
    for (const key of KEYS) {
      const word = words[key] ?? '';
      expect(word.trim(), key).toBe(word);
      expect(word, key).not.toBe('');
      expect(placeholders(word), key).toEqual(placeholders(ENGLISH_WORDS[key]));
      if (!SAME_AS_ENGLISH.has(key)) expect(word, key).not.toBe(ENGLISH_WORDS[key]);
    }
  });

  it.each(['en', ...LANGUAGES])('%s has a form for every count that its grammar tells apart', async (language) => {
    const words = await loadWords(language);
    for (const key of KEYS) {
      if (!words[key].includes(', plural,')) continue;
      const forms = Array.from(words[key].matchAll(/(\w+) \{[^{}]*\}/g), ([, form]) => form);
      expect(forms, key).toContain('other');
      for (let count = 0; count <= 200; count += 1) {
        expect(forms, `${key} ${count}`).toContain(new Intl.PluralRules(language).select(count));
        expect(fillWord(words[key], { count }, language), key).not.toMatch(/[{}#]/);
      }
    }
  });

  it.each(['en', ...LANGUAGES])('%s keeps the words of buttons short', async (language) => {
    const words = await loadWords(language);
    const buttons: WordKey[] = [
      'restart',
      'export',
      'confirmYes',
      'confirmNo',
      'send',
      'stop',
      'retry',
      'start',
      'cancel',
      'save',
      'edit',
      'copy',
      'previous',
      'next',
      'reload',
      'contactSubmit',
    ];
    expect(buttons.filter((key) => words[key].length > 22)).toEqual([]);
  });
});

it('come to callers in the order of their calls', async () => {
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((call) => loadWords('fr').then(() => order.push(call))));
  expect(order).toEqual([1, 2, 3]);
});

describe('W-36 loading words', () => {
  it('loads by tag or name and is complete', async () => {
    expect((await loadWords('de-AT')).send).toBe('Senden');
    expect((await loadWords('spanish')).send).toBe('Enviar');
    expect(Object.keys(await loadWords('he')).sort()).toEqual(Object.keys(ENGLISH_WORDS).sort());
  });

  it.each(['en', 'sv', 'constructor', '', '../../x'])('shows English for "%s"', async (language) => {
    expect(await loadWords(language)).toEqual(ENGLISH_WORDS);
  });
});

describe('W-36 whose word wins', () => {
  const config = settings({
    barTitle: 'Help',
    placeholder: 'Ask',
    buttonTitle: 'Talk to us',
    intl: { german: { title: 'Hilfe', send: 'Los' }, 'de-AT': { send: 'Geh scho' }, fr: { title: 'Aide' } },
  });

  it("is intl in the visitor's language, then the plain setting, then ours", async () => {
    const german = chooseWords('de', await loadWords('de'), config);
    expect(german).toMatchObject({
      title: 'Hilfe',
      placeholder: 'Ask',
      open: 'Talk to us',
      send: 'Los',
      stop: 'Stoppen',
      intro: '',
    });
    expect(chooseWords('de-AT', await loadWords('de-AT'), config)).toMatchObject({ title: 'Hilfe', send: 'Geh scho' });
    expect(chooseWords('es', await loadWords('es'), config)).toMatchObject({
      title: 'Help',
      placeholder: 'Ask',
      send: 'Enviar',
    });
  });

  it('ignores words that do not exist', () => {
    const own = settings({ intl: { en: { nothing: 'x', constructor: 'y' } } });
    expect(Object.keys(chooseWords('en', ENGLISH_WORDS, own)).sort()).toEqual(Object.keys(ENGLISH_WORDS).sort());
  });

  it('treats the codes of a language as one', () => {
    expect(toLanguageTag('german')).toBe(toLanguageTag('de'));
  });
});

describe('W-36 filling words', () => {
  it('puts values in, as text', () => {
    expect(fillWord('{name} from {host}', { name: '$& <b>', host: 'x' })).toBe('$& <b> from x');
    expect(fillWord('{name} {other}', { name: 'a' })).toBe('a {other}');
    expect(fillWord('{constructor}', {})).toBe('{constructor}');
    expect(fillWord('{name}', { name: '{host}', host: 'x' })).toBe('{host}');
  });

  it('counts as the language does', async () => {
    const russian = await loadWords('ru');
    expect([1, 3, 5, 21].map((count) => fillWord(russian.newMessageCount, { count }, 'ru'))).toEqual([
      '1 новое сообщение',
      '3 новых сообщения',
      '5 новых сообщений',
      '21 новое сообщение',
    ]);
    expect([1, 2].map((count) => fillWord(ENGLISH_WORDS.newMessageCount, { count }))).toEqual([
      '1 new message',
      '2 new messages',
    ]);
    expect(fillWord(ENGLISH_WORDS.newMessageCount, { count: 1234 }, 'en')).toBe('1,234 new messages');
    expect(fillWord(ENGLISH_WORDS.newMessageCount, { count: 2 }, 'not a tag')).toBe('2 new messages');
  });
});
