import type { SottoChatElement } from '../types';

/** Events of page swaps: before one the widget is taken out of harm's way, after it it is put back. */
const BEFORE = ['turbo:before-render', 'turbolinks:before-render', 'astro:before-swap'];
const AFTER = ['turbo:render', 'turbolinks:render', 'astro:after-swap'];

/**
 * `moveBefore` keeps a frame alive where the browser has it; elsewhere the frame loads anew and finds its state again.
 */
type Mover = ParentNode & Node & { moveBefore?: (node: Node, before: Node | null) => void };

/**
 * Keeps a widget that the page has put into its body over a swap of that body (Turbo, Turbolinks, Astro).
 *
 * It waits beside the body while the page renders, then takes the place of the same widget in the new body. Without
 * such a place the new page has none, and the widget ends as it would have.
 */
export function migrateState(element: SottoChatElement, signal: AbortSignal): void {
  const page = element.ownerDocument;
  let isWaiting = false;
  const move = (parent: Mover, before: Node | null): void => {
    if (parent.moveBefore && element.isConnected) parent.moveBefore(element, before);
    else parent.insertBefore(element, before);
  };
  for (const type of BEFORE)
    page.addEventListener(
      type,
      () => {
        if (isWaiting || !page.body.contains(element)) return;
        isWaiting = true;
        element.toggleAttribute('data-carried', true);
        move(page.documentElement, null);
      },
      { signal },
    );
  for (const type of AFTER)
    page.addEventListener(
      type,
      () => {
        if (!isWaiting) return;
        isWaiting = false;
        element.removeAttribute('data-carried');
        const place = [...page.body.querySelectorAll<SottoChatElement>(element.localName)].find((other) =>
          isSame(other, element),
        );
        const parent = place?.parentNode;
        if (!parent) element.remove();
        else {
          move(parent, place);
          place.remove();
          // The new page sets the contact.
          const contact = place.getAttribute('contact');
          if (contact === null) element.removeAttribute('contact');
          else if (contact !== element.getAttribute('contact')) element.setAttribute('contact', contact);
        }
      },
      { signal },
    );
}

function isSame(other: SottoChatElement, element: SottoChatElement): boolean {
  const id = element.getAttribute('id');
  return id === null
    ? other.getAttribute('widget') === element.getAttribute('widget')
    : other.getAttribute('id') === id;
}
