/** Scripts without spaces between words. Their texts are indexed by pairs of neighbouring characters. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
/** The first group is a run of an unspaced script, the second a word of any other. */
const RUNS = new RegExp(`((?:(?=[${UNSPACED}])${LETTER})+)|((?:(?![${UNSPACED}])${LETTER})+)`, 'gu');
/** Only the beginning of a text is indexed, in characters: a vector has a largest size. */
const TEXT_MAX = 20_000;
/** A word is cut here, in a text and in a search alike: PostgreSQL refuses words of more than 2 KiB. */
const WORD_MAX = 64;
/** PostgreSQL's own limits: the highest place in a vector, and how many places a word has. */
const PLACE_MAX = 16_383;
const PLACES_MAX = 255;

/** Stands before each word. The database replaces it by what keeps the words of one widget apart from all others. */
export const SCOPE_MARK = '/';

/** A word, or a run of an unspaced script as single characters. */
type Run = string | readonly string[];

function* runsOf(text: string): Generator<Run> {
  const plain = text.slice(0, TEXT_MAX).normalize('NFKC').toLowerCase().slice(0, TEXT_MAX);
  for (const [, unspaced, word = ''] of plain.matchAll(RUNS))
    yield unspaced === undefined ? word.slice(0, WORD_MAX) : [...unspaced];
}

/** Each character with the next one; the last one alone, so that a single character is the beginning of something. */
const pairsOf = (characters: readonly string[]): string[] =>
  characters.map((character, index) => character + (characters[index + 1] ?? ''));

const quoted = (word: string): string => `'${SCOPE_MARK}${word}'`;

/** The words of a text as a `tsvector`. Pairs have places, because only neighbouring pairs are a longer text. */
export function toVector(text: string): string {
  const places = new Map<string, number[]>();
  const placesOf = (word: string): number[] => {
    const known = places.get(word) ?? [];
    places.set(word, known);
    return known;
  };
  let place = 0;
  for (const run of runsOf(text)) {
    if (typeof run === 'string') placesOf(run);
    else {
      // A gap, so that the last pair of a run is no neighbour of the first one of the next.
      place += 1;
      for (const pair of pairsOf(run)) {
        place += 1;
        const known = placesOf(pair);
        if (place <= PLACE_MAX && known.length < PLACES_MAX) known.push(place);
      }
    }
  }
  return [...places].map(([word, at]) => quoted(word) + (at.length > 0 ? `:${at.join(',')}` : '')).join(' ');
}

/**
 * A search as a `tsquery`: every word, or its beginning, in any order, and texts of unspaced scripts as they are.
 *
 * @returns undefined when it has no words: it finds nothing
 */
export function toQuery(search: string): string | undefined {
  const terms = [...runsOf(search)].map((run) => {
    if (typeof run === 'string') return `${quoted(run)}:*`;
    return run.length === 1 ? `${quoted(run[0] ?? '')}:*` : `(${pairsOf(run).slice(0, -1).map(quoted).join(' <-> ')})`;
  });
  return terms.length > 0 ? [...new Set(terms)].join(' & ') : undefined;
}
