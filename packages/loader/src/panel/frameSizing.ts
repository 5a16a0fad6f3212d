import type { FrameToHost, Payload } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';
import { FRAME_SIZING_STYLES } from './frameSizingStyles';

/** The size reported by the frame, in CSS pixels. */
export type SizeRequest = Payload<FrameToHost, 'resize'>;

/** Gives the frame the size it requests (contract 2.5, `resize`). */
export interface FrameSizing {
  follow(size: SizeRequest): void;
}

/** Minimum and maximum height of a widget whose height follows its content, in CSS pixels. */
const CONTENT_HEIGHT = { least: 160, most: 10_000 };

/**
 * Sizes of the preview beside the launcher, of a launcher drawn by the frame, of boxes the frame requests, and of
 * inline widgets that are as high as their content.
 *
 * The panel is exactly as large as the frame, so that it blocks no clicks on the page. A `reset` message drops all
 * sizes.
 *
 * @param arrange - called when the frame became visible or its size changed
 */
export function createFrameSizing(host: PanelHost, panel: HTMLElement, arrange: () => void): FrameSizing {
  const { window, root, shadow, state, element } = host;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(FRAME_SIZING_STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  let launcher: SizeRequest | undefined;

  /** A small box in the corner: the preview, the frame's own launcher, or both. */
  function showSmall({ width, height }: SizeRequest): void {
    panel.style.setProperty('--small-width', toLength(width));
    // Also for the page's notifications, which are shown above it.
    root.style.setProperty('--small-height', toLength(height));
    panel.classList.toggle('own', state.config.launcher === 'frame');
    panel.classList.add('small');
    arrange();
  }

  return {
    follow(size) {
      const { width, height, reason } = size;
      if (reason === 'content') {
        if (state.config.height === 'auto')
          element.style.setProperty(
            'height',
            toLength(Math.min(CONTENT_HEIGHT.most, Math.max(CONTENT_HEIGHT.least, height))),
          );
      } else if (reason === 'overlay') host.setOpen(true, 'frame');
      else if (reason === 'panel' || reason === 'maximize') {
        panel.style.setProperty('--w', toLength(width));
        panel.style.setProperty('--h', toLength(height));
        arrange();
      } else if (!state.isOpen) {
        if (reason === 'launcher') launcher = size;
        panel.style.clipPath = reason === 'peek' && launcher ? twoBoxes(size, launcher, panel) : '';
        showSmall(size);
      }
    },
  };
}

/** Outline of a preview with a narrower launcher below it; clicks outside reach the page. */
function twoBoxes({ width, height }: SizeRequest, launcher: SizeRequest, panel: HTMLElement): string {
  const isLeft = panel.closest('.left') !== null;
  const isTop = panel.closest('.top') !== null;
  const x = (fromCorner: number): string => toLength(isLeft ? fromCorner : width - fromCorner);
  const y = (fromCorner: number): string => toLength(isTop ? fromCorner : height - fromCorner);
  const corners = [
    [0, 0],
    [launcher.width, 0],
    [launcher.width, launcher.height],
    [width, launcher.height],
    [width, height],
    [0, height],
  ] as const;
  return `polygon(${corners.map(([right, bottom]) => `${x(right)} ${y(bottom)}`).join(',')})`;
}

function toLength(pixels: number): string {
  return `${String(Math.max(0, Math.round(pixels)))}px`;
}
