import type { FrameToHost, Payload } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';
import { FRAME_SIZING_STYLES } from './frameSizingStyles';

/** The size that the frame reports, in CSS pixels. */
export type SizeRequest = Payload<FrameToHost, 'resize'>;

/** Gives the frame the size it asks for (contract 2.5, `resize`). */
export interface FrameSizing {
  follow(size: SizeRequest): void;
}

/** Smallest and largest height of a widget that is as high as its content, in CSS pixels. */
const CONTENT_HEIGHT = { least: 160, most: 10_000 };

/**
 * The hint beside the launcher, a launcher that the frame draws, sizes the frame wishes, and inline widgets as high as
 * their content.
 *
 * The panel's box is the frame's box exactly: nothing beside what is drawn takes the visitor's clicks. `reset` of the
 * protocol drops it all.
 *
 * @param arrange - called when the frame became visible or was given another box
 */
export function createFrameSizing(host: PanelHost, panel: HTMLElement, arrange: () => void): FrameSizing {
  const { window, root, shadow, state, element } = host;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(FRAME_SIZING_STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  let launcher: SizeRequest | undefined;

  /** A small box in the corner: the hint, the frame's own launcher, or both. */
  function showSmall({ width, height }: SizeRequest): void {
    panel.style.setProperty('--small-width', toLength(width));
    // For the cards of the page, too: they stand above it.
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

/** The outline of a hint with a narrower launcher at its end; what lies outside takes no clicks. */
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
