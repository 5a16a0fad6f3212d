/**
 * Looks of the element and its launcher. Only through adoptedStyleSheets: a page whose policy forbids style elements still shows it.
 *
 * Every colour and size is a custom property with the default theme's value behind it (contract 4.4), so that a page can set
 * `sotto-chat { --sotto-button-primary: … }` and nothing else.
 */
export const LAUNCHER_STYLES = `
:host{display:block;height:600px;view-transition-name:sotto-chat}
[hidden]{display:none!important}
.launcher{--c:#1f5547;--fill:var(--sotto-button-primary,var(--c));position:fixed;bottom:var(--y,24px);right:var(--x,24px);display:grid;place-items:center;width:var(--sotto-button-size,56px);height:var(--sotto-button-size,56px);margin:0;padding:0;border:1px solid var(--sotto-button-border-primary,transparent);border-radius:var(--sotto-button-rounding,50%);background:var(--fill);color:var(--sotto-button-text,#fff);box-shadow:0 1px 2px #0003,0 8px 24px #0003;cursor:pointer;transition:.2s cubic-bezier(.2,.8,.2,1)}
.dark .launcher{--c:#8fd0ba;color:var(--sotto-button-text,#0f1f1a)}
.left .launcher{right:auto;left:var(--x,24px)}
.top .launcher{bottom:auto;top:var(--y,24px)}
.launcher:focus-visible{outline:2px solid var(--fill);outline-offset:2px}
.icon{grid-area:1/1;width:28px;height:28px;font:26px/28px system-ui;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;transition:.2s cubic-bezier(.2,.8,.2,1)}
.shut,.open .face{opacity:0;rotate:-90deg}
.open .face{rotate:90deg}
.open .shut{opacity:1;rotate:0deg}
@media(hover:hover){.launcher:hover{--c:#184438;--fill:var(--sotto-button-secondary,var(--c));translate:0 -1px;box-shadow:0 2px 4px #0003,0 12px 32px #0004}.dark .launcher:hover{--c:#a8dcc9}}
.launcher:active{scale:.95}
@media(prefers-reduced-motion){*{transition:none!important;animation:none!important}}
@media(forced-colors:active){.launcher{border-color:ButtonText}}
@media print{*{display:none!important}}
`;
