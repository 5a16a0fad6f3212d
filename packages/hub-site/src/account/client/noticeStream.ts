/** How long a stream may be silent, in milliseconds: it has a beat every 15 seconds. */
const SILENT_MS = 40_000;
/** How long after it was refused a stream is asked for again, in milliseconds. */
const AGAIN_MS = 30_000;

/** A stream that announces when there is something new to read. */
export interface NoticeStream {
  /** Whether events arrive at the moment. A stream that a proxy buffers does not count. */
  isOpen(): boolean;
  /** Opens it where it is not: also one that has been silent for too long. */
  check(): void;
  close(): void;
}

/**
 * Opens a stream of an inbox. A tab that is not seen has none: a browser has few connections to one site.
 *
 * @param onChange - called when there is something new, and after every beginning: something may have been missed
 */
export function openStream(view: Window & typeof globalThis, address: string, onChange: () => void): NoticeStream {
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
    opened.addEventListener('beat', noteEvent);
    for (const name of ['ready', 'change'])
      opened.addEventListener(name, () => {
        noteEvent();
        onChange();
      });
    // The browser connects again by itself, except after a refusal.
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
