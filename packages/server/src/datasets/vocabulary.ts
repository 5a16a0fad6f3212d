import { isSwapped, isWithin, withoutCommonEnds } from '../lib/editDistance';
import { createGermanMeanings, type GermanMeanings } from './germanMeanings';
import type { Thesaurus } from './germanWords';
import { isAnyStopWord } from './stopWords';
import { GENERAL_MEANINGS, type SameMeanings } from './sameMeaning';
import { isSign } from './terms';

/** A term of the index that a term of a question may mean. */
export interface Meaning {
  readonly term: string;
  /** How near it is, 0 to 1; 1: the same term. */
  readonly nearness: number;
}

/** The terms of some passages. */
export interface Vocabulary {
  /** The terms that a term of a question may mean, nearest first; none: nothing like it occurs. */
  meaningsOf(term: string): readonly Meaning[];
  /** The weight of a term: inverse document frequency, in nats. */
  weigh(term: string): number;
  /** That of their language. */
  readonly thesaurus: Thesaurus | undefined;
  /** The share of the passages in which a term occurs. */
  shareOf(term: string): number;
  /** How many passages the datasets have. */
  readonly size: number;
}

/**
 * Terms that are counted; a site of 500 pages has about 30,000. A loop over more would hold up every other visitor, and
 * invented words would fill the memory. Terms beyond them are only found as they are.
 */
export const VOCABULARY_MAX = 100_000;
/** Terms whose meanings are remembered: a question is looked up twice, among all passages and among those found. */
const REMEMBERED_MAX = 500;
/** Of two words that were written as one, the shorter has as many letters. */
const JOINED_MIN = 3;
/** Terms that are tried instead of one, and further ones with the same meaning. */
const MEANINGS_MAX = 12;
const SAME_MAX = 12;
/** All of them together. */
const ALL_MAX = 24;
/** Words that a term is in are looked at up to this many. */
const HOLDERS_MAX = 200;
/** A term that occurs in fewer passages weighs no more for it: an unknown name must not outweigh the rest. */
const RARE_FROM = 3;
/** What a pair of characters weighs that does not occur: it may belong to no word. */
const UNKNOWN_PAIR = 0.3;
/** A single character of Chinese, or a syllable of Korean: it has many meanings. */
const SINGLE = 0.5;
/** What a word of two characters counts of which one occurs. */
const CHARACTER = 0.45;
/** A longer term, in letters, is only found as it is: as many others are made of it. */
const TERM_MAX = 40;
/** Shorter words have too many neighbours. */
const FORM_MIN = 4;
/** A common beginning of fewer letters must be a larger share of both forms. */
const FORM_SURE = 6;
const SHORT_FORM_SHARE = 0.65;
/** Of the longer one of two forms, the common beginning (McNamee and Mayfield 2004: truncation is as good as a stemmer). */
const FORM_SHARE = 0.54;
/** Longest ending of a form, in letters. */
const ENDING_MAX = 5;
/** Forms of a term that occurs as it is have a longer common beginning, or all of it. */
const KNOWN_FORM_SHARE = 0.75;
const PART_MIN = 5;
/** A common beginning of as many letters is a part of both, whatever their endings. */
const PART_SURE = 7;
/** What a compound counts of which a term is the first or last part, and a part of the compound that a term is. */
const PART = 0.6;
/** What a price counts where one is asked for, an hour, a telephone number. */
const SIGN = 0.85;
/** Share of that for a compound with such a name. */
const COMPOUND = 0.85;
/** What a term counts that was probably meant. */
const SLIP = 0.7;
/** From this length on a word may have two slips. */
const LONG = 9;
/** A form of the word that was probably meant, from this nearness of that on. */
const FORM_OF_MEANT = 0.69;
const MEANT_FROM = 0.65;
const SURE_FORM = 0.9;
/** A word of so many letters that is like no other may have parts of one: as many of their trigrams are the same (Dice). */
const ALIKE_MIN = 8;
const ALIKE_FROM = 0.5;
const ALIKE = 0.9;

const SPACED = /^[\p{L}\p{M}]+$/u;
/** Most characters of Chinese are words of their own in other words. */
const HAN_PAIR = /^\p{Script=Han}{2}$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

