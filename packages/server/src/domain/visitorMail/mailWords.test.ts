import { describe, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { fill, inOneLine, MAIL_WORDS, mailWordsFor } from './mailWords';

describe('OW-22 the words of mails', () => {
  it('are there in each language of the widget, with the same places to fill', () => {
    const tables = readdirSync(new URL('../../../../widget-core/src/config/words', import.meta.url));
    const languages = tables.flatMap((file) => /^([a-z]{2})\.ts$/.exec(file)?.[1] ?? []);
    expect(Object.keys(MAIL_WORDS).sort()).toEqual(languages.sort());
    const placesOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
    for (const words of Object.values(MAIL_WORDS))
      for (const [key, text] of Object.entries(MAIL_WORDS['en'] ?? {}))
        expect([key, placesOf(words[key as keyof typeof words])]).toEqual([key, placesOf(text)]);
  });

  it('are chosen by the main language, and English otherwise', () => {
    expect(mailWordsFor('pt-BR').language).toBe('pt');
    expect(mailWordsFor('AR')).toMatchObject({ language: 'ar', direction: 'rtl' });
    for (const tag of [null, undefined, '', 'xx', 'constructor']) expect(mailWordsFor(tag).language).toBe('en');
  });

  it('keep a name on one line, and fill only what is given', () => {
    expect(inOneLine('Ana\r\nBcc: eve@example.com\u0000', 60)).toBe('Ana Bcc: eve@example.com');
    expect(inOneLine('x'.repeat(100), 60)).toHaveLength(60);
    expect(fill('{name} in {chat}', { name: '{chat}', chat: 'A' })).toBe('{chat} in A');
  });
});
