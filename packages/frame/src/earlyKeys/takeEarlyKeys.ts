import type { Widget } from '@sotto/widget-core';
import type {} from './earlyScript';

/** How long keys are kept for a text box that is never drawn, as in a chat that begins with a form, in milliseconds. */
export const TEXT_BOX_WAIT_MS = 3_000;

/**
 * Gives the widget, which is being drawn, what is typed until its text box is there: behind the draft that there is. An
 * Enter that came after it is pressed then.
 */
export function takeEarlyKeys(widget: Pick<Widget, 'draft'>, root: HTMLElement): void {
  const early = window.sottoEarly;
  if (!early) return;
  const take = (box: HTMLElement | null): void => {
    observer.disconnect();
    clearTimeout(timer);
    const { text, isSent } = early.stop();
    if (text !== '') widget.draft.set(widget.draft.getState().text + text);
    // Once the draft is in the text box.
    if (isSent && box)
      setTimeout(() => {
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      });
  };
  const look = (): void => {
    const box = root.querySelector('textarea');
    if (box) take(box);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  const timer = setTimeout(take, TEXT_BOX_WAIT_MS, null);
  look();
}
