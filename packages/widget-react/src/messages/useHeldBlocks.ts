import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { decideMedia, type Block } from '@sotto/widget-core/content';
import { follow } from '../hooks/lazyPart';
import { useRemotePolicy } from '../hooks/useRemotePolicy';
import { useOwnComponents } from '../parts/components';
import { LateDiagram, richParts } from '../parts/lateParts';
import { formulas } from '../parts/MathPart';
import { LateBlockedMedia } from '../parts/MediaPart';
import { holdBlocks, type Waits } from './heldBlocks';

const LATE = [formulas, LateDiagram, LateBlockedMedia, richParts];
const countSettled = (): number => LATE.filter((late) => late.isSettled()).length;

/** As long as words wait for what draws the block above them, in milliseconds. */
export const HOLD_MAX_MS = 3_000;

/**
 * The blocks of a text that may be drawn now. While a reply is written, what stands behind a block is held back as long
 * as the part that draws the block is still being loaded: nobody knows its height before, and what is read must not
 * move.
 *
 * @param isStreamed - the text was being written when it was first drawn; no other text is held back
 */
export function useHeldBlocks(blocks: readonly Block[], isStreamed: boolean): readonly Block[] {
  const own = useOwnComponents();
  const policy = useRemotePolicy();
  const [isOver, setOver] = useState(false);
  useSyncExternalStore(follow, countSettled, countSettled);
  /** So many blocks at the beginning wait for nothing, the last of which is this one. */
  const clear = useRef<{ count: number; last: Block | undefined }>({ count: 0, last: undefined });

  const waits: Waits = (part) => {
    switch (part.kind) {
      case 'math':
        return ('raw' in part ? !own.Math : part.closed !== false) && !formulas.isSettled();
      case 'diagram':
        return !own.Diagram && !LateDiagram.isSettled();
      case 'rich':
        return !own.Rich && part.closed && !richParts.isSettled();
      case 'media':
        return (
          !own.Media && !LateBlockedMedia.isSettled() && decideMedia(part.address, part.media, policy).action === 'ask'
        );
      default:
        return false;
    }
  };
  let shown = blocks;
  if (isStreamed && !isOver) {
    const { count, last } = clear.current;
    const from = count > 0 && blocks[count - 1] === last ? count : 0;
    const open = from > 0 ? blocks.slice(from) : blocks;
    const free = holdBlocks(open, waits);
    if (free !== open) shown = from > 0 ? [...blocks.slice(0, from), ...free] : free;
    // Its last block may become another one.
    else if (blocks.length > 1) clear.current = { count: blocks.length - 1, last: blocks.at(-2) };
  }

  const isHeld = shown !== blocks;
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => {
      setOver(true);
    }, HOLD_MAX_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isHeld]);
  return shown;
}
