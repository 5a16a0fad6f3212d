import type { PanelHost } from '../panelHost';

/** Maximum time from ready to the first paint of the frame, in milliseconds. */
const PAINT_MS = 400;
const RIGHT_TO_LEFT = /^(?:ar|he|iw|fa|ur|arabic|hebrew|persian|urdu)\b/i;

/**
 * Draws the outlines of top bar, welcome and text box in the frame's sizes and colours. They are behind the frame,
 * which is transparent until its first paint, so that an open panel is never empty. Nothing moves when the frame is
 * painted over them.
 */
const STYLES = `
.skeleton{--line:var(--e,#e3e5e8);--shape:color-mix(in srgb,currentColor 8%,transparent);position:absolute;inset:0;display:flex;\
flex-direction:column;box-sizing:border-box;border:1px solid var(--sotto-popup-border-primary,var(--line));border-radius:inherit;\
background:var(--sotto-conversation-primary,var(--sotto-frame-primary,var(--g,#fff)));color:var(--sotto-conversation-text,var(--w,#1d2126));\
font:600 16px/1.3 system-ui,sans-serif;overflow:hidden;pointer-events:none}
.dark .skeleton{--e:#2e343a;--g:#16191c;--w:#e8eaed;--a:#1b1f23;--i:#1b1f23;--f:#6f7780;--c:#8fd0ba}
.modern:not(.dark) .skeleton{--g:#fbfbfe;--a:#3a3d98;--o:#fff}
.blank .skeleton{--q:0px}
.small .skeleton{display:none}
:is(.phone,.stretch,.fullscreen) .skeleton{border:0}
.slideover .skeleton{border-width:0 1px}
.skeleton-bar{display:flex;align-items:center;gap:10px;min-height:60px;padding:0 16px;\
background:var(--sotto-bar-primary,var(--a,var(--g,#fff)));color:var(--sotto-bar-text,var(--o,inherit));\
border-bottom:1px solid var(--sotto-bar-border-primary,var(--line))}
.skeleton-bar span{white-space:nowrap}
.skeleton-welcome{flex:1;display:grid;place-content:center}
.skeleton i{width:56px;height:56px;border-radius:32%;background:var(--shape)}
.skeleton-bar i{flex:none;width:32px;height:32px;background:var(--sotto-button-primary,var(--c,#1f5547))}
.skeleton-field{flex:none;height:48px;margin:2px 16px 33px;box-sizing:border-box;background:var(--sotto-input-primary,var(--i,transparent));\
border:1px solid var(--sotto-input-border-primary,var(--f,#868e96));border-radius:var(--sotto-input-rounding,var(--q,12px))}
`;

/** Placeholder of a panel before its frame has painted. */
export interface Skeleton {
  readonly element: HTMLElement;
  /** The frame is ready and is about to be painted. */
  hideSoon(): void;
}

/** Draws what the loader knows: the title, the colours, and whether there is a top bar. */
export function createSkeleton(host: PanelHost): Skeleton {
  const { window, shadow } = host;
  const { barTitle = '', hideBar, language = '' } = host.settings();
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  const make = (tag: string, part: string, ...children: (Node | string)[]): HTMLElement => {
    const element = window.document.createElement(tag);
    if (part) element.className = `skeleton${part}`;
    element.append(...children);
    return element;
  };
  const element = make(
    'div',
    ' ',
    ...(hideBar ? [] : [make('div', '-bar', make('i', ''), make('span', '', barTitle))]),
    make('div', '-welcome', make('i', '')),
    make('div', '-field'),
  );
  element.ariaHidden = 'true';
  if (RIGHT_TO_LEFT.test(language)) element.dir = 'rtl';
  return {
    element,
    hideSoon() {
      window.setTimeout(() => {
        element.remove();
      }, PAINT_MS);
    },
  };
}
