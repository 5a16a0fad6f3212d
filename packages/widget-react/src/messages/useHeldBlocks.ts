import { useEffect, useState, useSyncExternalStore } from 'react';
import { decideMedia, type Block } from '@sotto/widget-core/content';
import { follow } from '../hooks/lazyPart';
import { useRemotePolicy } from '../hooks/useRemotePolicy';
import { useOwnComponents } from '../parts/components';
import { LateDiagram, LateTable, richParts } from '../parts/lateParts';
import { formulas } from '../parts/MathPart';
import { LateBlockedMedia } from '../parts/MediaPart';
import { createHolder, type Waits } from './heldBlocks';

const LATE = [formulas, LateDiagram, LateTable, LateBlockedMedia, richParts];
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
  const [hold] = useState(createHolder);

  const waits: Waits = (part) => {
    switch (part.kind) {
      case 'math':
        return ('raw' in part ? !own.Math : part.closed !== false) && !formulas.isSettled();
      case 'diagram':
        return !own.Diagram && !LateDiagram.isSettled();
      case 'table':
        return !own.Table && !LateTable.isSettled();
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
  const shown = isStreamed && !isOver ? hold(blocks, waits) : blocks;
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
