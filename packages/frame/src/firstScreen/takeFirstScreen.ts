import type { Widget } from '@sotto/widget-core';
import type {} from './firstScript';

/**
 * How long to record keys for a text box that never appears, as in a chat that starts with a form, in milliseconds.
 */
export const TEXT_BOX_WAIT_MS = 3_000;

/**
 * Hands over from the first script to the application, which `draw` renders: typed text is appended to the draft, and
 * a pressed button is pressed once.
 *
 * If the server rendered the text box, the application takes over that element in `draw`. Otherwise recording
 * continues until there is a text box.
 */
export function takeFirstScreen(widget: Pick<Widget, 'draft'>, root: HTMLElement, draw: () => void): void {
  const first = window.sottoFirst;
  const { draft } = widget;
  let handOver = (): void => undefined;
  const take = (): void => {
    const early = first?.stop();
    if (!early) return;
    const { text, isSent, next, pressed, restored } = early;
    const { text: known } = draft.getState();
    draft.set(restored?.startsWith(known) ? text : known + text);
    if (restored !== undefined) history.replaceState(null, '');
    handOver = () => {
      if (pressed?.isConnected) pressed.click();
      if (isSent) pressEnter(root);
      if (next !== '') draft.set(draft.getState().text + next);
    };
  };
  if (first && root.querySelector('textarea')) {
    take();
    draw();
    handOver();
    return;
  }
  draw();
  if (!first) return;
  const end = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    take();
    // After the draft is in the text box.
    setTimeout(handOver);
  };
  const look = (): void => {
    if (root.querySelector('textarea')) end();
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  const timer = setTimeout(end, TEXT_BOX_WAIT_MS);
  look();
}

function pressEnter(root: HTMLElement): void {
  root
    .querySelector('textarea')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}
