import type { Widget } from '@sotto/widget-core';
import type {} from './earlyScript';

/**
 * Gives the widget, which is drawn next, what was typed before it was there: behind the draft that there is.
 *
 * @returns presses the Enter that was pressed, once the text box is drawn
 */
export function takeEarlyKeys(widget: Pick<Widget, 'draft'>, root: HTMLElement): () => void {
  const { text, isSent } = window.sottoEarly?.stop() ?? { text: '', isSent: false };
  if (text !== '') widget.draft.set(widget.draft.getState().text + text);
  return () => {
    if (isSent)
      setTimeout(() => {
        root
          .querySelector('textarea')
          ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      });
  };
}
