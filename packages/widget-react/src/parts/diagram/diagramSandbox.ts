import type { DiagramColors, DrawAnswer, Drawing, DrawRequest } from './diagramMessages';
import { openDrawingPage, type DrawingPage } from './drawingPage';

/** Maximum time between heartbeats of the drawing page, in milliseconds: after that it is stuck. Contract 3.3. */
export const DRAW_TIMEOUT_MS = 2_000;
/** Maximum time for one diagram including loading, in milliseconds. */
export const DRAW_TOTAL_MS = 15_000;
/** Maximum time to load the drawing page, in milliseconds. */
export const PAGE_TIMEOUT_MS = 30_000;
/** How long the page is kept for the next diagram, in milliseconds. */
export const IDLE_MS = 20_000;
/** Maximum length of a source, in characters. */
export const MAX_DIAGRAM_LENGTH = 20_000;
/** Maximum number of lines of a source: 1,000 commits or 2,000 periods already take too long. */
export const MAX_DIAGRAM_LINES = 500;

/** Why a diagram was not drawn. `too-large`: its source is too large, or drawing took too long. */
export type DiagramFailure = 'failed' | 'too-large';

/** A finished diagram, or the reason for none. */
export type DrawOutcome = Drawing | { readonly failure: DiagramFailure };

/** Draws diagrams one after another in a sandboxed page. */
export interface DiagramSandbox {
  /** Never rejects. */
  draw(source: string, colors: DiagramColors): Promise<DrawOutcome>;
  /** Removes the page; pending diagrams fail. */
  close(): void;
}

interface Job {
  readonly request: DrawRequest;
  readonly done: (outcome: DrawOutcome) => void;
}

/**
 * Draws diagrams in an iframe that has no origin and no network except for its own scripts, and can be discarded:
 * Mermaid runs loops, styles and addresses written by strangers (`threats-and-faults.md`, 1.2 and 1.3). There is at
 * most one page; it is reused, and removed when it is stuck or idle.
 *
 * @param address - of the drawing page, on the server
 * @param page - document that receives the iframe
 */
export function createDiagramSandbox(address: string, page: Document): DiagramSandbox {
  const waiting: Job[] = [];
  const timers = createTimers();
  let current: Job | undefined;
  let drawing: DrawingPage | undefined;
  let isReady = false;
  let nextId = 1;

  function onAnswer(answer: DrawAnswer): void {
    if (answer.type === 'sotto-diagram-ready') {
      isReady = true;
      next();
    } else if (answer.type === 'sotto-diagram-alive') listen();
    else if (current?.request.id === answer.id)
      finish(
        answer.type === 'sotto-diagram-drawn'
          ? { svg: answer.svg, width: answer.width, height: answer.height }
          : { failure: 'failed' },
      );
  }

  function next(): void {
    timers.clear();
    if (waiting.length === 0) timers.set('silence', removePage, IDLE_MS);
    else if (isReady) ask();
    else {
      drawing ??= openDrawingPage(address, page, {
        onAnswer,
        onLoad: () => {
          if (!isReady) timers.set('total', giveUp, DRAW_TIMEOUT_MS);
        },
      });
      timers.set('total', giveUp, PAGE_TIMEOUT_MS);
    }
  }

  function ask(): void {
    current = waiting.shift();
    if (!current) return;
    drawing?.ask(current.request);
    timers.set('total', stuck, DRAW_TOTAL_MS);
    listen();
  }

  /** Waits for the next heartbeat. Browsers throttle pages in the background, so time there does not count. */
  function listen(): void {
    if (current)
      timers.set(
        'silence',
        () => {
          if (page.hidden) listen();
          else stuck();
        },
        DRAW_TIMEOUT_MS,
      );
  }

  function finish(outcome: DrawOutcome): void {
    const job = current;
    current = undefined;
    job?.done(outcome);
    next();
  }

  const stuck = (): void => {
    removePage();
    finish({ failure: 'too-large' });
  };

  // The page cannot be loaded, so all pending diagrams fail.
  function giveUp(): void {
    removePage();
    for (const job of [...(current ? [current] : []), ...waiting.splice(0)]) job.done({ failure: 'failed' });
    current = undefined;
  }

  function removePage(): void {
    timers.clear();
    drawing?.close();
    drawing = undefined;
    isReady = false;
  }

  return {
    draw(source, colors) {
      if (isTooLarge(source)) return Promise.resolve({ failure: 'too-large' });
      return new Promise((resolve) => {
        waiting.push({ request: { type: 'sotto-diagram-draw', id: nextId++, source, colors }, done: resolve });
        if (!current && (!drawing || isReady)) next();
      });
    },
    close: giveUp,
  };
}

/** Two timers: for heartbeats, and for the whole diagram. */
function createTimers(): { set(name: 'silence' | 'total', then: () => void, delayMs: number): void; clear(): void } {
  const running = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    set(name, then, delayMs) {
      clearTimeout(running.get(name));
      running.set(name, setTimeout(then, delayMs));
    },
    clear() {
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    },
  };
}

function isTooLarge(source: string): boolean {
  return source.length > MAX_DIAGRAM_LENGTH || source.split('\n', MAX_DIAGRAM_LINES + 1).length > MAX_DIAGRAM_LINES;
}
