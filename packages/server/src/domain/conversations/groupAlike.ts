import { toTerms } from '../../datasets/terms';

/** Scripts without spaces between words: similarity is based on pairs of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Minimum share of common words, by weight, for two questions to be similar. */
const LIKENESS = 0.5;

/** Virtual number of further texts, so that a word in both of two texts does not count as frequent. */
const PRIOR = 20;

interface Group<Item> {
  readonly terms: ReadonlySet<string>;
  readonly items: Item[];
}

/**
 * Groups similar questions. Rare words count more than frequent ones (inverse document frequency). Each group is
 * compared by its first text, so that it does not drift; order is preserved.
 */
export function groupAlike<Item extends { readonly text: string }>(
  items: readonly Item[],
): readonly (readonly Item[])[] {
  const withTerms = items.map((item) => ({ item, terms: new Set(termsOf(item.text)) }));
  const frequency = new Map<string, number>();
  for (const { terms } of withTerms) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const weigh = (terms: Iterable<string>): number => {
    let sum = 0;
    for (const term of terms) sum += Math.log(1 + (items.length + PRIOR) / (frequency.get(term) ?? 1));
    return sum;
  };

  const groups: Group<Item>[] = [];
  const byTerm = new Map<string, Group<Item>[]>();
  for (const { item, terms } of withTerms) {
    const candidates = new Set([...terms].flatMap((term) => byTerm.get(term) ?? []));
    let best: { group: Group<Item>; likeness: number } | undefined;
    for (const group of candidates) {
      const shared = [...terms].filter((term) => group.terms.has(term));
      const likeness = weigh(shared) / weigh(new Set([...group.terms, ...terms]));
      if (likeness >= LIKENESS && likeness > (best?.likeness ?? 0)) best = { group, likeness };
    }
    if (best) {
      best.group.items.push(item);
      continue;
    }
    const group = { terms, items: [item] };
    groups.push(group);
    for (const term of terms) byTerm.set(term, [...(byTerm.get(term) ?? []), group]);
  }
  return groups.map(({ items: alike }) => alike);
}

function termsOf(text: string): string[] {
  if (UNSPACED.test(text)) {
    const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
    return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
  }
  const terms = toTerms(text, true);
  // Texts that contain only words like "why" match only identical texts.
  return terms.length > 0 ? terms : [text.trim().toLowerCase()];
}
