/*
 * The frame's first script, in every page that the server sends. It asks again for a script that could not be had.
 * Beside a screen that the server has drawn it keeps what is typed and pressed until the chat itself has started, and
 * hides a screen that is not this visitor's. It is served as it is built, without imports.
 */

/** What was done before the chat had started. */
export interface EarlyPresses {
  /** Buttons and text boxes that were pressed, in order; a text box by Enter. */
  readonly pressed: Set<HTMLElement>;
  /** Ends it: the chat listens itself. */
  stop(): void;
}

declare global {
  interface Window {
    sottoEarly?: EarlyPresses;
  }
}

{
  const RETRY_MS = 1_000;
  const page = document;
  const prefix = `sotto:${page.currentScript?.dataset['widget'] ?? ''}:`;
  // Where the page around has the frame's origin, the loader's two notes are under the same prefix.
  const keeps = (name: 'localStorage' | 'sessionStorage'): boolean => {
    try {
      return Object.keys(window[name]).some((key) => key.startsWith(prefix) && !/:(?:open|seen)$/.test(key));
    } catch {
      return false;
    }
  };
  const pressed = new Set<HTMLElement>();
  const ending = new AbortController();
  const { signal } = ending;
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ): void => {
    page.addEventListener(name, listener, { capture: true, signal });
  };
  const findBox = (): HTMLTextAreaElement | null => page.querySelector('textarea');
  window.sottoEarly = {
    pressed,
    stop() {
      ending.abort();
    },
  };

  // Once, a moment later, from a page at another address. When that is no help, the page around the frame says so.
  on('error', ({ target }) => {
    const again = new URL(location.href);
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || again.searchParams.has('t')) return;
    setTimeout(() => {
      again.searchParams.set('t', String(Date.now()));
      location.replace(again);
    }, RETRY_MS);
  });
  // The name of a window stays with it, and nothing has to be kept for that: what is typed, and whether to send it.
  window.addEventListener(
    'pagehide',
    () => {
      const box = findBox();
      window.name = box?.value ? `${pressed.has(box) ? 'send' : 'keep'} ${box.value}` : '';
    },
    { signal },
  );

  // Somebody who was here before sees their own conversation: the loader's skeleton stays until it is drawn.
  if (keeps('localStorage') || keeps('sessionStorage')) page.documentElement.dataset['returning'] = '';
  else {
    // It stands there until it is sent.
    const press = (box: HTMLTextAreaElement): void => {
      box.readOnly = true;
      pressed.add(box);
    };
    on('click', (event) => {
      const button = event.target instanceof Element && event.target.closest('button');
      if (!button) return;
      event.preventDefault();
      pressed.add(button);
    });
    on('submit', (event) => {
      event.preventDefault();
    });
    on('keydown', (event) => {
      const box = event.target;
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !(box instanceof HTMLTextAreaElement)) return;
      event.preventDefault();
      if (box.value.trim() !== '') press(box);
    });
    // The page around the frame gives the focus to the frame: whoever opens the chat can write at once.
    const enter = (): void => {
      if (page.hasFocus() && page.activeElement === page.body) findBox()?.focus({ preventScroll: true });
    };
    on('DOMContentLoaded', () => {
      const box = findBox();
      const [, order, text = ''] = /^(send|keep) ([^]*)/.exec(window.name) ?? [];
      if (box && order) {
        box.value = text;
        window.name = '';
        if (order === 'send') press(box);
      }
      enter();
    });
    window.addEventListener('focus', enter, { signal });
  }
}
