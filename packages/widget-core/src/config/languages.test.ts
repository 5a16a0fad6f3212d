import { describe, expect, it } from 'vitest';
import {
  chooseLanguage,
  isRightToLeft,
  languageName,
  offeredLanguages,
  readDirection,
  toLanguageTag,
} from './languages';

const nothing = { chosen: undefined, requested: undefined, browser: [], offered: [] };

describe('W-36 which language', () => {
  it.each([
    [
      'what the visitor picked first',
      { chosen: 'fr', requested: 'de', browser: ['es'], offered: ['de', 'es', 'fr'] },
      'fr',
    ],
    [
      'a pick that is no longer offered does not count',
      { chosen: 'fr', requested: 'de', browser: ['es'], offered: ['de', 'es'] },
      'de',
    ],
    ['then what is requested', { requested: 'German', browser: ['es'], offered: ['en', 'de'] }, 'de'],
    ['a request also when it is not offered', { requested: 'spanish', browser: ['en'], offered: ['en', 'de'] }, 'es'],
    [
      'a request that is no language does not count',
      { requested: 'xx-!!', browser: ['de'], offered: ['en', 'de'] },
      'de',
    ],
    ['the best of the browser among the offered', { browser: ['ja', 'de-AT', 'en'], offered: ['en', 'de'] }, 'de'],
    ['the very tag before its relatives', { browser: ['pt-BR'], offered: ['pt', 'pt-BR'] }, 'pt-BR'],
    ['the first offered', { browser: ['ja'], offered: ['french', 'de'] }, 'fr'],
    ['English when nothing is offered', { browser: ['ja'], offered: [] }, 'en'],
    ['a pick when nothing is offered', { chosen: 'ja' }, 'ja'],
    ['an empty request', { requested: '', browser: ['de'], offered: ['en', 'de'] }, 'de'],
  ])('%s', (_, wishes, language) => {
    expect(chooseLanguage({ ...nothing, ...wishes })).toBe(language);
  });

  it.each([
    ['spanish', 'es'],
    ['Spanish', 'es'],
    ['CHINESE', 'zh'],
    ['farsi', 'fa'],
    ['swedish', 'sv'],
    ['pt_br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['', undefined],
    ['no such language', undefined],
    ['<script>', undefined],
    ['constructor', undefined],
  ])('reads "%s" as %s', (written, tag) => {
    expect(toLanguageTag(written)).toBe(tag);
  });

  it('knows every shipped language by its English name', () => {
    const names =
      'english spanish french german italian portuguese dutch polish russian ukrainian turkish chinese ' +
      'japanese korean hindi indonesian arabic hebrew persian urdu';
    expect(names.split(' ').map(toLanguageTag)).toEqual(
      'en es fr de it pt nl pl ru uk tr zh ja ko hi id ar he fa ur'.split(' '),
    );
  });

  it("lists the widget's languages, else the keys of intl, each once", () => {
    expect(offeredLanguages({ languages: ['de', 'german', 'en'], intl: { fr: {} } })).toEqual(['de', 'en']);
    expect(offeredLanguages({ languages: [], intl: { spanish: {}, es: {}, de: {} } })).toEqual(['es', 'de']);
  });

  it('names a language in itself', () => {
    expect(['de', 'es', 'pt-BR', 'ja'].map(languageName)).toEqual([
      'Deutsch',
      'Español',
      'Português (Brasil)',
      '日本語',
    ]);
  });
});

describe('W-36 right to left', () => {
  it('applies for ar, he, fa, ur', () => {
    expect(['ar', 'he', 'fa', 'ur', 'ar-EG', 'arabic', 'iw'].every(isRightToLeft)).toBe(true);
    expect(['en', 'de', 'arn'].some(isRightToLeft)).toBe(false);
  });

  it('yields to the setting', () => {
    expect([
      readDirection('ar', 'auto'),
      readDirection('ar', 'ltr'),
      readDirection('en', 'rtl'),
      readDirection('en', 'auto'),
    ]).toEqual(['rtl', 'ltr', 'rtl', 'ltr']);
  });
});
