/**
 * Styles for hover, focus and state of the launcher. Loaded with the element chunk, because they are needed only
 * after the first intent. An element in a container lower than its own height is as high as the container. The focus
 * ring has two colours, so that it is visible on any page.
 */
export const LAUNCHER_STATE_STYLES = `
[hidden]{display:none!important}
:host{max-height:100%}
.launcher,.icon,.launcher::before{transition:.2s cubic-bezier(.2,.8,.2,1)}
.launcher>*{pointer-events:none}
.icon,.launcher::before{grid-area:1/1}
.icon{width:28px;height:28px;font:26px a}
.signed::before{display:none}
.shut{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;opacity:0;rotate:-90deg}
.open .icon,.open .launcher::before{opacity:0;rotate:90deg}
.open .shut{opacity:1;rotate:0deg}
.launcher:focus-visible{outline:2px solid var(--sotto-button-primary,var(--c,#1f5547));outline-offset:2px;box-shadow:0 0 0 2px}
@media(hover:hover){.launcher:hover{--c:#184438;background:var(--sotto-button-secondary,var(--sotto-button-primary,\
var(--c)));translate:0 -1px;box-shadow:0 2px 4px #0003,0 12px 32px #0004}.modern .launcher:hover{--c:#2c2f7a}.dark .launcher:hover{--c:#a8dcc9}}
.launcher{cursor:pointer;border:1px solid var(--sotto-button-border-primary,#0000)}
.launcher:active{scale:.95}
.badge{position:absolute;top:-4px;right:-4px;min-width:10px;padding:0 5px;border-radius:10px;background:#c62f3b;\
color:#fff;font:600 11px/20px system-ui;animation:pop .2s}
.dark .badge{background:#ff8a8f;color:#2a0709}
.note{position:fixed;clip-path:inset(50%)}
@keyframes pop{0%{scale:.4}}
@media(prefers-reduced-motion){*{transition:none!important;animation:none!important}.launcher::before{transition:none}}
@media(forced-colors:active){.launcher{border-color:ButtonText}}
`;
