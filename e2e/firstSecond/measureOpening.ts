import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { chatOn, type Chat } from '../chat';

/** A phone on a slow line: 1.6 Mbit/s each way, 150 ms for a round trip. */
export const SLOW_LINE = { bytesPerSecond: 200_000, latencyMs: 150 } as const;

/** One file on the wire. */
export interface WireFile {
  readonly url: string;
  readonly type: string;
  /** Headers and body as they were sent, in bytes. */
  readonly bytes: number;
}

/** Everything the widget asked for, from the script tag on. */
export interface Wire {
  readonly files: readonly WireFile[];
  readonly requests: number;
  readonly bytes: number;
}

/** What changed between the first moment a person could type and the moment the chat was still. */
export interface Movement {
  /** Sum of the layout-shift scores of the frame's page. */
  readonly shift: number;
  readonly appeared: readonly string[];
  readonly vanished: readonly string[];
  readonly moved: readonly string[];
}

/** One opening of the chat, in milliseconds from the click. */
export interface Opening {
  readonly chat: Chat;
  /** Something of the chat is on the screen. */
  readonly paintedMs: number;
  /** The text box is on the screen and keeps what is typed. */
  readonly usableMs: number;
  /** The frame's script draws the chat and answers what is typed and pressed. */
  readonly startedMs: number;
  /** All that was asked for before anybody typed. */
  readonly wire: Wire;
  readonly movement: Movement;
  /** Asks, waits for the whole reply and until nothing is on its way. */
  ask(text: string): Promise<Wire>;
  close(): Promise<void>;
}

/** How a chat is opened. */
export interface OpeningOptions {
  /** A page of the server with one widget. */
  readonly address: string;
  /** @default the line as it is */
  readonly line?: { readonly bytesPerSecond: number; readonly latencyMs: number };
  readonly context?: BrowserContextOptions;
  /** Takes pictures at these moments after the click, in milliseconds. */
  readonly pictures?: { readonly at: readonly number[]; readonly take: (ms: number, png: Buffer) => void };
}

/** Paths of the widget's files and of what its frame asks the server for; the page around it is not counted. */
const OF_WIDGET = /^\/(?:integrations|auto|api|v1)\//;
/** Nothing is on its way for this long: the chat is still. */
const QUIET_MS = 700;

/**
 * Opens a chat for the first time, with an empty cache, and counts what goes over the wire. Page and frame have one
 * origin, so that one session of the browser's protocol sees both.
 */
export async function measureOpening(browser: Browser, options: OpeningOptions): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options.context });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const network = await countNetwork(session);
  await page.goto(options.address);
  await page.waitForFunction(() => customElements.get('sotto-chat') !== undefined);
  await network.quiet();
  // The page around the chat has come over a line of its own: only the chat is measured on the slow one.
  if (options.line)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: options.line.latencyMs,
      downloadThroughput: options.line.bytesPerSecond,
      uploadThroughput: options.line.bytesPerSecond,
    });
  const chat = chatOn(page);
  const box = await chat.launcher.boundingBox();
  if (!box) throw new Error('There is no launcher');
  await watchOpening(page);
  const pictures = takePictures(page, options.pictures);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => window.sottoOpening?.startedMs !== undefined, undefined, { timeout: 60_000 });
  await pictures;
  await network.quiet();
  const { paintedMs, usableMs, startedMs } = await page.evaluate(() => ({ ...window.sottoOpening }));
  return {
    chat,
    paintedMs: paintedMs ?? Number.NaN,
    usableMs: usableMs ?? Number.NaN,
    startedMs: startedMs ?? Number.NaN,
    wire: network.wire(),
    movement: await page.evaluate(() => window.sottoOpening?.readMovement() as Movement),
    async ask(text) {
      await chat.ask(text);
      await chat.messages.nth(1).waitFor({ timeout: 60_000 });
      await chat.answered();
      await network.quiet();
      return network.wire();
    },
    close: () => context.close(),
  };
}

async function takePictures(page: Page, pictures: OpeningOptions['pictures']): Promise<void> {
  if (!pictures) return;
  const begun = Date.now();
  for (const at of pictures.at) {
    await page.waitForTimeout(Math.max(0, at - (Date.now() - begun)));
    pictures.take(at, await page.screenshot());
  }
}

