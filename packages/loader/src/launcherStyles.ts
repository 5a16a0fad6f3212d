/**
 * Styles of the element and its launcher for the first paint; states and animations are in
 * `element/launcherStateStyles.ts`. Applied only through adoptedStyleSheets, so that they work on pages whose policy
 * forbids style elements.
 *
 * Colours and sizes are custom properties with the default theme's values as fallbacks (contract 4.4), so a page can
 * set `sotto-chat { --sotto-button-primary: … }`.
 */
export const LAUNCHER_STYLES = `:host{display:block;height:600px}
.dark{--c:#8fd0ba;--t:#0f1f1a}
.modern{--c:#3a3d98}
.launcher{background:var(--sotto-button-primary,var(--c,#1f5547));bottom:var(--y);display:grid;right:var(--x);place-content:center;\
position:fixed;color:var(--sotto-button-text,var(--t,#fff));box-shadow:0 8px 28px #0003;\
border-radius:var(--sotto-button-rounding,50%);height:var(--sotto-button-size,56px);width:var(--sotto-button-size,56px);border:0}
.top .launcher{top:var(--y)}
.left .launcher{right:auto;left:var(--x)}
.launcher::before{content:'';border:14px solid;\
clip-path:path("M10 22l-5 3 1-6a11 9 0 1 1 4 3M9 10v2h10v-2M9 14v2h6v-2")}
@media print{div{display:none}}`;
