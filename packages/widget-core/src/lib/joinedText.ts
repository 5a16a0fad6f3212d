import type { CancelTimer } from './clock';

/** A piece of text and its offset. */
export interface TextPiece {
  /** Identifies the text that the piece belongs to. */
  readonly key: string;
  readonly offset: number;
  readonly text: string;
}

/** Joined pieces of text, and the last stream event they include. */
export interface JoinedDelta<Piece extends TextPiece> {
  readonly event: Piece;
  readonly lastEventId: string | undefined;
}

/** Joins consecutive pieces of text, so that their fixed cost is paid once. */
export interface JoinedText<Piece extends TextPiece> {
  readonly add: (delta: Piece, lastEventId: string | undefined) => void;
  /** Emits the buffered text now. */
  readonly flush: () => void;
}

/**
 * @param schedule - when to emit the buffered text: before the next frame, or after a delay
 * @param handOn - receives the joined text; a piece that does not continue the buffered text emits that text first
 */
export function createJoinedText<Piece extends TextPiece>(
  schedule: (callback: () => void) => CancelTimer,
  handOn: (joined: JoinedDelta<Piece>) => void,
): JoinedText<Piece> {
  let waiting:
    | { readonly first: Piece; readonly pieces: string[]; end: number; lastEventId: string | undefined }
    | undefined;
  let cancel: CancelTimer | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const joined = waiting;
    if (!joined) return;
    waiting = undefined;
    handOn({ event: { ...joined.first, text: joined.pieces.join('') }, lastEventId: joined.lastEventId });
  }

  return {
    add(delta, lastEventId) {
      if (waiting && (waiting.first.key !== delta.key || waiting.end !== delta.offset)) flush();
      waiting ??= { first: delta, pieces: [], end: delta.offset, lastEventId };
      waiting.pieces.push(delta.text);
      waiting.end += delta.text.length;
      waiting.lastEventId = lastEventId;
      cancel ??= schedule(flush);
    },
    flush,
  };
}