async function countNetwork(session: CDPSession): Promise<{ quiet(): Promise<void>; wire(): Wire }> {
  const files = new Map<string, { url: string; type: string; bytes: number; isDone: boolean }>();
  let lastAt = Date.now();
  const touch = (): void => {
    lastAt = Date.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!OF_WIDGET.test(new URL(request.url).pathname)) return;
    touch();
    files.set(requestId, { url: request.url, type, bytes: 0, isDone: false });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) Object.assign(file, { bytes: encodedDataLength, isDone: true });
    touch();
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    const file = files.get(requestId);
    if (file) file.isDone = true;
    touch();
  });
  await session.send('Network.enable');
  return {
    async quiet() {
      const deadline = Date.now() + 60_000;
      touch();
      for (;;) {
        // A stream of events stays open as long as the chat does.
        const isBusy = [...files.values()].some(({ isDone, type }) => !isDone && type !== 'EventSource');
        if (!isBusy && Date.now() - lastAt > QUIET_MS) return;
        if (Date.now() - lastAt > 5_000 || Date.now() > deadline) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    wire() {
      const all = [...files.values()].map(({ url, type, bytes }) => ({ url, type, bytes }));
      return { files: all, requests: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}

/** What the page notes while the chat opens. */
interface OpeningNotes {
  paintedMs?: number;
  usableMs?: number;
  startedMs?: number;
  readMovement(): Movement;
}
declare global {
  interface Window {
    sottoOpening?: OpeningNotes;
  }
}

/** Looks at the chat in each animation frame from the click on. */
async function watchOpening(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Places = Map<
      string,
      { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
    >;
    const shadow = document.querySelector('sotto-chat')?.shadowRoot;
    if (!shadow) throw new Error('There is no chat');
    let shift = 0;
    let before: Places | undefined;
    const framePage = (): Document | null => shadow.querySelector('iframe')?.contentDocument ?? null;
    const isShown = (element: Element | null | undefined): element is HTMLElement =>
      element?.checkVisibility({ visibilityProperty: true }) === true && element.getClientRects().length > 0;

    /** Everything that can be seen in the frame, by its path. */
    function readPlaces(): Places {
      const places: Places = new Map();
      const walk = (element: Element, path: string): void => {
        const style = element.ownerDocument.defaultView?.getComputedStyle(element);
        if (style?.display === 'none' || style?.visibility === 'hidden') return;
        const { x, y, width, height } = element.getBoundingClientRect();
        if (width > 1 && height > 1) places.set(path, { x, y, width, height });
        const seen = new Map<string, number>();
        for (const child of element.children) {
          const name = `${child.localName}.${(child.getAttribute('class') ?? '').split(' ')[0] ?? ''}`;
          const index = seen.get(name) ?? 0;
          seen.set(name, index + 1);
          walk(child, `${path}>${name}[${String(index)}]`);
        }
      };
      const root = framePage()?.getElementById('root');
      if (root) walk(root, '');
      return places;
    }

    document.addEventListener(
      'click',
      ({ timeStamp: clickedAt }) => {
        const notes: OpeningNotes = {
          readMovement() {
            const now = readPlaces();
            const names = (all: Iterable<string>): string[] => [...all].slice(0, 20);
            return {
              shift,
              appeared: names([...now.keys()].filter((key) => !before?.has(key))),
              vanished: names([...(before?.keys() ?? [])].filter((key) => !now.has(key))),
              moved: names(
                [...now].flatMap(([key, place]) => {
                  const old = before?.get(key);
                  const isMoved = old && (Math.abs(old.x - place.x) > 1 || Math.abs(old.y - place.y) > 1);
                  return isMoved
                    ? [`${key} ${String(old.x)},${String(old.y)} → ${String(place.x)},${String(place.y)}`]
                    : [];
                }),
              ),
            };
          },
        };
        window.sottoOpening = notes;
        const look = (): void => {
          const now = performance.now() - clickedAt;
          const panel = shadow.querySelector('.panel');
          const inFrame = framePage();
          const paints = inFrame?.defaultView?.performance.getEntriesByName('first-contentful-paint').length ?? 0;
          // `skeleton` is drawn by the loader; a panel without it shows nothing until its frame has painted.
          if (
            notes.paintedMs === undefined &&
            isShown(panel) &&
            (isShown(shadow.querySelector('.skeleton')) || paints > 0)
          )
            notes.paintedMs = now;
          const box = inFrame?.querySelector('textarea');
          if (notes.usableMs === undefined && isShown(panel) && paints > 0 && isShown(box) && !box.disabled) {
            notes.usableMs = now;
            before = readPlaces();
            const frameWindow = inFrame?.defaultView;
            if (frameWindow)
              new frameWindow.PerformanceObserver((list) => {
                for (const entry of list.getEntries()) {
                  const { value, hadRecentInput } = entry as PerformanceEntry & {
                    value: number;
                    hadRecentInput: boolean;
                  };
                  if (!hadRecentInput) shift += value;
                }
              }).observe({ type: 'layout-shift' });
          }
          const isStarted = inFrame?.defaultView?.performance.getEntriesByName('sotto-started').length;
          if (notes.usableMs !== undefined && isStarted) notes.startedMs = now;
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
}
