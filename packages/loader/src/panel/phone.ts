import type { HostMedia } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';

const MOBILE_QUERY = '(max-width: 640px), (max-height: 480px) and (pointer: coarse)';

/**
 * Whether this page is on a phone, as defined by the owner. The frame cannot detect it: its viewport is the panel.
 */
export function isPhone({ window, state: { config } }: PanelHost): boolean {
  return config.mobile !== 'off' && window.matchMedia(config.mobileQuery ?? MOBILE_QUERY).matches;
}

/**
 * The part of the window that a keyboard leaves free. Zooming in with two fingers makes the visual viewport smaller as
 * well, and moves it, but leaves the layout as it is.
 */
export function readVisible({ visualViewport }: Window): { top: number; height: number } | undefined {
  if (!visualViewport) return undefined;
  const { height, offsetTop, scale } = visualViewport;
  return scale > 1 ? { top: 0, height: height * scale } : { top: offsetTop, height };
}

/** Safe area insets in CSS pixels. Inside an iframe they are 0, so they are read here. */
export function readMedia(host: PanelHost, panel: HTMLElement): HostMedia {
  const { window } = host;
  const has = (query: string): boolean => window.matchMedia(query).matches;
  const style = window.getComputedStyle(panel);
  // The panel's styles assign the insets to properties without effect; the frame decides how to use them.
  const inset = (side: string): number => parseFloat(style.getPropertyValue(`scroll-padding-${side}`)) || 0;
  const visible = readVisible(window);
  return {
    mobile: isPhone(host),
    width: panel.clientWidth,
    height: panel.clientHeight,
    scheme: host.state.scheme,
    reducedMotion: has('(prefers-reduced-motion)'),
    highContrast: has('(prefers-contrast: more)'),
    keyboardInset: visible ? Math.max(0, Math.round(window.innerHeight - visible.height - visible.top)) : 0,
    safeArea: { top: inset('top'), right: inset('right'), bottom: inset('bottom'), left: inset('left') },
    touch: has('(pointer: coarse)'),
  };
}
