import type { PanelHost, WidgetState } from '../panelHost';

/** Styles of the cards; a separate chunk, because few pages use them. */
const STYLES = `
.notices{--away:calc(var(--y) + var(--sotto-button-size,56px) + 12px);position:fixed;right:var(--x);\
bottom:var(--away);display:grid;gap:8px;justify-items:end;width:min(25rem,100vw - 2*var(--x))}
.left .notices{right:auto;left:var(--x);justify-items:start}
.top .notices{bottom:auto;top:var(--away)}
.open .notices{display:none}
:has(>.small)>.notices{--away:calc(var(--y) + var(--sotto-button-size,56px) - 12px + var(--small-height))}
:has(>.small.own)>.notices{--away:calc(var(--y) - 20px + var(--small-height))}
.notice{display:flex;gap:4px;align-items:flex-start;padding:4px 4px 4px 16px;border:1px solid \
var(--sotto-popup-border-primary,#1d212626);border-radius:var(--sotto-popup-rounding,16px);\
background:var(--sotto-frame-primary,#fff);color:var(--sotto-conversation-text,#1d2126);font:15px/1.5 system-ui,\
sans-serif;box-shadow:0 1px 2px #0002,0 8px 28px #0002}
.dark .notice{background:var(--sotto-frame-primary,#16191c);color:var(--sotto-conversation-text,#e8eaed);\
border-color:var(--sotto-popup-border-primary,#e8eaed26)}
.notice button{min-height:44px;padding:8px 0;border:0;background:none;color:inherit;font:inherit;text-align:start;overflow-wrap:anywhere;cursor:pointer}
.notice button:last-child{flex:none;width:44px;padding:0;text-align:center;opacity:.7;border-radius:10px}
.notice button:last-child:hover{opacity:1}
.notice :focus-visible{outline:3px solid currentColor;outline-offset:-3px;border-radius:10px}
`;

/**
 * Shows the page's notifications (`notifications`) beside the launcher, and their number on it. Pressing one opens
 * the chat.
 */
export function createNotices({
  window,
  root,
  shadow,
  launcher,
  state,
  setOpen,
  element,
}: Pick<PanelHost, 'window' | 'root' | 'shadow' | 'launcher' | 'setOpen' | 'element'> & { state: WidgetState }): {
  show: () => void;
} {
  const page = window.document;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  const list = page.createElement('div');
  list.className = 'notices';
  list.setAttribute('part', 'notices');
  list.setAttribute('role', 'status');
  const cards = new Map<string, Card>();

  function makeButton(onPress: () => void): HTMLButtonElement {
    const button = page.createElement('button');
    button.type = 'button';
    button.addEventListener('click', onPress);
    return button;
  }
  function makeCard(id: string): Card {
    const card = page.createElement('div');
    card.className = 'notice';
    card.dir = 'auto';
    const text = makeButton(() => {
      setOpen(true, 'peek', true);
    });
    const close = makeButton(() => {
      element.notifications = { ...state.notifications, [id]: null };
    });
    close.textContent = '×';
    card.append(text, close);
    return { card, text, close };
  }
  return {
    // The card of a notification is reused, because it may contain the focus or a press in progress.
    show() {
      const hadFocus = list.contains(shadow.activeElement);
      for (const [id, { card }] of cards) {
        if (state.notifications[id]) continue;
        card.remove();
        cards.delete(id);
      }
      for (const [id, one] of Object.entries(state.notifications)) {
        if (!one) continue;
        const shown = cards.get(id) ?? makeCard(id);
        shown.close.setAttribute('aria-label', state.words.dismiss);
        if (shown.text.textContent !== one.text) shown.text.textContent = one.text;
        if (cards.has(id)) continue;
        cards.set(id, shown);
        list.append(shown.card);
      }
      if (cards.size === 0) list.remove();
      else if (!list.isConnected) root.prepend(list);
      // After one is dismissed by keyboard, the focus moves to the next one, and finally to the launcher.
      if (hadFocus && !list.contains(shadow.activeElement)) ([...cards.values()][0]?.close ?? launcher).focus();
    },
  };
}

/** A notification: a button that opens the chat, and one that dismisses it. */
interface Card {
  readonly card: HTMLElement;
  readonly text: HTMLButtonElement;
  readonly close: HTMLButtonElement;
}
