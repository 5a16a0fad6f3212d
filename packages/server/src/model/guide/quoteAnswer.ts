import { cutText } from '@sotto/widget-core/internal/server';
import type { Passage } from '../../reading/readingJobs';
import type { Weigh } from '../../datasets/retrieve';
import { piecesOf, type Piece } from './quotable';

/** Maximum number of sentences from one passage. */
const SENTENCES_MAX = 3;
/** Rows and items that match a question almost as well as the best one, relative to it, are quoted with it. */
const ALIKE = 0.9;
/** Share of a question's weight that a further part must add to be quoted. */
const MIN_MORE = 0.1;
/**
 * The passage is about the question if its headings have this many times what any sentence adds, or any row or item: of
 * these, one may be meant.
 */
const ABOUT = 1.5;
const ABOUT_PARTS = 2;
/** What a word in code counts: code answers with the sentence before it. */
const IN_CODE = 0.5;
/** A sentence that begins so needs the one before it. */
const LEANS_BACK =
  /^(?:it|its|this|that|they|them|these|those|he|she|then|there|otherwise|without (?:it|them)|both|but|so|or|and)\b/i;

/** A part with what it has of the question. */
interface Weighed extends Piece {
  readonly place: number;
  /** Weight of each word of the question that it has. */
  readonly terms: readonly number[];
  /** Weight of those that the headings lack. */
  readonly own: number;
}

/**
 * The part of a passage that answers a question: up to three sentences, or the rows, items or code that have its words.
 *
 * @param space - maximum length in characters
 */
export function quoteAnswer(passage: Passage, weigh: Weigh, space: number): string {
  const inHeading = weigh(passage.title);
  const pieces = piecesOf(passage.text).map((piece, place): Weighed => {
    const terms = weigh(piece.text).map((term) => (piece.kind === 'code' ? term * IN_CODE : term));
    return {
      ...piece,
      place,
      terms,
      own: sum(terms.map((term, index) => Math.max(0, term - (inHeading[index] ?? 0)))),
    };
  });
  return write(within(space, inOrderOfUse(pieces, inHeading)));
}

/** What of a question a passage's headings have together with its best part: the rest may be about something else. */
export function focusOf(passage: Passage, weigh: Weigh): number {
  const inHeading = weigh(passage.title);
  const shares = piecesOf(passage.text).map(({ text }) =>
    sum(weigh(text).map((term, index) => Math.max(term, inHeading[index] ?? 0))),
  );
  return Math.max(0, ...shares);
}

/** Whether an answer has something of a passage. */
export function isQuoted({ text }: Passage, answer: string): boolean {
  return piecesOf(text).some((piece) => answer.includes(piece.text));
}

/** The parts to quote, the most useful first. */
function inOrderOfUse(pieces: readonly Weighed[], inHeading: readonly number[]): Weighed[] {
  const [first] = pieces;
  if (!first) return [];
  const best = pieces.reduce((one, other) => (other.own > one.own ? other : one));
  const isPart = ({ kind }: Piece): boolean => kind === 'row' || kind === 'item';
  // The whole passage is about the question: it is read from its beginning.
  if (best.own * (isPart(best) ? ABOUT_PARTS : ABOUT) <= sum(inHeading)) return fromStart(pieces);
  const chosen = new Set([best]);
  if (isPart(best))
    for (const piece of pieces) if (piece.block === best.block && piece.own >= best.own * ALIKE) chosen.add(piece);
  addMissing(chosen, pieces, inHeading);
  for (const piece of [...chosen]) {
    const before = pieces[piece.place - 1];
    const leansBack = piece.kind === 'code' || (piece.kind === 'sentence' && LEANS_BACK.test(piece.text));
    if (leansBack && before?.kind === 'sentence') chosen.add(before);
  }
  for (const piece of [...chosen]) for (const part of introducedBy(piece, pieces)) chosen.add(part);
  if (!isPart(best)) for (const next of following(best, pieces, SENTENCES_MAX - chosen.size)) chosen.add(next);
  return [...chosen];
}

