import { describe, expect, it } from 'vitest';
import { loadWords, SHIPPED_LANGUAGES } from '../../../widget-core/src/config/intl';
import { ENGLISH } from './english';
import { readWords } from './words';

const SHARED = ['open', 'close', 'dismiss', 'busy', 'retry', 'openInTab'] as const;

describe('W-36 the words of the loader', () => {
  it.each(SHIPPED_LANGUAGES)('%s: complete, and the same as the words of the chat', async (language) => {
    const [words, chat] = await Promise.all([readWords(language), loadWords(language)]);
    expect(Object.fromEntries(SHARED.map((key) => [key, words[key]]))).toEqual(
      Object.fromEntries(SHARED.map((key) => [key, chat[key]])),
    );
    expect(Object.keys(words)).toEqual(Object.keys(ENGLISH));
    expect(Object.values(words).filter((word) => !word)).toEqual([]);
    if (language !== 'en') expect(words.opened).not.toBe(ENGLISH.opened);
  });

  it.each([
    ['pt-BR', 'pt'],
    ['German', 'de'],
    ['zh_Hant', 'zh'],
  ])('%s is %s', async (name, code) => {
    expect(await readWords(name)).toEqual(await readWords(code));
  });

  it.each(['', 'eo', 'constructor', 'klingon', '<script>'])('"%s" is English', async (name) => {
    expect(await readWords(name)).toBe(ENGLISH);
  });
});
