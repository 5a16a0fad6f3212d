import { SCROLL_AREA_MARGIN_PX, SCROLL_MARGIN_PX } from '@sotto/widget-core/internal';

/**
 * Whether the list follows new text [W-31]. Pure: events in, states out.
 *
 * - `neutral`: nobody has scrolled yet; follows.
 * - `anchored`: at the bottom; follows.
 * - `interacting`: the visitor is scrolling; nothing moves under their hand.
 * - `stopped`: the visitor scrolled up; nothing follows until they are back.
 * - `disabled`: the owner switched following off.
 */
export type ScrollState = 'neutral' | 'anchored' | 'interacting' | 'stopped' | 'disabled';

/** Where a scroller stands, in CSS pixels. */
export interface ScrollPosition {
  /** `scrollTop` */
  readonly top: number;
  /** `scrollHeight` */
  readonly height: number;
  /** `clientHeight` */
  readonly view: number;
}

/** What the manager remembers between events. */
export interface ScrollModel {
  readonly state: ScrollState;
  readonly position: ScrollPosition;
}

/** What happened to the scroller. */
export type ScrollEvent =
  /** It moved, by whomever. */
  | { readonly type: 'scrolled'; readonly position: ScrollPosition }
  /** The visitor's wheel, finger or key went up, before anything has moved. */
  | { readonly type: 'pulled-up'; readonly position: ScrollPosition }
  /** A second has passed since the last scrolling. */
  | { readonly type: 'interaction-ended'; readonly position: ScrollPosition }
  /** Two seconds have passed since the last look. */
  | { readonly type: 'checked'; readonly position: ScrollPosition }
  /** The visitor asked for the newest message, or sent one. */
  | { readonly type: 'jumped' }
  | { readonly type: 'switched'; readonly isEnabled: boolean };

/** Where a list begins. */
export const SCROLL_START: ScrollModel = { state: 'neutral', position: { top: 0, height: 0, view: 0 } };

/** How far the bottom of the content is below the view. */
export function distanceFromBottom({ top, height, view }: ScrollPosition): number {
  return Math.max(0, height - view - top);
}

/** Whether new text moves the list. */
export function isFollowing(state: ScrollState): boolean {
  return state === 'neutral' || state === 'anchored';
}

/** The next model. Leaving the bottom works at once; coming back is also found by `interaction-ended` and `checked`. */
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
 * A list that changed its size is moved by the browser, as far as it became smaller: nobody scrolled. What goes farther
 * up was somebody, or find-in-page, or a link. A reader who scrolls a little at that very moment is detected by
 * `pulled-up`.
 */
function isMovedByReader(before: ScrollPosition, now: ScrollPosition): boolean {
  const movedUp = before.top - now.top;
  if (now.height === before.height && now.view === before.view) return movedUp > 0;
  return (
    movedUp > Math.max(0, before.height - now.height) + Math.max(0, now.view - before.view) + SCROLL_AREA_MARGIN_PX
  );
}
