import { readDrawAnswer, type DrawAnswer, type DrawRequest } from './diagramMessages';

/** A loaded drawing page. */
export interface DrawingPage {
  ask(request: DrawRequest): void;
  /** Removes it, even while it is drawing. */
  close(): void;
}

/** Callbacks of a drawing page. */
export interface DrawingPageEvents {
  readonly onAnswer: (answer: DrawAnswer) => void;
  /** Its script runs before this event: a page that has sent nothing by then is missing or broken. */
  readonly onLoad: () => void;
}

/**
 * Loads the drawing page into an iframe without an origin. Only well-formed messages from that iframe are accepted.
 */
export function openDrawingPage(address: string, page: Document, { onAnswer, onLoad }: DrawingPageEvents): DrawingPage {
  const view = page.defaultView ?? window;
  const frame = page.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  // Laid out but invisible, because it measures text. Charts use its width.
  Object.assign(frame.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '0',
    inlineSize: '680px',
    blockSize: '800px',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
    zIndex: '-1',
    clipPath: 'inset(50%)',
    contain: 'strict',
  });
  frame.src = address;
  frame.addEventListener('load', onLoad);
  const onMessage = (event: MessageEvent): void => {
    const answer = event.source === frame.contentWindow ? readDrawAnswer(event.data) : undefined;
    if (answer) onAnswer(answer);
  };
  view.addEventListener('message', onMessage);
  page.body.append(frame);
  return {
    ask(request) {
      // The page has an opaque origin, and the source is not secret: it is part of the conversation.
      frame.contentWindow?.postMessage(request, '*');
    },
    close() {
      view.removeEventListener('message', onMessage);
      frame.removeEventListener('load', onLoad);
      frame.remove();
    },
  };
}
