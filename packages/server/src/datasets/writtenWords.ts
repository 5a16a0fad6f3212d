/** How a run of letters is cut into terms, the most frequent first. */
const RUN_KINDS = ['word', 'pairs', 'syllables', 'dictionary'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const classOf = (scripts: string): string =>
  `[${scripts
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('')}]`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
/** Kinds of scripts without spaces between words, and the Korean one, whose words carry particles. */
const KINDS: readonly (readonly [RunKind, string])[] = [
  ['pairs', classOf('Han Hiragana Katakana Bopomofo')],
  ['syllables', classOf('Hangul')],
  ['dictionary', classOf('Thai Lao Khmer Myanmar')],
];
/**
 * A longer word counts as several: PostgreSQL refuses words of more than 2,046 bytes in a search vector, and nobody
 * writes one.
 */
const LENGTH_MAX = 100;
const PIECE = new RegExp(`.{1,${String(LENGTH_MAX)}}`, 'gsu');
/** Digits are words of their own, whatever stands beside them. */
const OTHER = `(?:(?!${KINDS.map(([, letters]) => letters).join('|')})${LETTER}|\\p{N})`;
const RUNS = new RegExp(
  [
    ...KINDS.map(([kind, letters]) => `(?<${kind}>(?:(?=${letters})(?!\\p{N})${LETTER})+)`),
    `(?<word>${OTHER}{1,${String(LENGTH_MAX)}})`,
  ].join('|'),
  'gu',
);

const ANY_KIND = new RegExp(KINDS.map(([, letters]) => letters).join('|'), 'u');
const WORDS = new RegExp(`${LETTER}{1,${String(LENGTH_MAX)}}`, 'gu');

/** A part of a text without spaces, all of one kind of script. */
export interface Run {
  readonly kind: RunKind;
  readonly run: string;
}

/** A text as runs of one kind of script. */
export function runsOf(text: string): Run[] {
  const plain = text.normalize('NFKC').replaceAll(/['’]/g, '');
  // Without letters of those scripts, the same words in half of the time.
  if (!ANY_KIND.test(plain)) return (plain.match(WORDS) ?? []).map((run) => ({ kind: 'word', run }));
  return Array.from(plain.matchAll(RUNS), ({ groups = {} }) => {
    const kind = RUN_KINDS.find((one) => groups[one] !== undefined) ?? 'word';
    return { kind, run: groups[kind] ?? '' };
  });
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a run without spaces, by the dictionary of ICU. What it does not know stays in one piece. */
export function segmentsOf(run: string): string[] {
  return Array.from(segmenter.segment(run), ({ segment }) => segment.match(PIECE) ?? []).flat();
}
