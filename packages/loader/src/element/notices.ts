import type { PanelHost, WidgetState } from '../panelHost';

/** Looks of the cards; a chunk of its own, because few pages use it. */
const STYLES = `
.notices{--away:calc(var(--y) + var(--sotto-button-size,56px) + 12px);position:fixed;right:var(--x);bottom:var(--away);display:grid;gap:8px;justify-items:end;width:min(25rem,100vw - 2*var(--x))}
.left .notices{right:auto;left:var(--x);justify-items:start}
.top .notices{bottom:auto;top:var(--away)}
.open .notices{display:none}
:has(>.small)>.notices{--away:calc(var(--y) + var(--sotto-button-size,56px) - 12px + var(--small-height))}
:has(>.small.own)>.notices{--away:calc(var(--y) - 20px + var(--small-height))}
.notice{display:flex;gap:4px;align-items:flex-start;padding:4px 4px 4px 16px;border:1px solid var(--sotto-popup-border-primary,#1d212626);border-radius:var(--sotto-popup-rounding,16px);background:var(--sotto-frame-primary,#fff);color:var(--sotto-conversation-text,#1d2126);font:15px/1.5 system-ui,sans-serif;box-shadow:0 1px 2px #0002,0 8px 28px #0002}
.dark .notice{background:var(--sotto-frame-primary,#16191c);color:var(--sotto-conversation-text,#e8eaed);border-color:var(--sotto-popup-border-primary,#e8eaed26)}
.notice button{min-height:44px;padding:8px 0;border:0;background:none;color:inherit;font:inherit;text-align:start;overflow-wrap:anywhere;cursor:pointer}
.notice button:last-child{flex:none;width:44px;padding:0;text-align:center;opacity:.7;border-radius:10px}
.notice button:last-child:hover{opacity:1}
.notice :focus-visible{outline:3px solid currentColor;outline-offset:-3px;border-radius:10px}
`;

/** The page's own short texts beside the launcher (`notifications`), with a number on it. A press on one opens the chat. */
export function createNotices({ window, root, shadow, state, setOpen, element }: Pick<PanelHost, 'window' | 'root' | 'shadow' | 'setOpen' | 'element'> & { state: WidgetState }): { show: () => void } {
  const page = window.document;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  const list = page.createElement('div');
  list.className = 'notices';
  list.setAttribute('part', 'notices');
  list.setAttribute('role', 'status');

  function makeButton(text: string, label: string, onPress: () => void): HTMLButtonElement {
    const button = page.createElement('button');
    button.type = 'button';
    button.textContent = text;
    if (label) button.setAttribute('aria-label', label);
    button.addEventListener('click', onPress);
    return button;
  }
  function makeNotice(id: string, text: string): HTMLElement {
    const notice = page.createElement('div');
    notice.className = 'notice';
    notice.dir = 'auto';
    const close = (): void => { element.notifications = { ...state.notifications, [id]: null }; };
    notice.append(makeButton(text, '', () => { setOpen(true, 'peek', true); }), makeButton('×', state.words.dismiss, close));
    return notice;
  }
  return {
    show() {
      const texts = Object.entries(state.notifications).flatMap(([id, one]) => (one ? [[id, one.text] as const] : []));
      list.replaceChildren(...texts.map(([id, text]) => makeNotice(id, text)));
      if (texts.length > 0) root.prepend(list);
      else list.remove();
    },
  };
}
