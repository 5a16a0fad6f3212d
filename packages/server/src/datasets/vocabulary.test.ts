import { describe, expect, it } from 'vitest';
import type { SameMeanings } from './sameMeaning';
import { createVocabulary } from './vocabulary';

const NO_NAMES: SameMeanings = { groups: [], nearness: 0 };
const meanings = (words: string, term: string, sameMeaning = NO_NAMES): string[] =>
  createVocabulary(new Map(words.split(' ').map((word) => [word, 1])), 10, { sameMeaning })
    .meaningsOf(term)
    .map((meaning) => meaning.term);

describe('OW-2 what a word of a question may mean', () => {
  it.each([
    ['another form', 'wanderungen', 'wandern', ['wanderungen']],
    ['no form, with four letters in common', 'handler', 'handy', []],
    ['no form, that is a stop word', 'nach', 'nachst', []],
    ['the end of a compound', 'nachtlicht', 'licht', ['nachtlicht']],
    ['no compound, with a letter more', 'flight', 'light', []],
    ['four letters at the beginning of a compound', 'hundefutter', 'hund', ['hundefutter']],
    ['a compound with the same beginning', 'rucksendekosten', 'rucksendung', ['rucksendekosten']],
    ['two words in one', 'eye test', 'eyetest', ['eye', 'test']],
    ['a slip', 'return', 'retrun', ['return']],
  ])('OW-2: %s: %s for %s', (_what, words, term, expected) => {
    expect(meanings(words, term)).toEqual(expected);
  });

  it('OW-2: another name, also of its forms and compounds', () => {
    const names = { groups: [['versand', 'lieferung', 'porto']], nearness: 0.6 };
    expect(meanings('porto', 'versandkosten', names)).toEqual(['porto']);
    expect(meanings('lieferungen', 'versand', names)).toEqual(['lieferungen']);
    expect(meanings('apfel', 'versand', names)).toEqual([]);
  });
});
