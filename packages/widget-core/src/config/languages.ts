import { attempt } from '../lib/attempt';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);

/**
 * Languages that are recognised by their English name. `Intl` knows the names; it cannot be asked for all of them, so
 * the codes stand here.
 */
const CODES = (
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ' +
  'ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ' +
  'ta te th tr uk ur uz vi zh zu'
).split(' ');

/** English names that people use and `Intl` does not. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  farsi: 'fa',
  mandarin: 'zh',
  flemish: 'nl',
  castilian: 'es',
  tagalog: 'fil',
};

/** What decides the language of a widget, strongest first (contract 4.5). All may be codes or English names. */
export interface LanguageWishes {
  /** What the visitor picked in the selector, in this browser. */
  readonly chosen: string | undefined;
  /** `?language=`, `?locale=` or the setting `language`; '' is none. */
  readonly requested: string | undefined;
  /** `navigator.languages`. */
  readonly browser: readonly string[];
  /** The widget's languages, or the keys of its `intl`. */
  readonly offered: readonly string[];
}

/**
 * The language to show: what the visitor picked → what was requested → the best of the browser's among the offered →
 * the first offered → `en`.
 *
 * A pick that is no longer offered does not count. A request counts also when it is not offered: whoever wrote the page
 * knows its readers.
 *
 * @returns a BCP 47 tag, the offered one where one fits
 */
export function chooseLanguage({ chosen, requested, browser, offered }: LanguageWishes): string {
  const tags = toLanguageTags(offered);
  const picked = toLanguageTag(chosen ?? '');
  const requestedTag = toLanguageTag(requested ?? '');
  return (
    (picked && (tags.length === 0 ? picked : findTag(picked, tags))) ??
    (requestedTag && (findTag(requestedTag, tags) ?? requestedTag)) ??
    toLanguageTags(browser)
      .map((tag) => findTag(tag, tags))
      .find((tag) => tag !== undefined) ??
    tags[0] ??
    'en'
  );
}

/** What the language selector lists: the widget's languages, or the keys of its `intl`; as tags, each once. */
export function offeredLanguages({
  languages,
  intl,
}: {
  readonly languages: readonly string[];
  readonly intl: Readonly<Record<string, unknown>>;
}): string[] {
  return toLanguageTags(languages.length > 0 ? languages : Object.keys(intl));
}

/**
 * The tag of a language given as code (`pt_br`) or English name (`spanish`, in any case).
 *
 * @returns a canonical BCP 47 tag such as `pt-BR`, or `undefined` when the text is neither
 */
export function toLanguageTag(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/.test(word))
    return attempt(() => Intl.getCanonicalLocales(word.replaceAll('_', '-'))[0]);
  if (Object.hasOwn(OTHER_NAMES, word)) return OTHER_NAMES[word];
  if (word === '') return undefined;
  const english = new Intl.DisplayNames('en', { type: 'language' });
  return CODES.find((code) => english.of(code)?.toLowerCase() === word);
}

/** The language of a tag without region or script: `pt` of `pt-BR`. */
export function languageBase(tag: string): string {
  return (toLanguageTag(tag) ?? tag).split('-', 1)[0] ?? tag;
}

/** Whether a language is read from right to left: ar, he, fa, ur (specification, section 9). */
export function isRightToLeft(tag: string): boolean {
  return RIGHT_TO_LEFT.has(languageBase(tag));
}

/** The direction of the widget: the setting `dir`, or by language when it is `auto`. */
export function readDirection(tag: string, dir: 'auto' | 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  if (dir !== 'auto') return dir;
  return isRightToLeft(tag) ? 'rtl' : 'ltr';
}

/**
 * The name of a language in itself, as a selector shows it: `Deutsch`, `Português (Brasil)`. The tag where `Intl` knows
 * no name.
 */
export function languageName(tag: string): string {
  const name =
    attempt(() => new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard' }).of(tag)) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

function toLanguageTags(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => toLanguageTag(text) ?? []))];
}

/** The offered tag for a wanted one: the same, else one of the same language. */
function findTag(wanted: string, offered: readonly string[]): string | undefined {
  return offered.find((tag) => tag === wanted) ?? offered.find((tag) => languageBase(tag) === languageBase(wanted));
}
