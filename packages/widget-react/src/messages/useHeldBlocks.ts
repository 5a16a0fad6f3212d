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

/** How long text waits for a part above it to load, in milliseconds. */
export const HOLD_MAX_MS = 3_000;

/**
 * The blocks that may be rendered now. While a reply is streaming, content below a block waits until the part that
 * renders it is loaded: its height is unknown before, and text being read must not move.
 *
 * @param isStreamed - the text was streaming when it was first rendered; other texts never wait
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
