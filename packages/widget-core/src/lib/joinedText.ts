import type { CancelTimer } from './clock';

/** A piece of a text, and its place in it. */
export interface TextPiece {
  /** Whose text it is. */
  readonly key: string;
  readonly offset: number;
  readonly text: string;
}

/** Text that came in pieces, as one piece, and the stream event up to which it is complete. */
export interface JoinedDelta<Piece extends TextPiece> {
  readonly event: Piece;
  readonly lastEventId: string | undefined;
}

/** Joins pieces of a text that follow each other, so that what each of them costs is paid once for many. */
export interface JoinedText<Piece extends TextPiece> {
  readonly add: (delta: Piece, lastEventId: string | undefined) => void;
  /** Hands on now what waits. */
  readonly flush: () => void;
}

/**
 * @param schedule - when what waits is handed on: the next frame, a moment later
 * @param handOn - gets the joined text; a piece that does not follow the one before hands on what came before it
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
