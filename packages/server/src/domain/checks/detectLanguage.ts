import { stopwords as da } from '@orama/stopwords/danish';
import { stopwords as nl } from '@orama/stopwords/dutch';
import { stopwords as en } from '@orama/stopwords/english';
import { stopwords as fi } from '@orama/stopwords/finnish';
import { stopwords as fr } from '@orama/stopwords/french';
import { stopwords as de } from '@orama/stopwords/german';
import { stopwords as it } from '@orama/stopwords/italian';
import { stopwords as no } from '@orama/stopwords/norwegian';
import { stopwords as pt } from '@orama/stopwords/portuguese';
import { stopwords as ro } from '@orama/stopwords/romanian';
import { stopwords as es } from '@orama/stopwords/spanish';
import { stopwords as sv } from '@orama/stopwords/swedish';
import { stopwords as tr } from '@orama/stopwords/turkish';

/** Languages by letters that only they use; the first that fits counts. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/[ٹڈڑںے]/u, 'ur'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
];

/** Frequent words of languages with Latin letters. */
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ da, nl, en, fi, fr, de, it, no, pt, ro, es, sv, tr }).map(([tag, list]) => [tag, new Set(list)]),
);

/** Share of the letters from which on a script counts: names and quotes may use another one. */
const SHARE = 0.2;

/**
 * Languages that a text may be in, as tags without region: several if they cannot be distinguished, none if it is
 * unknown.
 */
export function detectLanguages(text: string): readonly string[] {
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (others.length > letters.length * SHARE) {
    const written = others.join('');
    const found = LETTERS.find(([pattern]) => pattern.test(written));
    return found ? [found[1]] : [];
  }
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  const counts = Object.entries(WORDS).map(
    ([tag, list]) => [tag, words.filter((word) => list.has(word)).length] as const,
  );
  const most = Math.max(...counts.map(([, hits]) => hits));
  return most === 0 ? [] : counts.filter(([, hits]) => hits === most).map(([tag]) => tag);
}
