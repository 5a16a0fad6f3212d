import type { CancelTimer } from './clock';

/**
 * Joins consecutive pieces of text, so that their fixed cost is paid once.
 *
 * @param schedule - when to emit the joined piece: before the next frame, or after a delay
 * @param join - undefined: `next` does not continue the buffered piece, which is then emitted first
 */
export function createJoinedText<Piece>(
  schedule: (callback: () => void) => CancelTimer,
  join: (buffered: Piece, next: Piece) => Piece | undefined,
  handOn: (joined: Piece) => void,
): {
  readonly add: (piece: Piece) => void;
  /** Emits the buffered text now. */
  readonly flush: () => void;
} {
  let buffered: Piece | undefined;
  let cancel: CancelTimer | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const joined = buffered;
    buffered = undefined;
    if (joined !== undefined) handOn(joined);
  }

  return {
    add(piece) {
      const joined = buffered && join(buffered, piece);
      if (!joined) flush();
      buffered = joined ?? piece;
      cancel ??= schedule(flush);
    },
    flush,
  };
}
