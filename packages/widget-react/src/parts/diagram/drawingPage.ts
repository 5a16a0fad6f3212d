import { readDrawAnswer, type DrawAnswer, type DrawRequest } from './diagramMessages';

/** A page that draws, while it lives. */
export interface DrawingPage {
  ask(request: DrawRequest): void;
  /** Removes it, whatever it is doing. */
  close(): void;
}

/** Callbacks for a page that draws. */
export interface DrawingPageEvents {
  readonly onAnswer: (answer: DrawAnswer) => void;
  /** Its script runs before this: a page that has sent nothing by then is missing or broken. */
  readonly onLoad: () => void;
}

/**
 * Opens the page that draws, in an iframe without an origin. Only that iframe's own messages are believed, and only
 * when they have the shape of an answer.
 */
export function openDrawingPage(address: string, page: Document, { onAnswer, onLoad }: DrawingPageEvents): DrawingPage {
  const view = page.defaultView ?? window;
  const frame = page.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  // Text is measured in there, so it must be laid out, only not seen. Charts take its width for theirs.
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
      // The page has no origin to name, and what is sent is no secret: it stands in the conversation.
      frame.contentWindow?.postMessage(request, '*');
    },
    close() {
      view.removeEventListener('message', onMessage);
      frame.removeEventListener('load', onLoad);
      frame.remove();
    },
  };
}