interface VocabularyOptions {
  readonly size?: number;
  readonly isWhole?: boolean;
  readonly sameMeaning?: SameMeanings | undefined;
  readonly thesaurus?: Thesaurus | undefined;
}

/**
 * @param counts - in how many passages each term occurs
 * @param total - how many passages were counted
 * @param options.size - how many there are. @default as many
 * @param options.isWhole - whether these are all: otherwise a term that is not among them may still occur
 * @param options.sameMeaning - groups of terms that people use for the same thing
 * @param options.thesaurus - of their language, where that is German
 */
export function createVocabulary(
  counts: ReadonlyMap<string, number>,
  total: number,
  { size = total, isWhole = true, sameMeaning = GENERAL_MEANINGS, thesaurus }: VocabularyOptions = {},
): Vocabulary {
  const isComplete = isWhole && counts.size < VOCABULARY_MAX;
  const words = [...counts.keys()].filter((word) => SPACED.test(word) && !UNSPACED.test(word));
  words.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const { wordsWith, joinedOf } = createWordList(words, counts);
  const byFirst = new Map<string, string[]>();
  for (const word of words) {
    const same = byFirst.get(word[0] ?? '');
    if (same) same.push(word);
    else byFirst.set(word[0] ?? '', [word]);
  }
  const known = new Map<string, readonly Meaning[]>();
  // Made by the first question: a vocabulary is also made for texts that nobody asks.
  let german: GermanMeanings | undefined;
  const inGerman = (): GermanMeanings | undefined =>
    (german ??= thesaurus && createGermanMeanings(thesaurus, words, wordsWith));
  /** Whether a term may have a slip: it neither occurs nor is a word of German. */
  const isUnknown = (term: string): boolean => !counts.has(term) && inGerman()?.has(term) !== true;

  return {
    thesaurus,
    shareOf: (term) => (counts.get(term) ?? 0) / Math.max(1, total),
    size,
    weigh(term) {
      const count = counts.get(term) ?? 0;
      const rarity = Math.log(1 + (total + 0.5) / (Math.max(count, RARE_FROM) + 0.5));
      if (!UNSPACED.test(term)) return rarity;
      const isUnknownPair = count === 0 && isComplete && !/\p{scx=Hangul}/u.test(term);
      return rarity * (isUnknownPair ? UNKNOWN_PAIR : 1) * ([...term].length === 1 ? SINGLE : 1);
    },
    meaningsOf(term) {
      const before = known.get(term);
      if (before) return before;
      if (known.size >= REMEMBERED_MAX) known.clear();
      const found = findMeanings(term);
      // Other names of an unknown word are those of the known one that it begins like.
      const nearest = found[0]?.term ?? '';
      const isSure = nearest !== term && nearest.slice(0, FORM_SURE) === term.slice(0, FORM_SURE);
      const others = [...findSame(term), ...(isSure ? findSame(nearest) : [])].filter(
        (other) => !found.some((one) => one.term === other.term),
      );
      const all = nearestOf([...found, ...others, ...germanMeanings(term, found[0])]);
      known.set(term, all);
      return all;
    },
  };

  function germanMeanings(term: string, best: Meaning | undefined): Meaning[] {
    const meanings = inGerman();
    if (!meanings) return [];
    if (term.length < JOINED_MIN || term.length > TERM_MAX || !SPACED.test(term) || UNSPACED.test(term)) return [];
    const isMeant = best !== undefined && best.nearness < SURE_FORM && best.nearness > MEANT_FROM;
    const forms = (isMeant ? meanings.formsOf(best.term) : []).map((word) => ({ term: word, nearness: FORM_OF_MEANT }));
    const all = [...meanings.of(term)].map(([word, nearness]) => ({ term: word, nearness }));
    return [...forms, ...all].filter((one) => one.term !== term && !isAnyStopWord(one.term));
  }

  /** Terms that occur, with another name for what a term means. */
  function findSame(term: string): Meaning[] {
    const same = new Map<string, number>();
    const { groups, nearness: near } = sameMeaning;
    const ways = [isFormOf, isCompoundOf, ...(isUnknown(term) ? [isSlip] : [])];
    const has = (group: readonly string[], is: typeof isFormOf): boolean => group.some((name) => is(term, name));
    const found = ways.find((is) => groups.some((group) => has(group, is)));
    for (const group of found ? groups.filter((one) => has(one, found)) : []) {
      for (const name of group) {
        if (counts.has(name)) same.set(name, isSign(name) ? SIGN : near);
        if (UNSPACED.test(name) || name.length < FORM_MIN) continue;
        const forms = (byFirst.get(name[0] ?? '') ?? []).map(
          (word) => [word, formNearness(name, word, FORM_SHARE)] as const,
        );
        const compounds = name.length < PART_MIN ? [] : wordsWith(name).filter((word) => isPart(name, word));
        for (const [word, nearness] of [...forms, ...compounds.map((word) => [word, COMPOUND] as const)])
          if (nearness > 0) same.set(word, Math.max(same.get(word) ?? 0, near * nearness));
      }
    }
    same.delete(term);
    return [...same]
      .map(([other, nearness]) => ({ term: other, nearness }))
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, SAME_MAX);
  }

  function alikeOf(term: string): Meaning[] {
    return (byFirst.get(term[0] ?? '') ?? []).flatMap((word) => {
      const alike = diceOf(term, word);
      return alike < ALIKE_FROM ? [] : [{ term: word, nearness: ALIKE * alike }];
    });
  }

  function findMeanings(term: string): readonly Meaning[] {
    const isKnown = counts.has(term);
    const found: Meaning[] = isKnown || !isComplete ? [{ term, nearness: 1 }] : [];
    if (!isKnown && HAN_PAIR.test(term))
      return [
        ...found,
        ...[...term].flatMap((single) => (counts.has(single) ? [{ term: single, nearness: CHARACTER }] : [])),
      ];
    if (term.length < FORM_MIN || term.length > TERM_MAX || !SPACED.test(term) || UNSPACED.test(term)) return found;
    if (!isKnown) found.push(...joinedOf(term));
    const share = isKnown ? KNOWN_FORM_SHARE : FORM_SHARE;
    const near = new Map<string, number>();
    for (const word of partsOf(term)) if (counts.has(word)) near.set(word, PART);
    for (const word of term.length < PART_MIN ? [] : wordsWith(term)) if (isPart(term, word)) near.set(word, PART);
    // A word of four letters is found at the beginning of a compound only: most are in words that they are no part of.
    if (term.length === FORM_MIN)
      for (const word of byFirst.get(term[0] ?? '') ?? [])
        if (word.length > 2 * FORM_MIN && word.startsWith(term)) near.set(word, PART);
    for (const word of byFirst.get(term[0] ?? '') ?? []) {
      const nearness = formNearness(term, word, share);
      if (nearness > (near.get(word) ?? 0) && !isAnyStopWord(word)) near.set(word, nearness);
    }
    near.delete(term);
    for (const [word, nearness] of near) if (nearness > 0) found.push({ term: word, nearness });
    if (thesaurus && !isKnown && found.length === 0 && term.length >= ALIKE_MIN) found.push(...alikeOf(term));
    if (isUnknown(term) && ![...near.values()].some((nearness) => nearness > SLIP))
      for (const first of new Set(term.slice(0, 2)))
        for (const word of byFirst.get(first) ?? []) if (isSlip(term, word)) found.push({ term: word, nearness: SLIP });
    return found
      .sort((a, b) => b.nearness - a.nearness || (counts.get(b.term) ?? 0) - (counts.get(a.term) ?? 0))
      .slice(0, MEANINGS_MAX);
  }
}

