import { flushSync } from 'react-dom';
import { estimateHeightPx, FarMessages } from './farMessages';
import { goToPlace, readPlace } from './readingPlace';
import type { ScrollPlace } from '@sotto/widget-core';
import { SCROLL_MARGIN_PX } from '@sotto/widget-core/internal';

/** State of a chunk of the list. */
export interface ChunkForm {
  readonly isDrawn: boolean;
  /** Its last rendered height, in CSS pixels, which its text keeps. */
  readonly heightPx: number | undefined;
}

/** Renders chunks near the reader and reduces far ones to text. */
export interface ChunkWatcher {
  /** @param isKept - never reduced to text */
  observe(element: HTMLElement, isKept: boolean, setForm: (form: ChunkForm) => void): () => void;
  /** Renders a chunk now, wherever it is. */
  draw(element: Element): void;
  close(): void;
  /** The element shown for far messages, and its height. */
  readonly FarMessages: typeof FarMessages;
  readonly estimateHeightPx: typeof estimateHeightPx;
}

/**
 * How far beyond the view messages are rendered: more than browsers lay out ahead, so that readers never see
 * placeholders.
 */
const AHEAD = '200% 0px';

/**
 * Observes the chunks of a long conversation. Loaded with the first one.
 *
 * The reader's position is kept: by browsers with scroll anchoring, for others here.
 */
export function watchChunks(scroller: HTMLElement): ChunkWatcher {
  const known = new Map<Element, { readonly isKept: boolean; readonly setForm: (form: ChunkForm) => void }>();
  const page = scroller.ownerDocument.defaultView;
  const isAnchored = CSS.supports('overflow-anchor', 'auto');
  const letGo = isAnchored ? undefined : holdPlace(scroller);

  const observer = new IntersectionObserver(
    (entries) => {
      // A hidden list has no reading position.
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

/**
 * Whether reducing a chunk to text would lose something: input, playback, an opened part, a selection or the focus.
 */
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
 * Keeps the reader's position when content above changes its size: a formula, a picture, a form. For browsers without
 * scroll anchoring (Safari). Does nothing at the end of the list, which follows its newest text.
 *
 * @param scroller - a list whose first child contains the scrolled content
 */
export function holdPlace(scroller: HTMLElement): () => void {
  let place: ScrollPlace | undefined;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= SCROLL_MARGIN_PX;
  const remember = (): void => {
    place = isAtEnd() ? undefined : readPlace(scroller);
  };
  // The list's own observer runs first and has already scrolled if it follows.
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
