import { SCROLL_AREA_MARGIN_PX, SCROLL_MARGIN_PX } from '@sotto/widget-core/internal';

/**
 * Whether the list follows new text [W-31]. Pure: events in, states out.
 *
 * - `neutral`: the visitor has not scrolled yet; follows.
 * - `anchored`: at the bottom; follows.
 * - `interacting`: the visitor is scrolling; the list does not move.
 * - `stopped`: the visitor has scrolled up; does not follow until they are back.
 * - `disabled`: the owner has switched following off.
 */
export type ScrollState = 'neutral' | 'anchored' | 'interacting' | 'stopped' | 'disabled';

/** Scroll position, in CSS pixels. */
export interface ScrollPosition {
  /** `scrollTop` */
  readonly top: number;
  /** `scrollHeight` */
  readonly height: number;
  /** `clientHeight` */
  readonly view: number;
}

/** State between events. */
export interface ScrollModel {
  readonly state: ScrollState;
  readonly position: ScrollPosition;
}

/** Events of the scroller. */
export type ScrollEvent =
  /** It was scrolled, for any reason. */
  | { readonly type: 'scrolled'; readonly position: ScrollPosition }
  /** The visitor scrolls up by wheel, touch or key; the list has not moved yet. */
  | { readonly type: 'pulled-up'; readonly position: ScrollPosition }
  /** One second after the last scrolling. */
  | { readonly type: 'interaction-ended'; readonly position: ScrollPosition }
  /** Two seconds after the last check. */
  | { readonly type: 'checked'; readonly position: ScrollPosition }
  /** The visitor requested the newest message, or sent one. */
  | { readonly type: 'jumped' }
  | { readonly type: 'switched'; readonly isEnabled: boolean };

/** Initial state of a list. */
export const SCROLL_START: ScrollModel = { state: 'neutral', position: { top: 0, height: 0, view: 0 } };

/** Distance from the bottom of the view to the end of the content. */
export function distanceFromBottom({ top, height, view }: ScrollPosition): number {
  return Math.max(0, height - view - top);
}

/** Whether new text scrolls the list. */
export function isFollowing(state: ScrollState): boolean {
  return state === 'neutral' || state === 'anchored';
}

/**
 * Reduces an event. Leaving the bottom takes effect immediately; `interaction-ended` and `checked` also detect a
 * return.
 */
export function scrollManager(model: ScrollModel, event: ScrollEvent): ScrollModel {
  if (event.type === 'switched') return { ...model, state: event.isEnabled ? 'neutral' : 'disabled' };
  if (model.state === 'disabled') return model;
  if (event.type === 'jumped') return { ...model, state: 'anchored' };

  const { position } = event;
  const distance = distanceFromBottom(position);
  switch (event.type) {
    case 'pulled-up':
      return { state: position.height > position.view ? 'stopped' : model.state, position };
    case 'scrolled':
      return { state: afterScroll(model, position, distance), position };
    case 'interaction-ended':
      return {
        state:
          model.state === 'interacting' ? (distance <= SCROLL_AREA_MARGIN_PX ? 'anchored' : 'stopped') : model.state,
        position,
      };
    case 'checked':
      return {
        state: model.state === 'stopped' && distance <= SCROLL_AREA_MARGIN_PX ? 'anchored' : model.state,
        position,
      };
  }
}

function afterScroll(model: ScrollModel, position: ScrollPosition, distance: number): ScrollState {
  if (isMovedByReader(model.position, position)) return distance > SCROLL_MARGIN_PX ? 'stopped' : model.state;
  if (distance <= SCROLL_MARGIN_PX) return 'anchored';
  if (position.top > model.position.top && model.state === 'stopped') return 'interacting';
  return model.state;
}

/**
 * When content shrinks, the browser scrolls up by at most that amount. Anything beyond was the visitor, find-in-page
 * or a link. A small scroll by the visitor at the same moment is detected by `pulled-up`.
 */
function isMovedByReader(before: ScrollPosition, now: ScrollPosition): boolean {
  const movedUp = before.top - now.top;
  if (now.height === before.height && now.view === before.view) return movedUp > 0;
  return (
    movedUp > Math.max(0, before.height - now.height) + Math.max(0, now.view - before.view) + SCROLL_AREA_MARGIN_PX
  );
}
