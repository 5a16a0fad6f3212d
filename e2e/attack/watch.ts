import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { onException } from '../engines/pageErrors';
import type { Finding } from './inspect';

/** What happened in a page that must not happen. */
export interface Signals {
  readonly scripts: string[];
  /** What the frame's policy had to stop, Trusted Types among it: the guard before it has failed then. */
  readonly violations: string[];
  /** What the policy of the page that draws diagrams stopped: it is the guard there. */
  readonly sandboxed: string[];
  /** Requests to hosts that nobody allowed. */
  readonly requests: string[];
  readonly navigations: string[];
  readonly popups: string[];
  /** Errors nobody caught. */
  readonly errors: string[];
  /** What was in the page for a moment; only after `watchEveryStep`. */
  readonly findings: Finding[];
}

/** Nothing so far. */
export function noSignals(): Signals {
  return {
    scripts: [],
    violations: [],
    sandboxed: [],
    requests: [],
    navigations: [],
    popups: [],
    errors: [],
    findings: [],
  };
}

/** Runs in every page and frame before anything else: whatever a payload calls is heard. */
export const LISTEN = `(() => {
  if (window.__heard) return;
  const heard = window.__heard = [];
  const tell = (kind, detail) => { heard.push({ kind, detail: String(detail).slice(0, 200) }); };
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'xssAttack', 'xss']) window[name] = (word) => { tell('script', name + '(' + word + ')'); };
  document.addEventListener('securitypolicyviolation', (event) => { tell('violation', event.effectiveDirective + ' ' \
+ event.blockedURI + ' ' + event.sample); });
  window.addEventListener('error', (event) => { if (event.message && !event.message.startsWith('ResizeObserver loop')) tell('error', event.message); });
  window.addEventListener('unhandledrejection', (event) => { tell('error', event.reason); });
})()`;

/** What `LISTEN` has heard since it was last asked. */
export const TAKE_SIGNALS = '(window.__heard || []).splice(0)';
export type Signal =
  | { readonly kind: 'finding'; readonly detail: Finding }
  | { readonly kind: 'script' | 'violation' | 'error'; readonly detail: string };

/** @param isSandbox - it was heard where diagrams are drawn */
export function sortSignals(signals: Signals, observed: readonly Signal[], isSandbox: boolean): void {
  for (const { kind, detail } of observed) {
    if (kind === 'finding') signals.findings.push(detail);
    else if (kind === 'script') signals.scripts.push(detail);
    else if (kind === 'violation') (isSandbox ? signals.sandboxed : signals.violations).push(detail);
    else signals.errors.push(detail);
  }
}

/** A size that is told one frame later is no fault. */
const LATE_SIZE = /^ResizeObserver loop/;

/** Watches a page from outside: no request leaves the machine, and every one that wanted to is written down. */
export async function watchPage(
  context: BrowserContext,
  page: Page,
  allowed: readonly string[],
): Promise<Signals & { collect(): Promise<void> }> {
  const signals = noSignals();
  await context.addInitScript(LISTEN);
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    if (allowed.includes(new URL(url).origin) || /^(?:data|blob|about):/.test(url)) await route.continue();
    else {
      signals.requests.push(url);
      await route.abort();
    }
  });
  page.on('framenavigated', (frame) => signals.navigations.push(frame.url()));
  context.on('page', (opened) => {
    if (opened !== page) signals.popups.push(opened.url());
  });
  onException(page, (message) => {
    if (!LATE_SIZE.test(message)) signals.errors.push(message);
  });
  page.on('crash', () => signals.errors.push('the page crashed'));
  return {
    ...signals,
    async collect() {
      for (const frame of page.frames()) {
        const observed = await frame.evaluate<Signal[]>(TAKE_SIGNALS).catch(() => []);
        sortSignals(signals, observed, frame.url().includes('/diagram.html'));
      }
    },
  };
}

/**
 * Processor time of the longest single task of the pages that were marked: waiting for a busy machine does not count.
 */
export interface TaskTrace {
  /** Ends the measurement; milliseconds, and the last mark before that task. */
  longest(): Promise<{ readonly longestTaskMs: number; readonly longestTaskAt: string }>;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const MARK = 'sotto-attack ';
/** Stands in a task in which the test itself looks at the page: looking is its work, not the page's. */
const LOOK = 'sotto-attack-look';

/** As an expression: the task it runs in is not counted. */
export const UNCOUNTED = `performance.mark(${JSON.stringify(LOOK)})`;

/**
 * From now on tasks of this page and its frame are counted, under this name. Diagrams are drawn in a process of their
 * own, which may be busy.
 */
export async function markTasks(
  page: Readonly<Record<'inPage' | 'inFrame', (expression: string) => Promise<unknown>>>,
  name: string,
): Promise<void> {
  const mark = `void performance.mark(${JSON.stringify(MARK + name)})`;
  await Promise.all([page.inPage(mark), page.inFrame(mark)]);
}

/** Begins to trace; undefined where the engine cannot (only Chromium can). */
export async function traceTasks(browser: Browser): Promise<TaskTrace | undefined> {
  if (browser.browserType().name() !== 'chromium') return undefined;
  const session: CDPSession = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(
      ...(value as unknown as TraceEvent[]).filter(
        ({ name, tdur = 0 }) => name.startsWith(MARK) || name === LOOK || (name === 'RunTask' && tdur > 20_000),
      ),
    );
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordContinuously',
      includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  });
  return {
    async longest() {
      const complete = new Promise<{ dataLossOccurred: boolean }>((resolve) => {
        session.once('Tracing.tracingComplete', resolve);
      });
      await session.send('Tracing.end');
      const { dataLossOccurred } = await complete;
      await session.detach();
      if (dataLossOccurred) throw new Error('the trace is not whole: fewer texts at a time');
      const marks = events.filter(({ name }) => name.startsWith(MARK));
      const looks = events.filter(({ name }) => name === LOOK);
      const isMarked = (task: TraceEvent): boolean =>
        marks.some(({ pid, tid }) => pid === task.pid && tid === task.tid);
      const isLook = (task: TraceEvent): boolean =>
        looks.some(
          ({ pid, tid, ts }) =>
            pid === task.pid && tid === task.tid && ts >= task.ts && ts <= task.ts + (task.dur ?? 0),
        );
      const longest = events
        .filter((event) => event.name === 'RunTask' && isMarked(event) && !isLook(event))
        .sort((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))[0];
      const before = marks
        .filter(({ ts, pid, tid }) => ts <= (longest?.ts ?? 0) && pid === longest?.pid && tid === longest.tid)
        .sort((one, other) => other.ts - one.ts)[0];
      return { longestTaskMs: (longest?.tdur ?? 0) / 1000, longestTaskAt: before?.name.slice(MARK.length) ?? '' };
    },
  };
}
