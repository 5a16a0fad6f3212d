/**
 * Position and size of the panel per layout (contract 4.3), with the theme's lengths. The panel is exactly as large
 * as the frame: the frame's page draws its border and corners, the panel the shadow with the same radius. A launcher
 * that the panel covers is not displayed. With `visibility`, which has a transition, it could not be focused when the
 * panel closes. `--top` and `--height` are set while the panel fills a phone's screen, because only the visual
 * viewport excludes the keyboard.
 */
export const PANEL_STYLES = `
:host{--x:24px;--y:24px}
.shade,.panel{overflow:hidden;overscroll-behavior:contain}
.modern{--r:24px;--b:8px}
.blank{--r:0px}
.panel{--w:var(--sotto-popover-width,420px);--h:var(--sotto-popover-height,860px);--gap:calc(var(--y) + \
var(--sotto-button-size,56px) + 12px);position:fixed;bottom:var(--gap);right:var(--x);width:min(var(--w),100vw - \
2*var(--x));height:min(var(--h),100dvh - var(--gap) - 20px);border-radius:var(--sotto-popup-rounding,var(--r,16px));\
background:var(--sotto-frame-primary,#fff);box-shadow:0 1px 2px rgb(0 0 0/.1),0 8px 32px rgb(0 0 0/.14);\
transform-origin:100% 100%;visibility:hidden;opacity:0;transform:scale(.96);transition:opacity .16s \
cubic-bezier(.2,.8,.2,1),transform .16s cubic-bezier(.2,.8,.2,1),visibility 0s .16s}
.dark .panel{background:var(--sotto-frame-primary,#16191c);box-shadow:0 8px 32px rgb(0 0 0/.4)}
.left .panel{right:auto;left:var(--x);transform-origin:0 100%}
.top .panel{bottom:auto;top:var(--gap);transform-origin:100% 0}
.top.left .panel{transform-origin:0 0}
.open .panel{visibility:visible;opacity:1;transform:none;transition-duration:.22s,.22s,0s;transition-delay:0s}
.popover:not(:has(.launcher)) .panel{--gap:var(--y)}
.panel.max{--w:var(--sotto-popover-maximized-width,650px);--h:var(--sotto-popover-maximized-height,5000px)}
.popout .panel{inset:0;margin:auto;width:min(var(--sotto-popout-max-width,680px),100vw - 32px);\
height:min(var(--sotto-popout-max-height,680px),100dvh - 32px);transform-origin:50% 50%}
.shade{position:fixed;inset:0;touch-action:none;background:rgb(0 0 0/.32);backdrop-filter:blur(var(--sotto-backdrop-blur,var(--b,0)));\
opacity:0;visibility:hidden;transition:opacity .16s,visibility 0s .16s}
.popout.open .shade{opacity:1;visibility:visible;transition-delay:0s}
.slideover .panel{inset:0 0 0 auto;width:min(var(--sotto-slideover-width,30rem),100vw);height:100dvh;border-radius:0;transform:translateX(24px)}
.slideover.left .panel{right:auto;left:0;transform:translateX(-24px)}
.slideover.open .panel{transform:none}
.slideover.open .launcher,.fullscreen.open .launcher{display:none}
.stretch,.center{height:100%}
.stretch .panel,.center .panel{position:relative;inset:auto;width:100%;height:100%;margin:0 auto;box-shadow:none;overscroll-behavior:auto}
.center .panel{max-width:var(--sotto-frame-width,560px);max-height:var(--sotto-frame-height,800px)}
.fullscreen .panel,.panel.phone{inset:0;top:var(--top,0);margin:0;width:100vw;height:var(--height,100dvh);max-width:none;\
border-radius:0;box-shadow:none;transform-origin:50% 100%;scroll-padding:env(safe-area-inset-top) \
env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}
.open:has(.phone) .launcher{display:none}
iframe{position:relative;display:block;width:100%;height:100%;border:0;background:transparent}
@media(prefers-reduced-motion){.panel{transform:none!important}}
`;
