import type { SottoChatElement } from '../types';

/** Events of page swaps: the widget is moved out of the body before, and back after. */
const BEFORE = ['turbo:before-render', 'turbolinks:before-render', 'astro:before-swap'];
const AFTER = ['turbo:render', 'turbolinks:render', 'astro:after-swap'];

/** In browsers with `moveBefore` the frame survives the move. In others it is reloaded and restores its state. */
type Mover = ParentNode & Node & { moveBefore?: (node: Node, before: Node | null) => void };

/**
 * Keeps a widget inside the page's body when that body is replaced (Turbo, Turbolinks, Astro).
 *
 * It waits outside the body while the page renders, then replaces the same widget in the new body. If the new body
 * has none, the widget is destroyed.
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
          // The new page sets its own contact.
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
