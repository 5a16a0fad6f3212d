import { germanStem, splitCompound, type Compound, type Thesaurus } from './germanWords';

/** Terms of the passages, as a question in German may mean them. */
export interface GermanMeanings {
  /** Terms with the same stem, compounds and synonyms of it, each with how near it is (0 to 1). */
  of(term: string): ReadonlyMap<string, number>;
  /** Whether there is such a word. */
  has(term: string): boolean;
  /** Terms with the same stem. */
  formsOf(term: string): readonly string[];
}

/** Share of the passages with a frequent word of German from which on their language is German. */
const SHARE = 0.2;
/** Shorter words are not split. */
const COMPOUND_MIN = 7;
/** Shorter stems are in too many compounds. */
const PART_MIN = 4;
/** How near a form of the same word is, */
const FORM = 0.9;
/** a compound with the word as its head or its modifier, or these parts of a compound alone, */
const WITH_HEAD = 0.6;
const WITH_MODIFIER = 0.55;
const MODIFIER = 0.5;
/** another compound with the same head, */
const SAME_HEAD = 0.4;
/** a synonym of a word with one meaning, and a compound with it as its head, */
const SYNONYM = 0.49;
const WITH_SYNONYM = 0.35;
/** and a compound of which one part is a synonym. */
const SYNONYM_WITHIN = 0.7;

/** Whether passages are in German. @param counts - in how many of `total` passages each term occurs */
export function isGerman(counts: ReadonlyMap<string, number>, total: number): boolean {
  return ((counts.get('und') ?? 0) + (counts.get('der') ?? 0)) / Math.max(1, total) >= SHARE;
}

/**
 * @param thesaurus - of German
 * @param words - the terms of the passages
 * @param wordsWith - those that some letters are in, the most frequent ones
 */
export function createGermanMeanings(
  thesaurus: Thesaurus,
  words: readonly string[],
  wordsWith: (letters: string) => readonly string[],
): GermanMeanings {
  const byStem = new Map<string, string[]>();
  for (const word of words) {
    const stem = germanStem(word);
    const same = byStem.get(stem);
    if (same) same.push(word);
    else byStem.set(stem, [word]);
  }
  const split = (term: string): Compound | undefined =>
    term.length < COMPOUND_MIN ? undefined : splitCompound(term, (stem) => byStem.has(stem) || thesaurus.has(stem));

  /** Compounds that have a stem as one of their parts. */
  function compoundsWith(stem: string): { readonly word: string; readonly parts: Compound }[] {
    if (stem.length < PART_MIN) return [];
    return wordsWith(stem).flatMap((word) => {
      const parts = split(word);
      return parts && (parts.head === stem || parts.modifier === stem) ? [{ word, parts }] : [];
    });
  }

  /** Stems of other words for the same, with the share that they count: the more meanings, the less is one meant. */
  function synonymsOf(stem: string): { readonly stem: string; readonly share: number }[] {
    const groups = thesaurus.groupsOf(stem);
    const others = new Set(groups.flat());
    others.delete(stem);
    return [...others].map((other) => ({ stem: other, share: 1 / Math.sqrt(groups.length) }));
  }

  return {
    has: (term) => thesaurus.has(germanStem(term)),
    formsOf: (term) => byStem.get(germanStem(term)) ?? [],
    of(term) {
      const near = new Map<string, number>();
      const add = (list: readonly string[] | undefined, nearness: number): void => {
        for (const word of list ?? []) near.set(word, Math.max(near.get(word) ?? 0, nearness));
      };
      const addWithHead = (head: string, nearness: number): void =>
        add(
          compoundsWith(head).flatMap(({ word, parts }) => (parts.head === head ? [word] : [])),
          nearness,
        );
      const addSynonyms = (stem: string): void => {
        for (const other of synonymsOf(stem)) add(byStem.get(other.stem), SYNONYM * other.share);
      };
      const stem = germanStem(term);
      add(byStem.get(stem), FORM);
      for (const { word, parts } of compoundsWith(stem)) add([word], parts.head === stem ? WITH_HEAD : WITH_MODIFIER);
      addSynonyms(stem);
      for (const other of synonymsOf(stem)) addWithHead(other.stem, WITH_SYNONYM * other.share);
      const parts = split(term);
      if (!parts) return near;
      const { head, modifier } = parts;
      add(byStem.get(head), WITH_HEAD);
      add(byStem.get(modifier), MODIFIER);
      addWithHead(head, SAME_HEAD);
      addSynonyms(head);
      const heads = new Set([head, ...synonymsOf(head).map((other) => other.stem)]);
      const modifiers = new Set([modifier, ...synonymsOf(modifier).map((other) => other.stem)]);
      for (const one of [...heads].flatMap(compoundsWith))
        if (heads.has(one.parts.head) && modifiers.has(one.parts.modifier)) add([one.word], SYNONYM_WITHIN);
      return near;
    },
  };
}
