import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { thesaurusFile } from '../db/packageFiles';
import { fold } from './terms';

/** Suffixes with which nouns and adjectives are made of other words. Not one pattern: a vocabulary has 100,000 words. */
const SUFFIXES = ['ung', 'bar', 'lich', 'isch', 'ig', 'heit', 'keit'];
/** Letters that are left of a word without such a suffix. */
const DERIVED_MIN = 4;
/** Lines of the thesaurus that are indexed before others get their turn: some 10 ms. */
const LINES_TOGETHER = 1_000;
/** The shortest parts of a compound, in letters. */
const MODIFIER_MIN = 3;
const HEAD_MIN = 4;
const STEM_MIN = 3;

/** The stem of a term of German (after CISTEM: Weissweiler and Fraser 2017), which has no umlauts. */
export function germanStem(term: string): string {
  const stem = withoutEndings(term);
  const suffix = SUFFIXES.find((one) => stem.endsWith(one) && stem.length >= one.length + DERIVED_MIN);
  return suffix === undefined ? stem : withoutEndings(stem.slice(0, -suffix.length));
}

function withoutEndings(word: string): string {
  let stem = word;
  for (;;) {
    const last = stem.at(-1);
    if (stem.length > 5 && (stem.endsWith('em') || stem.endsWith('er') || stem.endsWith('nd')))
      stem = stem.slice(0, -2);
    else if (stem.length > STEM_MIN && (last === 'e' || last === 'n' || (last === 's' && stem.length > 4)))
      stem = stem.slice(0, -1);
    else return stem;
  }
}

/** Parts of a compound, as stems. */
export interface Compound {
  readonly modifier: string;
  readonly head: string;
}

/** The parts of a compound of two words, those nearest to its middle. @param isWord - whether there is a word with this stem */
export function splitCompound(term: string, isWord: (stem: string) => boolean): Compound | undefined {
  for (const at of fromTheMiddle(term.length)) {
    const head = germanStem(term.slice(at));
    if (head.length < STEM_MIN || !isWord(head)) continue;
    // What joins the parts is an ending as well.
    const modifier = germanStem(term.slice(0, at));
    if (modifier.length >= STEM_MIN && isWord(modifier)) return { modifier, head };
  }
  return undefined;
}

function fromTheMiddle(length: number): number[] {
  const places = Array.from(
    { length: Math.max(0, length - MODIFIER_MIN - HEAD_MIN + 1) },
    (_, at) => at + MODIFIER_MIN,
  );
  return places.sort((one, other) => Math.abs(2 * one - length) - Math.abs(2 * other - length));
}

/** Words of German that mean the same (`thesaurus/README.md`). */
export interface Thesaurus {
  has(stem: string): boolean;
  /** The stems of each group that a stem is in. */
  groupsOf(stem: string): readonly (readonly string[])[];
}

let loading: Promise<Thesaurus> | undefined;

/** The thesaurus, read when it is first needed. Without its file it is empty. */
export function loadThesaurus(): Promise<Thesaurus> {
  return (loading ??= indexGroups(thesaurusFile()));
}

async function indexGroups(path: string | undefined): Promise<Thesaurus> {
  const groups = path === undefined ? [] : (await readFile(path, 'utf8')).trim().split('\n');
  /** Stem → lines: strings for each group of each stem would be ten times the memory. */
  const lines = new Map<string, number[]>();
  const stemsOf = (line: string): string[] => [...new Set(line.split(' ').map((word) => germanStem(fold(word))))];
  for (const [place, group] of groups.entries()) {
    if (place % LINES_TOGETHER === 0) await setImmediate();
    for (const stem of stemsOf(group)) {
      const known = lines.get(stem);
      if (known) known.push(place);
      else lines.set(stem, [place]);
    }
  }
  return {
    has: (stem) => lines.has(stem),
    groupsOf: (stem) => (lines.get(stem) ?? []).map((place) => stemsOf(groups[place] ?? '')),
  };
}