/** @param words - the most frequent first */
function createWordList(
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
): { readonly wordsWith: (term: string) => string[]; readonly joinedOf: (term: string) => Meaning[] } {
  // One text, because a search in it is one call: a loop over all words would hold up every other visitor.
  const lines = `\n${words.join('\n')}\n`;
  return { wordsWith, joinedOf };

  /** Words that a term is in, the most frequent first. */
  function wordsWith(term: string): string[] {
    const found: string[] = [];
    for (let at = lines.indexOf(term); at >= 0 && found.length < HOLDERS_MAX;) {
      const end = lines.indexOf('\n', at);
      found.push(lines.slice(lines.lastIndexOf('\n', at) + 1, end));
      at = lines.indexOf(term, end);
    }
    return found;
  }

  /** Two words that occur, or begin one that does, and were written as one. */
  function joinedOf(term: string): Meaning[] {
    const known = (part: string): string | undefined => {
      if (counts.has(part)) return part;
      const at = part.length < PART_MIN ? -1 : lines.indexOf(`\n${part}`);
      return at < 0 ? undefined : lines.slice(at + 1, lines.indexOf('\n', at + 1));
    };
    for (let end = JOINED_MIN; end <= term.length - JOINED_MIN; end += 1) {
      const [first, second] = [known(term.slice(0, end)), known(term.slice(end))];
      if (first !== undefined && second !== undefined)
        return [first, second].map((part) => ({ term: part, nearness: PART }));
    }
    return [];
  }
}

