import {
  createWidget,
  loadIntegration,
  systemClock,
  type Clock,
  type Message,
  type Widget,
  type WidgetEnvironment,
} from '@sotto/widget-core';
import {
  createFakeBrowser,
  FRAME_MS,
  type FakeBrowser,
  type FakeTab,
} from '../../packages/widget-core/src/testing/fakeBrowser';
import { LINE_HEADER, type FaultProxy, type Line } from './faultProxy';

/** One visitor with a browser of their own: the real core, over HTTP through the proxy of faults. */
export interface Visitor {
  readonly line: Line;
  readonly browser: FakeBrowser;
  /** How often each call was made, as `POST /v1/…/complete`. */
  readonly calls: string[];
  openTab(): Promise<VisitorTab>;
  /**
   * What the server keeps, one line a message, read past the proxy: of the last conversation, or of the one that a tab
   * shows.
   */
  stored(page?: VisitorTab): Promise<string[]>;
}

/** One tab with the widget in it. */
export interface VisitorTab {
  readonly tab: FakeTab;
  readonly widget: Widget;
  /** What the visitor reads, one line a message. */
  texts(): string[];
  /** Resolves when so many messages are shown; says what is shown instead when they do not come. */
  reads(count: number): Promise<void>;
  /** The page is loaded again: the old widget hears nothing more. */
  reload(): Promise<void>;
  /** Resolves when the widget rests: no reply is written and nothing waits to be sent. */
  settled(withinMs?: number): Promise<void>;
  close(): void;
}

/** How a visitor differs from the plain one. */
export interface VisitorOptions {
  /** @default the machine's own */
  readonly clock?: Clock;
  /** Changes what the browser offers. */
  readonly environment?: (real: WidgetEnvironment) => WidgetEnvironment;
}

/** @param origin - of the real server, for what is read past the proxy */
export function createVisitor(proxy: FaultProxy, origin: string, name: string, options: VisitorOptions = {}): Visitor {
  const clock = options.clock ?? systemClock;
  const calls: string[] = [];
  /** Calls whose answer has not begun. */
  const unanswered: string[] = [];
  /** The last token of each conversation, newest conversation last. */
  const tokens = new Map<string, string>();
  const browser = createFakeBrowser(async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(LINE_HEADER, name);
    const url = input instanceof Request ? input.url : String(input);
    const { pathname } = new URL(url);
    const call = `${init?.method ?? 'GET'} ${pathname.replace(/conv_[^/]+/, '…')}`;
    calls.push(call);
    unanswered.push(call);
    const conversation = /conversation\/(conv_[^/]+)\//.exec(pathname)?.[1];
    const token = headers.get('Authorization')?.replace('Bearer ', '');
    if (conversation !== undefined && token !== undefined) tokens.set(conversation, token);
    return fetch(url, { ...init, headers }).finally(() => {
      unanswered.splice(unanswered.indexOf(call), 1);
    });
  });
  return {
    line: proxy.line(name),
    browser,
    calls,
    openTab: () =>
      openTab(
        browser,
        proxy.origin,
        clock,
        () => `calls: ${calls.slice(-12).join(', ')}; unanswered: ${unanswered.join(', ')}`,
        options,
      ),
    async stored(page) {
      const conversation = page ? page.widget.conversation.getState().conversationId : [...tokens.keys()].at(-1);
      const token = tokens.get(conversation ?? '');
      return conversation === undefined || token === undefined ? [] : readStored(origin, conversation, token);
    },
  };
}

/** The messages that are read, one line each: other versions of them stay stored behind. */
const toLines = (messages: readonly Pick<Message, 'type' | 'text' | 'extra'>[]): string[] =>
  messages.flatMap(({ type, text, extra }) => (extra?.visible === false ? [] : [`${type}: ${text}`]));

/** The messages of a conversation as the server keeps them. */
async function readStored(origin: string, conversation: string, token: string): Promise<string[]> {
  const ask = (): Promise<Response> =>
    fetch(`${origin}/v1/conversation/${conversation}/message/list?take=100`, {
      headers: { Authorization: `Bearer ${token}` },
    });
  // A connection kept from before may have been closed at the other end.
  const response = await ask().catch(ask);
  if (!response.ok) throw new Error(`The message list answered ${String(response.status)}`);
  const { items } = (await response.json()) as { items: Message[] };
  return toLines(items);
}

async function openTab(
  browser: FakeBrowser,
  base: string,
  clock: Clock,
  describeCalls: () => string,
  { environment: change = (real) => real }: VisitorOptions,
): Promise<VisitorTab> {
  const tab = browser.openTab();
  const environment = change({ ...tab.environment, clock, onFrame: (callback) => clock.setTimer(callback, FRAME_MS) });
  const load = (): ReturnType<typeof loadIntegration> =>
    loadIntegration(base, 'demo', { fetch: globalThis.fetch, clock });
  // A connection kept from before may have been closed at the other end.
  const integration = await load().catch(load);
  const make = (): Widget => createWidget({ integration, base, environment });
  let widget = make();
  const texts = (): string[] => toLines(widget.conversation.getState().messages);
  return {
    tab,
    get widget() {
      return widget;
    },
    texts,
    reads: (count) =>
      until(() => texts().length === count).catch((error: unknown) => {
        const { messages: _, ...state } = widget.conversation.getState();
        throw new Error(
          `Not so within a minute: ${String(count)} messages are shown. Shown: ${JSON.stringify(texts())}; ${JSON.stringify(state)}; ${describeCalls()}`,
          { cause: error },
        );
      }),
    async reload() {
      tab.leave();
      widget.close();
      widget = make();
      await until(() => !widget.conversation.getState().isLoading);
    },
    settled: (withinMs) => until(() => isSettled(widget), withinMs),
    close() {
      tab.leave();
      widget.close();
    },
  };
}

function isSettled(widget: Widget): boolean {
  const { reply, deliveries, isLoading } = widget.conversation.getState();
  return reply === undefined && !isLoading && Object.values(deliveries).every(({ state }) => state === 'failed');
}

/** Waits until something holds. @throws when it does not within `withinMs` */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const giveUpAt = Date.now() + withinMs; !(await holds());) {
    if (Date.now() > giveUpAt) throw new Error(`Not so within ${String(withinMs)} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A clock on which everything happens sooner: silences of a minute pass in seconds. */
export function fastClock(times: number): Clock {
  const startedAt = Date.now();
  return {
    now: () => startedAt + (Date.now() - startedAt) * times,
    setTimer: (callback, delayMs) => systemClock.setTimer(callback, delayMs / times),
  };
}
