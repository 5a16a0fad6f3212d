import type { LayoutName } from '../protocol/layoutWords';
import { FRAME_SIZE, POPOUT_MAX_SIZE, POPOVER_MAXIMIZED_SIZE, POPOVER_SIZE, SLIDEOVER_WIDTH_REM } from './limits';

/** A length with its unit, because the theme's sizes use both. */
export type LayoutLength = `${number}px` | `${number}rem`;

/** Properties of a layout (contract 4.3). */
export interface Layout {
  /** Whether a launcher opens and closes it. Layouts without a launcher are always open. */
  readonly hasLauncher: boolean;
  /** Whether a message may be previewed beside the launcher [W-4]. */
  readonly hasPeek: boolean;
  /** Whether it can be maximized; on desktop only. */
  readonly canMaximize: boolean;
  /** Whether it can be closed; floating layouts only. */
  readonly canClose: boolean;
  /** Whether the page behind it is dimmed while it is open. */
  readonly hasBackdrop: boolean;
  /** Maximum size, limited by the window; undefined: the full window. */
  readonly width: LayoutLength | undefined;
  readonly height: LayoutLength | undefined;
}

/** Size of the maximized popover, limited by the window. */
export const POPOVER_MAXIMIZED = {
  width: `${POPOVER_MAXIMIZED_SIZE.widthPx}px`,
  height: `${POPOVER_MAXIMIZED_SIZE.heightPx}px`,
} as const;

/** The six layouts [W-2]. */
export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  popover: floating({
    hasPeek: true,
    canMaximize: true,
    width: `${POPOVER_SIZE.widthPx}px`,
    height: `${POPOVER_SIZE.heightPx}px`,
  }),
  popout: floating({
    hasPeek: true,
    hasBackdrop: true,
    width: `${POPOUT_MAX_SIZE.widthPx}px`,
    height: `${POPOUT_MAX_SIZE.heightPx}px`,
  }),
  slideover: floating({ width: `${SLIDEOVER_WIDTH_REM}rem` }),
  center: inlineLayout({ width: `${FRAME_SIZE.widthRem}rem`, height: `${FRAME_SIZE.heightRem}rem` }),
  stretch: inlineLayout({}),
  fullscreen: inlineLayout({}),
};

function floating(layout: Partial<Layout>): Layout {
  return {
    hasLauncher: true,
    hasPeek: false,
    canMaximize: false,
    canClose: true,
    hasBackdrop: false,
    width: undefined,
    height: undefined,
    ...layout,
  };
}

function inlineLayout(layout: Partial<Layout>): Layout {
  return { ...floating(layout), hasLauncher: false, canClose: false };
}
