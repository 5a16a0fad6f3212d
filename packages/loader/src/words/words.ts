import { ENGLISH, type Words } from './english';

/**
 * The words of a language, by a part that is fetched for visitors of other languages only.
 *
 * @param language - a code or an English name, as in the settings; '' or undefined: English
 * @returns English where the language is not shipped or its part does not come
 */
export async function readWords(language = ''): Promise<Words> {
  const code = toCode(language.trim().toLowerCase());
  if (code === '' || code === 'en') return ENGLISH;
  return import('./translations').then(
    ({ translate }) => translate(code, ENGLISH) ?? ENGLISH,
    () => ENGLISH,
  );
}

const CODES = 'ar de es fa fr he hi id it ja ko nl pl pt ru tr uk ur zh'.split(' ');

function toCode(language: string): string {
  if (!/^[a-z]{4,}$/.test(language)) return language.split(/[-_]/, 1)[0] ?? '';
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return CODES.find((code) => names.of(code)?.toLowerCase() === language) ?? '';
}
