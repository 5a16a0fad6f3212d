import { readDrawAnswer, type DiagramColors, type Drawing, type DrawRequest } from './diagramMessages';

/** The longest silence of the page that draws, in milliseconds: then a diagram has it stuck. Contract 3.3. */
export const DRAW_TIMEOUT_MS = 2_000;
/** How long one diagram may take with everything that is loaded for it, in milliseconds. */
export const DRAW_TOTAL_MS = 15_000;
/** How long the page that draws may take to load, in milliseconds. */
export const PAGE_TIMEOUT_MS = 30_000;
/** How long the page is kept for the next diagram, in milliseconds. */
export const IDLE_MS = 20_000;
/** Longer sources are not drawn, in characters. */
export const MAX_DIAGRAM_LENGTH = 20_000;
/** Sources of more lines are not drawn: 1,000 commits or 2,000 periods of time already take longer than anyone waits. */
export const MAX_DIAGRAM_LINES = 500;

/** Why a diagram was not drawn. `too-large`: too much of it, or it took too long. */
export type DiagramFailure = 'failed' | 'too-large';

/** A finished diagram, or why there is none. */
export type DrawOutcome = Drawing | { readonly failure: DiagramFailure };

/** A page of its own that draws diagrams, one after the other. */
export interface DiagramSandbox {
  /** Never rejects. */
  draw(source: string, colors: DiagramColors): Promise<DrawOutcome>;
  /** Removes the page; what is still waiting has failed. */
  close(): void;
}

interface Job {
  readonly request: DrawRequest;
  readonly done: (outcome: DrawOutcome) => void;
}

/**
 * Draws diagrams in an iframe that has no origin, no network beyond its own scripts, and can be thrown away: Mermaid
 * runs loops, styles and addresses that strangers wrote (`threats-and-faults.md`, 1.2 and 1.3). At most one page lives;
 * it is used again, and removed when it is stuck or has been idle.
 *
 * @param address - of the page that draws, on the server
 * @param page - where the iframe is put
 */
export function createDiagramSandbox(address: string, page: Document): DiagramSandbox {
  const view = page.defaultView ?? window;
  const waiting: Job[] = [];
  let current: Job | undefined;
  let frame: HTMLIFrameElement | undefined;
  let isReady = false;
  let nextId = 1;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let total: ReturnType<typeof setTimeout> | undefined;

  function onMessage(event: MessageEvent): void {
    if (!frame || event.source !== frame.contentWindow) return;
    const answer = readDrawAnswer(event.data);
    if (answer?.type === 'sotto-diagram-ready') {
      isReady = true;
      next();
    } else if (answer?.type === 'sotto-diagram-alive') listen();
    else if (answer && current?.request.id === answer.id) finish(answer.type === 'sotto-diagram-drawn' ? { svg: answer.svg, width: answer.width, height: answer.height } : { failure: 'failed' });
  }

  function next(): void {
    clearTimeout(silence);
    clearTimeout(total);
    current = waiting.shift();
    if (!current) {
      silence = setTimeout(removePage, IDLE_MS);
      return;
    }
    if (!frame) openPage();
    if (!isReady) {
      waiting.unshift(current);
      current = undefined;
      total = setTimeout(giveUp, PAGE_TIMEOUT_MS);
      return;
    }
    // The page has no origin to name, and what is sent is no secret: it stands in the conversation.
    frame?.contentWindow?.postMessage(current.request, '*');
    total = setTimeout(stuck, DRAW_TOTAL_MS);
    listen();
  }

  /** Waits for the next sign of life. */
  function listen(): void {
    if (!current) return;
    clearTimeout(silence);
    // A page in the background is slowed down by the browser; that is no silence.
    silence = setTimeout(() => { if (page.hidden) listen(); else stuck(); }, DRAW_TIMEOUT_MS);
  }

  function finish(outcome: DrawOutcome): void {
    current?.done(outcome);
    next();
  }

  function stuck(): void {
    removePage();
    finish({ failure: 'too-large' });
  }

  /** The page does not come: nothing that waits for it will be drawn. */
  function giveUp(): void {
    removePage();
    for (const job of waiting.splice(0)) job.done({ failure: 'failed' });
  }

  function openPage(): void {
    isReady = false;
    frame = page.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.tabIndex = -1;
    frame.ariaHidden = 'true';
    frame.title = '';
    // Text is measured in there, so it must be laid out, only not seen.
    Object.assign(frame.style, { position: 'fixed', insetBlockStart: '0', insetInlineStart: '0', inlineSize: '1000px', blockSize: '800px', border: '0', opacity: '0', pointerEvents: 'none', zIndex: '-1', clipPath: 'inset(50%)', contain: 'strict' });
    frame.src = address;
    // Its script runs before it has loaded: one that says nothing then is missing or broken.
    frame.addEventListener('load', () => {
      if (isReady || !frame) return;
      clearTimeout(total);
      total = setTimeout(giveUp, DRAW_TIMEOUT_MS);
    });
    view.addEventListener('message', onMessage);
    page.body.append(frame);
  }

  function removePage(): void {
    clearTimeout(silence);
    clearTimeout(total);
    view.removeEventListener('message', onMessage);
    frame?.remove();
    frame = undefined;
    isReady = false;
  }

  return {
    draw(source, colors) {
      if (isTooLarge(source)) return Promise.resolve({ failure: 'too-large' });
      return new Promise((resolve) => {
        waiting.push({ request: { type: 'sotto-diagram-draw', id: nextId, source, colors }, done: resolve });
        nextId += 1;
        if (!current && (!frame || isReady)) next();
      });
    },
    close() {
      removePage();
      const jobs = [...(current ? [current] : []), ...waiting.splice(0)];
      current = undefined;
      for (const job of jobs) job.done({ failure: 'failed' });
    },
  };
}

function isTooLarge(source: string): boolean {
  return source.length > MAX_DIAGRAM_LENGTH || source.split('\n', MAX_DIAGRAM_LINES + 1).length > MAX_DIAGRAM_LINES;
}
