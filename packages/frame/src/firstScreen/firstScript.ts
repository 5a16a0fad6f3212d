/*
 /**
  * The frame's first script. Until the application takes over, it records what is typed and pressed, and hides
  * content that was rendered for somebody else. Served as built, without imports.
  */

/** Text that was entered before the application started. */
export interface EarlyText {
  /** Content of the text box, or what was typed before the text box existed. */
  readonly text: string;
  /** Whether Enter or Send was pressed after the text. */
  readonly isSent: boolean;
  /** What was typed after that. */
  readonly next: string;
}

/** Input that was recorded before the application started. */
export interface EarlyInput extends EarlyText {
  /** The last button that was pressed. */
  readonly pressed: HTMLElement | undefined;
  /** The text before a reload. The stored draft may be the same text, or its beginning. */
  readonly restored: string | undefined;
}

/** Interface of the first script for the handover. */
export interface FirstScript {
  /**
   * Stops recording. Key presses without a focused element still focus the text box, until it has had the focus once.
   * If called again, returns the current content of the text box.
   */
  stop(): EarlyInput;
  /** Stops holding back the page's messages, and dispatches the held ones in order. */
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

  /** Focuses the text box and inserts what was typed before it existed. */
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
      // The browser delivers the key to the element that has the focus after all listeners have run.
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
    // Links work without the application.
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
  // The loader focuses the frame when the visitor opens the chat.
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

  // A page that embeds the iframe itself may send messages as soon as the chat is visible (contract 2.6). The loader
  // waits for hello.
  const received: MessageEvent[] = [];
  const onMessage = (event: MessageEvent): void => {
    if (event.source === parent && received.length < 100) received.push(event);
  };
  if (parent !== window && !hasLoader) window.addEventListener('message', onMessage);

  // The welcome is only for visitors without a conversation, in their own language.
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
      // Browsers without dictation have no microphone button (`findRecognizer`).
      const canListen = 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;
      let rules = canListen ? '' : '.sotto-voice{display:none}';
      try {
        rules += hideForOthers(dataset['drawn']);
      } catch {
        // Storage is denied, so this visitor has no conversation here.
      }
      if (rules) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        page.adoptedStyleSheets = [sheet];
      }
    } catch {
      // Browsers without constructable style sheets show the page as rendered.
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
