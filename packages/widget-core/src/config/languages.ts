import { attempt } from '../lib/attempt';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);

/**
 * Languages that are recognized by their English name. `Intl` knows the names but cannot list them, hence the list of
 * codes.
 */
const CODES = (
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ' +
  'ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ' +
  'ta te th tr uk ur uz vi zh zu'
).split(' ');

/** English names in common use that `Intl` does not know. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  farsi: 'fa',
  mandarin: 'zh',
  flemish: 'nl',
  castilian: 'es',
  tagalog: 'fil',
};

/** Inputs of `chooseLanguage`, highest priority first (contract 4.5). All may be codes or English names. */
export interface LanguageWishes {
  /** The visitor's choice in the language selector, stored in this browser. */
  readonly chosen: string | undefined;
  /** `?language=`, `?locale=` or the setting `language`; '' means none. */
  readonly requested: string | undefined;
  /** `navigator.languages`. */
  readonly browser: readonly string[];
  /** The widget's languages, or the keys of its `intl`. */
  readonly offered: readonly string[];
  /** Languages with built-in texts, for the browser's choice if none is offered. */
  readonly builtIn?: readonly string[];
}

/**
 * Chooses the language: the visitor's choice → the requested language → the browser's best match among the offered ones,
 * or if there are none among those with built-in texts → the first offered one → `en`.
 *
 * A choice that is no longer offered is ignored. A requested language need not be offered, because the page's author
 * knows the audience.
 *
 * @returns a BCP 47 tag, the offered one if one matches
 */
export function chooseLanguage({ chosen, requested, browser, offered, builtIn = [] }: LanguageWishes): string {
  const tags = toLanguageTags(offered);
  const picked = toLanguageTag(chosen ?? '');
  const requestedTag = toLanguageTag(requested ?? '');
  return (
    (picked && (tags.length === 0 ? picked : findTag(picked, tags))) ??
    (requestedTag && (findTag(requestedTag, tags) ?? requestedTag)) ??
    toLanguageTags(browser)
      .map((tag) => findTag(tag, tags[0] ? tags : builtIn))
      .find((tag) => tag !== undefined) ??
    tags[0] ??
    'en'
  );
}

/** The languages for the language selector: the widget's languages, or the keys of its `intl`, as unique tags. */
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
 * Converts a language code (`pt_br`) or English name (`spanish`, in any case) to a tag.
 *
 * @returns a canonical BCP 47 tag such as `pt-BR`, or `undefined` if the text is neither
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
 * The name of a language in that language, for the selector: `Deutsch`, `Português (Brasil)`. The tag if `Intl` knows
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

/** The offered tag for a wanted one: an equal one, else one of the same language. */
function findTag(wanted: string, offered: readonly string[]): string | undefined {
  return offered.find((tag) => tag === wanted) ?? offered.find((tag) => languageBase(tag) === languageBase(wanted));
}
