import { literal, withoutInvisible } from './plainText';

/** Writes blocks of markdown from the words of a page, in time in proportion to them. */
export interface BlockWriter {
  /** Words of the open block; white space counts as one space. */
  add(data: string): void;
  /** A line end inside of the open block. */
  breakLine(): void;
  /** Ends the open block. `mark`: what the next one begins with, such as `- `. */
  flush(mark?: string): void;
  /** The place in the open block, for `wordsFrom` and `replaceFrom`. */
  place(): number;
  /** What has been added since a place, as far as it is at most so many pieces; undefined: more, or in another block. */
  wordsFrom(place: number): string | undefined;
  replaceFrom(place: number, words: string): void;
  /** The last character of the open block; empty: there is none. */
  lastCharacter(): string;
  /** Ends the open block as a fence, with its white space. */
  flushCode(): void;
  /** Begins a list of blocks of its own. @returns what ends it and has its blocks */
  collect(): () => string[];
  /** Adds finished blocks. */
  push(blocks: readonly string[]): void;
  readonly blocks: readonly string[];
}

/** Most pieces of text that are looked at again. */
const PIECES_MAX = 20;

/** @see BlockWriter */
export function createBlockWriter(isCode: () => boolean): BlockWriter {
  let blocks: string[] = [];
  let pieces: string[] = [];
  let mark = '';
  function end(): string {
    const text = pieces.join('');
    pieces = [];
    return withoutInvisible(text);
  }
  function flush(next?: string): void {
    const lines = end()
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    // A line end ends a heading or a cell, so that it is a space there; two are a new paragraph elsewhere.
    const words = mark === '' ? lines.replace(/\n{2,}/g, '\n\n') : lines.replace(/\n+/g, ' ');
    if (words !== '') {
      blocks.push(mark + (mark === '' ? literal(words) : words));
      mark = '';
    }
    if (next !== undefined) mark = next;
  }
  return {
    add: (data) => void pieces.push(isCode() ? data : data.replace(/\s+/g, ' ')),
    breakLine: () => void pieces.push('\n'),
    flush,
    place: () => pieces.length,
    wordsFrom: (place) =>
      place > pieces.length || pieces.length - place > PIECES_MAX ? undefined : pieces.slice(place).join(''),
    replaceFrom: (place, words) => void pieces.splice(place, pieces.length, words),
    lastCharacter: () => pieces.at(-1)?.at(-1) ?? '',
    flushCode() {
      const code = end()
        .replace(/\r\n?/g, '\n')
        .replace(/^[ \t]*\n/, '')
        .trimEnd();
      if (code === '') return;
      const longest = Math.max(2, ...(code.match(/`+/g) ?? []).slice(0, 1_000).map((marks) => marks.length));
      const fence = '`'.repeat(Math.min(longest, 100) + 1);
      blocks.push(`${fence}\n${code}\n${fence}`);
      mark = '';
    },
    collect() {
      flush('');
      const outer = blocks;
      blocks = [];
      return () => {
        flush('');
        const inner = blocks;
        blocks = outer;
        return inner;
      };
    },
    push(more) {
      for (const block of more) blocks.push(block);
    },
    get blocks() {
      return blocks;
    },
  };
}
