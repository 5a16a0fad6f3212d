/*
 * The frame's first script: from the page's first moment until the application has taken over it keeps what is typed
 * and pressed, and hides what was drawn for somebody else. It is served as it is built, without imports.
 */

/** What was written before the application was there. */
export interface EarlyText {
  /** What is in the text box, or was typed before there was one. */
  readonly text: string;
  /** Enter or Send was pressed behind the text. */
  readonly isSent: boolean;
  /** What was typed after that. */
  readonly next: string;
}

/** What was done before the application was there. */
export interface EarlyInput extends EarlyText {
  /** The button that was pressed last. */
  readonly pressed: HTMLElement | undefined;
  /** The text from before the page was loaded anew: the stored draft may be the same, or its beginning. */
  readonly restored: string | undefined;
}

/** The first script's end of the handover. */
export interface FirstScript {
  /**
   * Ends the keeping. Keys that go nowhere are still led to the text box, until it has had the focus once. Called
   * again, it gives what is in the text box then.
   */
  stop(): EarlyInput;
  /** Ends the keeping of the page's messages, and dispatches them again, in their order: the connection listens. */
  forward(): void;
}

declare global {
  interface Window {
    sottoFirst?: FirstScript;
  }
}

{
  const kept = history.state as EarlyText | null;
  let text = kept?.text ?? '';
  let next = kept?.next ?? '';
  let isSent = kept?.isSent === true;
  let isKept = true;
  let pressed: HTMLElement | undefined;
  const page = document;
  const hasLoader = /[?&]v=/.test(location.search);
  const findBox = (): HTMLTextAreaElement | null => page.querySelector('textarea');

  /** Gives the text box the focus, and what was typed before it was there. */
  const enter = (): boolean => {
    const box = findBox();
    box?.focus({ preventScroll: true });
    if (!box || page.activeElement !== box) return false;
    if (isKept && text) {
      box.value += text;
      text = '';
    }
    return true;
  };
  const follow = (): void => {
    const box = findBox();
    const send = page.querySelector<HTMLButtonElement>('.sotto-send');
    if (box && send) send.disabled = box.value.trim() === '';
  };
  const send = (): void => {
    const box = findBox();
    if (isSent || ((box?.value ?? '') + text).trim() === '') return;
    isSent = true;
    if (box) box.readOnly = true;
  };

  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isNowhere = target === page.body || target === page.documentElement;
    const isWritten = key.length === 1;
    if (!isKept) {
      // A key goes to the element that has the focus when its listeners are done.
      if (isNowhere && isWritten) enter();
      return;
    }
    if (!isNowhere && target !== findBox()) return;
    if (key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (isWritten || key === 'Backspace') {
      if (isSent) next = isWritten ? next + key : next.slice(0, -1);
      else if (!isNowhere || enter()) return;
      else text = isWritten ? text + key : text.slice(0, -1);
      event.preventDefault();
    }
  };
  page.addEventListener('keydown', onKey);
  page.addEventListener('focusin', ({ target }) => {
    if (!isKept && target instanceof HTMLTextAreaElement) page.removeEventListener('keydown', onKey);
  });
  const onPress = (event: Event): void => {
    // Links need nobody: they open as they do later.
    const target = event.target instanceof Element && event.target.closest<HTMLElement>('button');
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    if (target.closest('.sotto-send')) send();
    else pressed = target;
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    send();
  };
  page.addEventListener('click', onPress, true);
  page.addEventListener('submit', onSubmit, true);
  page.addEventListener('input', follow);
  // A loader gives the frame the focus when the visitor has opened the chat.
  const onFocus = (): void => {
    if (hasLoader && page.hasFocus() && page.activeElement === page.body) enter();
  };
  const onLoad = (): void => {
    const box = findBox();
    if (box && text) {
      box.value = text + box.value;
      box.readOnly = isSent;
      text = '';
      follow();
    }
    onFocus();
  };
  window.addEventListener('focus', onFocus);
  page.addEventListener('DOMContentLoaded', onLoad);

  // A page that embeds the frame itself speaks as soon as it sees the chat (contract 2.6). Loaders wait for hello.
  const received: MessageEvent[] = [];
  const onMessage = (event: MessageEvent): void => {
    if (event.source === parent && received.length < 100) received.push(event);
  };
  if (parent !== window && !hasLoader) window.addEventListener('message', onMessage);

  // A welcome is for who has no conversation yet, and its words are for who reads them.
  const { lang, dir, dataset } = page.documentElement;
  const bar = (place: string, size: string): string =>
    `linear-gradient(color-mix(in srgb,currentColor 8%,#0000) 0 0) ${place}/${size} no-repeat`;
  const hideForOthers = (widgetId: string): string => {
    const mine = `sotto:${widgetId}:`;
    const language = localStorage.getItem(`${mine}language`);
    if (language !== null && !language.includes(`"${lang}"`)) return '#root{visibility:hidden}';
    const isKnown = [localStorage, sessionStorage].some((storage) =>
      Object.keys(storage).some((key) => key.startsWith(mine) && /:(?:session$|message:|outbox:)/.test(key)),
    );
    const [own, other] = dir === 'rtl' ? ['10%', '90%'] : ['90%', '10%'];
    return isKnown
      ? '.sotto-messages{visibility:hidden}.sotto-scroller{background:' +
          `${bar(`${own} 24px`, '45% 40px')},${bar(`${other} 88px`, '70% 96px')}}`
      : '';
  };
  let sheet: CSSStyleSheet | undefined;
  if (dataset['drawn'])
    try {
      // Where the browser cannot listen there is no microphone (`findRecognizer`).
      const canListen = 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;
      let rules = canListen ? '' : '.sotto-voice{display:none}';
      try {
        rules += hideForOthers(dataset['drawn']);
      } catch {
        // Storage is denied: this visitor has no conversation here.
      }
      if (rules) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        page.adoptedStyleSheets = [sheet];
      }
    } catch {
      // A browser without sheets of this kind shows what was drawn.
    }

  window.sottoFirst = {
    stop() {
      isKept = false;
      page.removeEventListener('click', onPress, true);
      page.removeEventListener('submit', onSubmit, true);
      page.removeEventListener('input', follow);
      page.removeEventListener('DOMContentLoaded', onLoad);
      window.removeEventListener('focus', onFocus);
      if (sheet) page.adoptedStyleSheets = [];
      const early = { text: (findBox()?.value ?? '') + text, isSent, next, pressed, restored: kept?.text };
      text = next = '';
      isSent = false;
      return early;
    },
    forward() {
      window.removeEventListener('message', onMessage);
      for (const { data, origin, source } of received.splice(0))
        window.dispatchEvent(new MessageEvent('message', { data: data as unknown, origin, source }));
    },
  };
}
