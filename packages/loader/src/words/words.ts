import { ENGLISH, type Words } from './english';

/**
 * Loads the texts of a language, in a chunk for visitors of other languages than English.
 *
 * @param wished - a code or an English name, as in the settings, or several, of which the first that is included counts
 * @returns English if none is included or the chunk cannot be loaded
 */
export async function readWords(wished: string | readonly string[]): Promise<Words> {
  const code = [wished]
    .flat()
    .map((language) => toCode(language.trim().toLowerCase()))
    .find((each) => CODES.includes(each));
  if (!code || code === 'en') return ENGLISH;
  return import('./translations').then(
    ({ translate }) => translate(code, ENGLISH) ?? ENGLISH,
    () => ENGLISH,
  );
}

const CODES = 'ar de en es fa fr he hi id it ja ko nl pl pt ru tr uk ur zh'.split(' ');

function toCode(language: string): string {
  if (!/^[a-z]{4,}$/.test(language)) return language.split(/[-_]/, 1)[0] ?? '';
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return CODES.find((code) => names.of(code)?.toLowerCase() === language) ?? '';
}
