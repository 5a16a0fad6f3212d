import { languageBase, toLanguageTag } from './languages';
import { ENGLISH_WORDS, type Translation } from './words/en';
import type { WordKey, WordMap } from './words/wordKeys';

export { ENGLISH_WORDS } from './words/en';
export type { WordKey, WordMap } from './words/wordKeys';

/** Import of each shipped language. Written out, so that bundlers create one chunk per language. */
const TRANSLATIONS: Readonly<Record<string, () => Promise<{ readonly words: Translation }>>> = {
  es: () => import('./words/es'),
  fr: () => import('./words/fr'),
  de: () => import('./words/de'),
  pt: () => import('./words/pt'),
  it: () => import('./words/it'),
  nl: () => import('./words/nl'),
  pl: () => import('./words/pl'),
  tr: () => import('./words/tr'),
  ru: () => import('./words/ru'),
  uk: () => import('./words/uk'),
  zh: () => import('./words/zh'),
  ja: () => import('./words/ja'),
  ko: () => import('./words/ko'),
  hi: () => import('./words/hi'),
  id: () => import('./words/id'),
  ar: () => import('./words/ar'),
  he: () => import('./words/he'),
  fa: () => import('./words/fa'),
  ur: () => import('./words/ur'),
};

/**
 * Settings that are also UI texts: a text in `intl` overrides the setting, which overrides the built-in text (contract
 * 4.5).
 */
const PLAIN_FIELDS = {
  title: 'barTitle',
  intro: 'intro',
  initial: 'initial',
  placeholder: 'placeholder',
  open: 'buttonTitle',
  poweredBy: 'brandCaption',
} as const satisfies Partial<Record<WordKey, string>>;

type PlainField = (typeof PLAIN_FIELDS)[keyof typeof PLAIN_FIELDS];

/** The settings for language and UI texts: part of a resolved config. */
export type WordSettings = { readonly [Field in PlainField]: string } & {
  readonly intl: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Languages with built-in texts, English first. */
export const SHIPPED_LANGUAGES: readonly string[] = ['en', ...Object.keys(TRANSLATIONS)];

/** Loaded files and pending requests. */
const loading: Record<string, Promise<{ readonly words: Translation }> | undefined> = Object.create(null) as never;

/**
 * Returns the complete built-in texts of a language, and loads the language's file if necessary.
 *
 * Never rejects: if a language is not shipped or its file cannot be loaded, it returns English; the next call tries
 * again.
 *
 * @param language - a BCP 47 tag; `de-AT` gets the texts of `de`
 */
export async function loadWords(language: string): Promise<WordMap> {
  const base = languageBase(language);
  try {
    return {
      ...ENGLISH_WORDS,
      ...(await (loading[base] ??= Object.hasOwn(TRANSLATIONS, base) ? TRANSLATIONS[base]?.() : undefined))?.words,
    };
  } catch {
    delete loading[base];
    return ENGLISH_WORDS;
  }
}

/**
 * Returns the texts that the visitor sees: `intl` in their language overrides the plain setting, which overrides the
 * built-in text.
 *
 * @param language - result of `chooseLanguage`; keys of `intl` may be codes or English names, and `de-AT` overrides
 *   `de`
 * @param builtIn - result of `loadWords`, or `ENGLISH_WORDS` while it loads
 */
export function chooseWords(language: string, builtIn: WordMap, settings: WordSettings): WordMap {
  const words: Record<WordKey, string> = { ...builtIn };
  for (const [word, field] of Object.entries(PLAIN_FIELDS) as [keyof typeof PLAIN_FIELDS, PlainField][]) {
    if (settings[field] !== '') words[word] = settings[field];
  }
  return { ...words, ...ownWords(settings.intl, languageBase(language)), ...ownWords(settings.intl, language) };
}

/** Whether a string is the key of a UI text. */
export function isWordKey(name: string): name is WordKey {
  return Object.hasOwn(ENGLISH_WORDS, name);
}

/**
 * Fills the placeholders of a UI text: `{name}`, and counts as `{count, plural, one {# message} other {# messages}}`
 * with the plural forms of the language (CLDR; `#` is the number). Numbers are formatted for the language. Placeholders
 * without a value stay unchanged.
 *
 * @param language - a BCP 47 tag; without it English plural forms and plain digits are used
 */
export function fillWord(word: string, values: Readonly<Record<string, string | number>>, language?: string): string {
  return word.replace(
    /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g,
    (whole, key: string, forms: string | undefined) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      if (value === undefined) return whole;
      const text = typeof value === 'number' && language !== undefined ? formatNumber(value, language) : String(value);
      return forms === undefined ? text : pickForm(forms, Number(value), language).replace('#', () => text);
    },
  );
}

function ownWords(intl: WordSettings['intl'], language: string): Partial<Record<WordKey, string>> {
  const own: Partial<Record<WordKey, string>> = {};
  for (const [name, words] of Object.entries(intl)) {
    if (toLanguageTag(name) !== toLanguageTag(language)) continue;
    for (const [word, text] of Object.entries(words)) if (isWordKey(word)) own[word] = text;
  }
  return own;
}

function pickForm(forms: string, count: number, language: string | undefined): string {
  const texts = new Map(Array.from(forms.matchAll(/(\w+) \{([^{}]*)\}/g), ([, form = '', text = '']) => [form, text]));
  return texts.get(pluralForm(count, language)) ?? texts.get('other') ?? '';
}

function pluralForm(count: number, language: string | undefined): string {
  try {
    return new Intl.PluralRules(language ?? 'en').select(count);
  } catch {
    return 'other';
  }
}

/** Uses plain digits for tags that `Intl` does not know, such as a tag invented by the host. */
function formatNumber(value: number, language: string): string {
  try {
    return new Intl.NumberFormat(language).format(value);
  } catch {
    return String(value);
  }
}
