/*
 * The frame's first script: it keeps what is typed from the page's first moment until there is a text box with the
 * focus. It is served as it is built, without imports.
 */

/** What was typed before there was a text box. */
export interface EarlyKeys {
  /**
   * Ends the keeping. Keys that go nowhere are still led to the text box, until it has had the focus once.
   *
   * @returns the text, and whether Enter came after it
   */
  stop(): { readonly text: string; readonly isSent: boolean };
}

declare global {
  interface Window {
    sottoEarly?: EarlyKeys;
  }
}

{
  let text = '';
  let isSent = false;
  let isKept = true;
  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target !== document.body && target !== document.documentElement) return;
    const isWritten = key.length === 1;
    if (!isKept) {
      // A key goes to the element that has the focus when its listeners are done.
      if (isWritten) document.querySelector('textarea')?.focus({ preventScroll: true });
    } else if (isWritten) {
      event.preventDefault();
      if (!isSent) text += key;
    } else if (key === 'Backspace' && !isSent) text = text.slice(0, -1);
    else if (key === 'Enter') isSent = text.trim() !== '';
  };
  document.addEventListener('keydown', onKey);
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) document.removeEventListener('keydown', onKey);
  });
  window.sottoEarly = {
    stop() {
      isKept = false;
      return { text, isSent };
    },
  };
}
