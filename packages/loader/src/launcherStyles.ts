/**
 * Looks of the element and its launcher at the first paint; how it moves and answers comes with the element chunk (`element/launcherStateStyles.ts`).
 * Only through adoptedStyleSheets: a page whose policy forbids style elements still shows it.
 *
 * Every colour and size is a custom property with the default theme's value behind it (contract 4.4), so that a page can set
 * `sotto-chat { --sotto-button-primary: … }` and nothing else.
 */
export const LAUNCHER_STYLES = `:host{display:block;height:600px}
.launcher{--c:#1f5547;position:fixed;right:var(--x);aspect-ratio:1;bottom:var(--y);width:var(--sotto-button-size,56px);--t:#fff;place-content:center;background:var(--sotto-button-primary,var(--c));color:var(--sotto-button-text,var(--t));border:1px solid var(--sotto-button-border-primary,#0000);border-radius:var(--sotto-button-rounding,50%);display:grid;box-shadow:0 8px 28px #0003}
.dark .launcher{--c:#8fd0ba;--t:#0f1f1a}
.left .launcher{right:auto;left:var(--x)}
.top .launcher{bottom:auto;top:var(--y)}
.icon{width:28px;height:28px;fill:none;font:26px a;stroke:currentColor;stroke-width:2;stroke-linecap:round}
@media print{*{display:none!important}}`;
