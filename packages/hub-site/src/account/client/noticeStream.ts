/** Maximum time without a message, in milliseconds; the server sends a heartbeat every 15 seconds. */
const SILENT_MS = 40_000;
/** Delay before a refused stream is opened again, in milliseconds. */
const AGAIN_MS = 30_000;

/** A stream that announces changes. */
export interface NoticeStream {
  /** Whether events currently arrive. A stream buffered by a proxy does not count. */
  isOpen(): boolean;
  /** Opens it if it is closed, or has been silent for too long. */
  check(): void;
  close(): void;
}

/**
 * Opens the stream of an inbox. Hidden tabs close it, because browsers limit connections per site.
 *
 * @param onChange - called for each change, and after each start, because events may have been missed
 * @param onTyping - called while a visitor types
 */
export function openStream(
  view: Window & typeof globalThis,
  address: string,
  onChange: () => void,
  onTyping: () => void = () => undefined,
): NoticeStream {
  let source: EventSource | undefined;
  let lastEventAt = 0;
  let triedAt = 0;

  function close(): void {
    source?.close();
    source = undefined;
    lastEventAt = 0;
  }

  function open(): void {
    triedAt = Date.now();
    const opened = new view.EventSource(address);
    source = opened;
    const noteEvent = (): void => {
      if (source === opened) lastEventAt = Date.now();
    };
    for (const [name, act] of Object.entries({ ready: onChange, change: onChange, typing: onTyping, beat: undefined }))
      opened.addEventListener(name, () => {
        noteEvent();
        act?.();
      });
    // The browser reconnects by itself, except after an error response.
    opened.addEventListener('error', () => {
      lastEventAt = 0;
      if (opened.readyState === opened.CLOSED && source === opened) close();
    });
  }

  const stream: NoticeStream = {
    isOpen: () => Date.now() - lastEventAt < SILENT_MS,
    check() {
      if (view.document.hidden || !('EventSource' in view)) return;
      const sinceTry = Date.now() - triedAt;
      if (source && !stream.isOpen() && sinceTry > SILENT_MS) close();
      if (!source && sinceTry > (triedAt === 0 ? 0 : AGAIN_MS)) open();
    },
    close() {
      close();
      triedAt = 0;
    },
  };
  stream.check();
  return stream;
}
