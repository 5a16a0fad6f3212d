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
  /** Scrolls to the newest text, or to the reader's restored position, unless they have scrolled. */
  readonly follow: () => void;
  /** A new message has arrived since the list was opened: with `autoScroll` off the list no longer moves. */
  readonly endOpening: () => void;
  /** Scrolls to the newest text and follows it. */
  readonly jump: () => void;
}

/**
 * Keeps a list at its end while it grows, until the reader scrolls up [W-31].
 *
 * @param isEnabled - the setting `autoScroll`; without it the list still opens at its end
 * @param place - the reader's position before a reload: restored until they scroll, whatever loads above
 * @param keep - stores the reader's position; undefined if at the newest text [W-30]
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
    // Handle pending scrolling first: the event of a find-in-page jump may not have been dispatched yet.
    onScroll({ type: 'scrolled', position: positionOf(element) });
    if (held.current && goToPlace(element, held.current))
      onScroll({ type: 'pulled-up', position: positionOf(element) });
    else if (isFollowing(model.current.state) || (isOpening.current && model.current.state === 'disabled')) {
      element.scrollTop = element.scrollHeight;
      // Content that reloads is missing for a moment, which scrolls the list up without the visitor.
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
      // Until the reader scrolls, the stored position is more accurate than the current one, because content may
      // still be loading.
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
      // Not on `pagehide`: in a frame of another site that fires after the next page has started.
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
