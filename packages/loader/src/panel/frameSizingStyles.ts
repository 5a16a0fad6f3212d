/**
 * Styles of the small boxes of a closed chat. The preview's page includes space for its shadow (16 px at the sides,
 * 20 px below), so the box extends that far beyond the visible card, and the launcher is above it. If the frame draws
 * the launcher, the box is in the corner itself.
 */
export const FRAME_SIZING_STYLES = `
.panel.panel.small{--away:calc(var(--gap) - 20px);inset:auto calc(var(--x) - 16px) var(--away) auto;margin:0;\
width:min(var(--small-width),100vw);height:min(var(--small-height),100dvh - var(--gap));border-radius:0;\
background:none;box-shadow:none;visibility:visible;opacity:1;transform:none;transition:none}
.panel.panel.small.own{--away:calc(var(--y) - 16px)}
.left .panel.panel.small{inset:auto auto var(--away) calc(var(--x) - 16px)}
.top .panel.panel.small{inset:var(--away) calc(var(--x) - 16px) auto auto}
.top.left .panel.panel.small{inset:var(--away) auto auto calc(var(--x) - 16px)}
.open .panel.own{--gap:var(--y)}
`;
