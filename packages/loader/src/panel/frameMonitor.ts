import { HELLO_TIMEOUT_MS, WidgetError, type Clock } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';
import { createErrorNotice } from './errorNotice';

type FrameErrorCode = 'frame_timeout' | 'frame_blocked' | 'frame_unstable' | 'protocol_mismatch';

/** Detects a frame that does not respond, and shows the visitor a notice with their options. */
export interface FrameMonitor {
  /** Starts the timer for a new frame. */
  watch: () => void;
  /** The frame has sent a message. */
  clear: () => void;
  /** Another problem with the frame was detected. */
  report: (code: FrameErrorCode) => void;
}

/**
 * Reports a blocked, silent or unstable frame with an `error` event and a notice: a button to try again, and a link
 * to open the chat in a new tab.
 */
export function createFrameMonitor(
  host: PanelHost,
  options: { panel: HTMLElement; origin: string; clock: Clock; retry: () => void },
): FrameMonitor {
  const { panel, origin, clock } = options;
  const page = host.window.document;
  let notice: HTMLElement | undefined;
  let cancelTimer = (): void => undefined;
  let isBlocked = false;

  page.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI }) => {
      if (blockedURI.startsWith(origin)) isBlocked = true;
    },
    { signal: host.signal },
  );
  host.signal.addEventListener('abort', () => {
    cancelTimer();
  });

  function clear(): void {
    cancelTimer();
    notice?.remove();
    notice = undefined;
  }
  function report(code: FrameErrorCode): void {
    clear();
    const { message } = new WidgetError(code);
    host.emit('error', { code, message });
    notice = createErrorNotice(host, options.retry);
    panel.append(notice);
  }

  return {
    clear,
    report,
    watch() {
      clear();
      isBlocked = false;
      cancelTimer = clock.setTimer(
        () => {
          report(isBlocked ? 'frame_blocked' : 'frame_timeout');
        },
        Number((host.state.config as { timeout?: string }).timeout ?? host.state.config.timeoutMs ?? HELLO_TIMEOUT_MS),
      );
    },
  };
}