/** Adds parts with words of the question that the chosen ones lack. */
function addMissing(chosen: Set<Weighed>, pieces: readonly Weighed[], inHeading: readonly number[]): void {
  const [best] = chosen;
  const covered = inHeading.map((weight, index) => Math.max(weight, best?.terms[index] ?? 0));
  const least = MIN_MORE * (best?.own ?? 0);
  while (chosen.size < SENTENCES_MAX) {
    const gain = ({ terms }: Weighed): number =>
      sum(terms.map((term, index) => Math.max(0, term - (covered[index] ?? 0))));
    const next = pieces.reduce<Weighed | undefined>(
      (one, other) => (gain(other) > (one ? gain(one) : least) ? other : one),
      undefined,
    );
    if (!next) return;
    chosen.add(next);
    for (const [index, term] of next.terms.entries()) covered[index] = Math.max(covered[index] ?? 0, term);
  }
}

/** The beginning of a passage: three sentences, or all of a list, table or code that begins before the fourth. */
function fromStart(pieces: readonly Weighed[]): Weighed[] {
  const chosen: Weighed[] = [];
  let sentences = 0;
  for (const piece of pieces) {
    if (piece.kind === 'sentence') sentences += 1;
    if (sentences > SENTENCES_MAX) break;
    chosen.push(piece);
  }
  return chosen;
}

/** The list, table or code that a sentence announces; of code all that stands together. */
function introducedBy({ kind, text, place }: Weighed, pieces: readonly Weighed[]): Weighed[] {
  if (kind !== 'sentence' || !/[:：]$/.test(text)) return [];
  const rest = pieces.slice(place + 1);
  const end = rest.findIndex((piece) =>
    rest[0]?.kind === 'code' ? piece.kind !== 'code' : piece.block !== rest[0]?.block,
  );
  return rest[0]?.kind === 'sentence' ? [] : rest.slice(0, end < 0 ? rest.length : end);
}

/** Sentences after this one. */
function following({ place }: Weighed, pieces: readonly Weighed[], count: number): Weighed[] {
  const rest = pieces.slice(place + 1);
  const end = rest.findIndex(({ kind }) => kind !== 'sentence');
  return rest.slice(0, Math.max(0, Math.min(count, end < 0 ? rest.length : end)));
}

/** As many parts as there is space for, in their order in the passage. */
function within(space: number, parts: readonly Weighed[]): Weighed[] {
  let left = space;
  const fitting = parts.filter(({ text }) => {
    const needed = text.length + 4;
    if (needed > left) return false;
    left -= needed;
    return true;
  });
  const [best] = parts;
  const some =
    fitting.length > 0 || !best ? fitting : [{ ...best, kind: 'sentence' as const, text: shorten(best, space) }];
  return some.sort((a, b) => a.place - b.place);
}

function shorten({ kind, text }: Piece, space: number): string {
  const plain = kind === 'code' ? text.split('\n').slice(1, -1).join(' ') : text;
  const cut = cutText(plain, space - 1);
  const end = Math.max(...[' ', '，', '、', '。'].map((mark) => cut.lastIndexOf(mark)));
  return `${cut.slice(0, end > space / 2 ? end : undefined).trimEnd()}…`;
}

/** The parts as Markdown. */
function write(parts: readonly Weighed[]): string {
  const blocks: Weighed[][] = [];
  for (const part of parts) {
    const open = blocks.at(-1);
    if (open?.[0]?.block === part.block) open.push(part);
    else blocks.push([part]);
  }
  return blocks
    .map((block, index) => {
      const texts = block.map(({ text }) => text);
      if (block[0]?.kind === 'code') return texts.join('\n');
      if (block[0]?.kind !== 'sentence' && texts.length > 1) {
        const areSteps = block.every(({ number }, place) => number === place + 1);
        return texts.map((text, place) => `${areSteps ? `${String(place + 1)}.` : '-'} ${text}`).join('\n');
      }
      const text = texts
        .join(' ')
        .replace(/^(?=[#>+-]\s)/, '\\')
        .replace(/^(\d+)(?=[.)]\s)/, '$1\\');
      const isFollowed = blocks[index + 1]?.[0]?.place === (block.at(-1)?.place ?? 0) + 1;
      return isFollowed ? text : text.replace(/:$/, '.').replace(/：$/, '。');
    })
    .join('\n\n');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
