import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import type { PanelHost } from '../panelHost';

/** Styles of the notice; few visitors see it, but where a frame cannot be loaded, a file of its own could not be either. */
const STYLES = `
.trouble{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:12px;padding:24px;\
background:var(--sotto-frame-primary,canvas);color:var(--sotto-conversation-text,canvastext);font:15px/1.5 system-ui,sans-serif;text-align:center}
.trouble button,.trouble a{padding:10px 16px;border:1px solid;border-radius:10px;background:none;color:inherit;font:inherit;text-decoration:none}
.trouble :focus-visible{outline:2px solid;outline-offset:2px}
`;

/**
 * Notice for the visitor: try again, open the chat in a new tab, or close it. Details are for the owner and are in the `error`
 * event.
 */
export function createErrorNotice(host: PanelHost, retry: () => void): HTMLElement {
  const {
    window,
    shadow,
    element,
    base,
    state: { words, layout, scheme },
  } = host;
  const page = window.document;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  const notice = page.createElement('div');
  notice.className = 'trouble';
  notice.setAttribute('role', 'alert');
  notice.textContent = words.busy;
  notice.style.colorScheme = scheme;
  const makeButton = (label: string, press: () => void): HTMLElement => {
    const button = page.createElement('button');
    button.textContent = label;
    button.addEventListener('click', press);
    return button;
  };
  const link = page.createElement('a');
  link.href = new URL(`../../w/${encodeURIComponent(element.widgetId)}`, base).href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = words.openInTab;
  notice.append(makeButton(words.retry, retry), link);
  // Where the chat covers the launcher, as on a phone, the frame would have the close button.
  if (!isInlineLayout(layout))
    notice.append(
      makeButton(words.close, () => {
        host.setOpen(false, 'launcher');
      }),
    );
  return notice;
}
