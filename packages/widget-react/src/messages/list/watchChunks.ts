import { flushSync } from 'react-dom';
import { estimateHeightPx, FarMessages } from './farMessages';
import { goToPlace, readPlace } from './readingPlace';
import type { ScrollPlace } from '@sotto/widget-core';
import { SCROLL_MARGIN_PX } from '@sotto/widget-core/internal';

/** How a piece of the list stands. */
export interface ChunkForm {
  readonly isDrawn: boolean;
  /** What it took when it was drawn last, in CSS pixels: its text takes the same place. */
  readonly heightPx: number | undefined;
}

/** Draws what is near the reader, and gives up what is far. */
export interface ChunkWatcher {
  /** @param isKept - never given up */
  observe(element: HTMLElement, isKept: boolean, setForm: (form: ChunkForm) => void): () => void;
  /** Draws a piece now, wherever it is. */
  draw(element: Element): void;
  close(): void;
  /** What stands for messages that are far, and how much place it takes. */
  readonly FarMessages: typeof FarMessages;
  readonly estimateHeightPx: typeof estimateHeightPx;
}

/**
 * How far beyond the view messages are drawn: more than a browser lays out ahead, so a reader meets drawn messages
 * only.
 */
const AHEAD = '200% 0px';

/**
 * Watches the pieces of a long conversation. Loaded when there is one.
 *
 * What is being read stays where it is: browsers that anchor the scroll do it themselves, for others it is done here.
 */
export function watchChunks(scroller: HTMLElement): ChunkWatcher {
  const known = new Map<Element, { readonly isKept: boolean; readonly setForm: (form: ChunkForm) => void }>();
  const page = scroller.ownerDocument.defaultView;
  const isAnchored = CSS.supports('overflow-anchor', 'auto');
  const letGo = isAnchored ? undefined : holdPlace(scroller);

  const observer = new IntersectionObserver(
    (entries) => {
      // A list that is not on the screen has no reading position.
      if (scroller.clientHeight === 0) return;
      change(
        entries
          .filter(({ target, isIntersecting }) => isIntersecting || canBeGivenUp(target))
          .map(({ target, isIntersecting, boundingClientRect }) => [
            target,
            { isDrawn: isIntersecting, heightPx: boundingClientRect.height },
          ]),
      );
    },
    { root: scroller, rootMargin: AHEAD },
  );

  function change(forms: readonly (readonly [Element, ChunkForm])[]): void {
    if (forms.length === 0) return;
    const place = isAnchored ? undefined : readPlace(scroller);
    flushSync(() => {
      for (const [element, form] of forms) known.get(element)?.setForm(form);
    });
    if (place) goToPlace(scroller, place);
  }

  function canBeGivenUp(element: Element): boolean {
    return !(known.get(element)?.isKept ?? true) && !element.hasAttribute('data-text') && !isInUse(element);
  }

  const drawAll = (): void => {
    change([...known.keys()].map((element) => [element, { isDrawn: true, heightPx: undefined }]));
  };
  const lookAgain = (): void => {
    for (const element of known.keys()) {
      observer.unobserve(element);
      observer.observe(element);
    }
  };
  page?.addEventListener('beforeprint', drawAll);
  page?.addEventListener('afterprint', lookAgain);

  return {
    FarMessages,
    estimateHeightPx,
    observe(element, isKept, setForm) {
      known.set(element, { isKept, setForm });
      observer.observe(element);
      return () => {
        observer.unobserve(element);
        known.delete(element);
      };
    },
    draw(element) {
      change([[element, { isDrawn: true, heightPx: undefined }]]);
    },
    close() {
      observer.disconnect();
      letGo?.();
      page?.removeEventListener('beforeprint', drawAll);
      page?.removeEventListener('afterprint', lookAgain);
    },
  };
}

/** Something in it would be lost: what was filled in, what plays, what was opened or selected, the focus. */
function isInUse(element: Element): boolean {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  const selection = element.ownerDocument.getSelection();
  return (
    element.contains(activeElement) ||
    element.querySelector('form, textarea, video, audio, iframe, [open], [aria-expanded="true"]') !== null ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}

/**
 * Keeps what is read where it is when something above it changes its size later: a formula, a picture, a form. For
 * browsers that do not anchor the scroll themselves (Safari). Whoever is at the end is left alone: the list follows its
 * newest text.
 *
 * @param scroller - a list whose first child holds what is scrolled
 */
export function holdPlace(scroller: HTMLElement): () => void {
  let place: ScrollPlace | undefined;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= SCROLL_MARGIN_PX;
  const remember = (): void => {
    place = isAtEnd() ? undefined : readPlace(scroller);
  };
  // The list's own observer was there before, and has followed by now if it follows.
  const sizes = new ResizeObserver(() => {
    if (place && scroller.clientHeight > 0 && !isAtEnd()) goToPlace(scroller, place);
  });
  scroller.addEventListener('scroll', remember, { passive: true });
  if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
  return () => {
    scroller.removeEventListener('scroll', remember);
    sizes.disconnect();
  };
}
