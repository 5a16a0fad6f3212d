import { expect, it } from 'vitest';
import { createGermanMeanings, isGerman } from './germanMeanings';
import { germanStem, loadThesaurus, splitCompound } from './germanWords';

it.each([
  ['matratzen', 'matratze'],
  ['dimmbar', 'dimmen'],
  ['kundigen', 'kundbar'],
  ['lieferungen', 'liefern'],
  ['stuhle', 'stuhl'],
])('OW-2: %s and %s have one stem', (one, other) => {
  expect(germanStem(one)).toBe(germanStem(other));
});

it('OW-2: short words keep their letters', () => {
  expect(['haus', 'reis', 'tee'].map(germanStem)).toEqual(['haus', 'reis', 'tee']);
});

it('OW-2: a compound has a modifier and a head, which both are words', () => {
  const words = new Set(['garten', 'mobel', 'bezug', 'sofa'].map(germanStem));
  const isWord = (stem: string): boolean => words.has(stem);
  expect(splitCompound('gartenmobel', isWord)).toEqual({ modifier: germanStem('garten'), head: germanStem('mobel') });
  expect(splitCompound('bezugssofas', isWord)).toEqual({ modifier: 'bezug', head: 'sofa' });
  expect(splitCompound('gartenzaun', isWord)).toBeUndefined();
});

it('OW-2: a question means synonyms, compounds of them and other compounds with the same head', async () => {
  const words = ['schlafsofa', 'sofas', 'gartenmobel', 'geschirrspuler', 'auto'];
  const meanings = createGermanMeanings(await loadThesaurus(), words, (letters) =>
    words.filter((word) => word.includes(letters)),
  );
  const nearest = (term: string): string[] =>
    [...meanings.of(term)].sort(([, one], [, other]) => other - one).map(([word]) => word);
  expect(nearest('couch')).toEqual(['sofas', 'schlafsofa']);
  expect(nearest('schlafcouch')).toEqual(['schlafsofa', 'sofas']);
  expect(nearest('terrassenmobel')).toEqual(['gartenmobel']);
  expect(nearest('spulmaschine')[0]).toBe('geschirrspuler');
  expect(meanings.has('couch')).toBe(true);
});

it('OW-2: passages are in German if a fifth of them have its frequent words', () => {
  expect(isGerman(new Map([['und', 2]]), 10)).toBe(true);
  expect(isGerman(new Map([['und', 1]]), 10)).toBe(false);
});
