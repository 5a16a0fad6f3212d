import { HELLO_TIMEOUT_MS, WidgetError, type Clock } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';

type FrameErrorCode = 'frame_timeout' | 'frame_blocked' | 'frame_unstable' | 'protocol_mismatch';

/** Detects a frame that sends nothing, and shows the visitor a notice with what they can do. */
export interface FrameMonitor {
  /** Starts the clock for a new frame. */
  watch: () => void;
  /** The frame has spoken. */
  clear: () => void;
  /** Something else is wrong with it. */
  report: (code: FrameErrorCode) => void;
}

/**
 * A blocked, silent or unstable frame becomes an `error` event, a sentence, a button to try again, and the chat in a
 * tab of its own.
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
  let isTroubled = false;

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
    isTroubled = false;
    notice?.remove();
    notice = undefined;
  }
  function report(code: FrameErrorCode): void {
    clear();
    isTroubled = true;
    const { message } = new WidgetError(code);
    host.emit('error', { code, message });
    void import('./errorNotice').then(({ createErrorNotice }) => {
      if (host.signal.aborted || !isTroubled) return;
      notice = createErrorNotice(host, options.retry);
      panel.append(notice);
    });
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
