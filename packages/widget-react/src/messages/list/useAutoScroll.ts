import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ScrollPlace } from '@sotto/widget-core';
import { SCROLL_BOTTOM_THRESHOLD_PX } from '@sotto/widget-core/internal';
import { goToPlace, readPlace } from './readingPlace';
import { listenToReader } from './listenToReader';
import {
  distanceFromBottom,
  isFollowing,
  scrollManager,
  SCROLL_START,
  type ScrollEvent,
  type ScrollPosition,
} from './scrollManager';

/** What a list needs to follow its newest text. */
export interface AutoScroll {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the reader is away from the newest text. */
  readonly isAway: boolean;
  /** Goes to the newest text, or to where the reader is held, if they have not gone elsewhere. */
  readonly follow: () => void;
  /** There is a new message since the list was opened: with `autoScroll` off nothing moves from here. */
  readonly endOpening: () => void;
  /** Goes to the newest text and follows it from there. */
  readonly jump: () => void;
}

/**
 * Keeps a list at its end while it grows, until the reader scrolls up; never moves under their hand [W-31].
 *
 * @param isEnabled - `autoScroll` of the settings; without it the list still opens at its end
 * @param place - where the reader was before the page was loaded again: kept, whatever loads above, until they move
 * @param keep - remembers where the reader is; undefined: at the newest text [W-30]
 */
export function useAutoScroll(
  isEnabled: boolean,
  place: ScrollPlace | undefined,
  keep: (place: ScrollPlace | undefined) => void,
): AutoScroll {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const model = useRef(SCROLL_START);
  const held = useRef(place);
  const isOpening = useRef(true);
  const [isAway, setAway] = useState(false);

  const onScroll = useCallback((event: ScrollEvent): void => {
    model.current = scrollManager(model.current, event);
    const element = scroller.current;
    if (element)
      setAway(
        !isFollowing(model.current.state) && distanceFromBottom(positionOf(element)) > SCROLL_BOTTOM_THRESHOLD_PX,
      );
  }, []);
  const follow = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    // First what has happened, then what we do about it: a jump of find-in-page may be so new that its event has not
    // come.
    onScroll({ type: 'scrolled', position: positionOf(element) });
    if (held.current && goToPlace(element, held.current))
      onScroll({ type: 'pulled-up', position: positionOf(element) });
    else if (isFollowing(model.current.state) || (isOpening.current && model.current.state === 'disabled')) {
      element.scrollTop = element.scrollHeight;
      // What is loaded anew is not there for a moment, which moves a list up: that is ours, and nobody's scrolling.
      onScroll({ type: 'scrolled', position: positionOf(element) });
    }
  }, [onScroll]);
  const endOpening = useCallback((): void => {
    isOpening.current = false;
  }, []);
  const jump = useCallback((): void => {
    held.current = undefined;
    onScroll({ type: 'jumped' });
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    setAway(false);
  }, [onScroll]);

  useLayoutEffect(() => {
    onScroll({ type: 'switched', isEnabled });
    follow();
  }, [isEnabled, onScroll, follow]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const save = (): void => {
      // Before the reader has moved, what is kept is better than what may still be loading.
      if (!held.current && element.clientHeight > 0)
        keep(isFollowing(model.current.state) ? undefined : readPlace(element));
    };
    const stop = listenToReader(element, {
      onScroll: (type) => {
        onScroll({ type, position: positionOf(element) });
      },
      release: () => {
        held.current = undefined;
        endOpening();
      },
      onRest: follow,
      // Not at `pagehide`: in a frame of another site that is later than the next page's start.
      onMove: save,
    });
    const sizes = new ResizeObserver(follow);
    sizes.observe(inner);
    sizes.observe(element);
    return () => {
      save();
      stop();
      sizes.disconnect();
    };
  }, [onScroll, follow, keep, endOpening]);

  return { scroller, content, isAway, follow, endOpening, jump };
}

function positionOf(element: Element): ScrollPosition {
  return { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
}