/** Each term once, with how near it is at best; the nearest first. */
function nearestOf(meanings: readonly Meaning[]): Meaning[] {
  const best = new Map<string, Meaning>();
  for (const one of meanings) if (one.nearness > (best.get(one.term)?.nearness ?? 0)) best.set(one.term, one);
  return [...best.values()].sort((a, b) => b.nearness - a.nearness).slice(0, ALL_MAX);
}

/** Share of the trigrams of two words that both have (Dice). */
function diceOf(a: string, b: string): number {
  const [one, other] = [a, b].map(
    (word) => new Set(Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3))),
  ) as [Set<string>, Set<string>];
  return (2 * [...one].filter((gram) => other.has(gram)).length) / Math.max(1, one.size + other.size);
}

/** The share of the common beginning, if both may be forms of one word; 0: they are not. */
function formNearness(a: string, b: string, share: number): number {
  const longer = Math.max(a.length, b.length);
  if (b.length < FORM_MIN) return 0;
  let same = 0;
  while (same < longer && a[same] === b[same]) same += 1;
  const least =
    longer *
    Math.max(same === a.length ? FORM_SHARE : share, same < Math.min(FORM_SURE, a.length) ? SHORT_FORM_SHARE : 0);
  if (same >= FORM_MIN && same >= least && longer - same <= ENDING_MAX) return same / longer;
  return same >= PART_SURE ? PART : 0;
}

/** Whether a term is a name or one of its forms. */
function isFormOf(term: string, name: string): boolean {
  if (term === name) return true;
  // Most names, without looking at more of them.
  if (term[0] !== name[0]) return false;
  const isShort = name.length < FORM_MIN || term.length < FORM_MIN;
  return !isShort && !UNSPACED.test(name) && formNearness(name, term, KNOWN_FORM_SHARE) > 0;
}

/** Whether a term is a compound that begins or ends with a name. */
function isCompoundOf(term: string, name: string): boolean {
  if (name.length >= PART_MIN) return isPart(name, term);
  return name.length >= FORM_MIN && term.length >= 2 * name.length && term.startsWith(name);
}

/** Whether a word is a part of a compound: a short one its beginning or end. */
function isPart(part: string, whole: string): boolean {
  // One letter more is another word: flight, light.
  if (part.length + 1 >= whole.length) return false;
  return whole.startsWith(part) || whole.endsWith(part);
}

/** The words that a compound may be made of. */
function partsOf(whole: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start + PART_MIN <= whole.length; start += 1)
    for (let end = start + PART_MIN; end <= whole.length; end += 1)
      if (isPart(whole.slice(start, end), whole)) parts.push(whole.slice(start, end));
  return parts;
}

function isSlip(term: string, word: string): boolean {
  if (Math.abs(term.length - word.length) > 2 || word.length < FORM_MIN) return false;
  // The first letter is seldom wrong, but for one that is swapped with the second.
  if (term[0] !== word[0] && !(term[0] === word[1] && term[1] === word[0])) return false;
  const [rest, other] = withoutCommonEnds(term, word);
  if (term.length >= LONG) return isWithin(rest, other, 2);
  return rest.length < 2 && other.length < 2 ? term.length > FORM_MIN : rest.length === 2 && isSwapped(rest, other);
}

/** In how many of these texts each term occurs, of as many terms as are counted. */
export function countTerms(texts: Iterable<Iterable<string>>, counts = new Map<string, number>()): Map<string, number> {
  for (const terms of texts)
    for (const term of new Set(terms)) {
      const known = counts.get(term);
      if (known !== undefined || counts.size < VOCABULARY_MAX) counts.set(term, (known ?? 0) + 1);
    }
  return counts;
}
