import type { Row } from './messageRows';

/** Messages that are drawn, and given up, together. */
export const CHUNK_SIZE = 20;
/** How many of the newest messages are always drawn: more than any panel shows at once. */
const NEWEST_COUNT = 40;
/** Rows in pieces of `CHUNK_SIZE`, counted from the oldest, so that a new message changes the last piece only. Pieces that say the same keep their identity. */
export function toChunks(rows: readonly Row[], before: readonly (readonly Row[])[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK_SIZE) }, (_, index) => {
    const from = index * CHUNK_SIZE;
    const length = Math.min(CHUNK_SIZE, rows.length - from);
    const old = before[index];
    return old?.length === length && old.every((row, place) => row === rows[from + place]) ? old : rows.slice(from, from + length);
  });
}

/** The first piece that is always drawn: from there on are the newest messages. */
export function firstDrawnChunk(rowCount: number): number {
  return Math.max(0, Math.floor((rowCount - NEWEST_COUNT) / CHUNK_SIZE));
}
