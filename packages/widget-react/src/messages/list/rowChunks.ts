import { toSteadyPieces } from '../../hooks/useSteady';
import type { Row } from './messageRows';

/** Messages that are drawn, and given up, together. */
export const CHUNK_SIZE = 20;
/**
 * How many of the newest messages are always drawn: a panel full. What a tall one shows beyond them is drawn a moment
 * later.
 */
const NEWEST_COUNT = 20;
/** Rows in pieces of `CHUNK_SIZE`, counted from the oldest. */
export function toChunks(rows: readonly Row[], before: readonly (readonly Row[])[]): readonly (readonly Row[])[] {
  return toSteadyPieces(rows, CHUNK_SIZE, before);
}

/** The first piece that is always drawn: from there on are the newest messages. */
export function firstDrawnChunk(rowCount: number): number {
  return Math.max(0, Math.floor((rowCount - NEWEST_COUNT) / CHUNK_SIZE));
}
