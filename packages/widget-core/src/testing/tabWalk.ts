import { createWidget } from '../createWidget';
import { messageKey } from '../conversation/state';
import { delay } from '../lib/clock';
import type { Widget } from '../widget/widget';
import { createFakeBrowser, type FakeTab } from './fakeBrowser';
import { createFakeServer, type FakeServer } from './fakeServer';
import { createManualClock, turns, type ManualClock } from './manualClock';
import { INTEGRATION, readTexts } from './widgetHarness';

// What a widget loads when it is first needed is here before a walk begins.
import '../conversation/runners/functions';
import '../http/readReply';

/** What a visitor does in one of two tabs. */
const MOVES = ['send', 'send', 'send', 'note', 'stop', 'reload', 'restart', 'retry'] as const;
/** How long the server and the line between tabs may take, and a visitor from one move to the next, in milliseconds. */
const LAG_MS = { request: 12, channel: 3, move: 25 };
/** Between two pieces of a reply, in milliseconds. */
const TICK_MS = 4;

/** What came of a walk: everything is as it should be when `kept` equals both of `read` and nothing hangs. */
export interface WalkResult {
  /** What was done, to see what went wrong. */
  readonly moves: string;
  /** What the server keeps of the conversation, one line a message. */
  readonly kept: string[];
  /** What each tab shows of what was delivered. */
  readonly read: string[][];
  /** Everything each tab shows, also what was given up. */
  readonly shown: string[][];
  /** Moves that never came to an end. */
  readonly hanging: string[];
}

/**
 * One visitor in two tabs who sends, stops, reloads, restarts and tries again at random moments, over lines that break.
 * The same seed gives the same walk: time is the clock's, and chance is `random` alone.
 *
 * @param random - from 0 up to, not including, 1; `Math.random` and `crypto` have to be made from it as well
 */
export async function walkInTwoTabs(random: () => number, moves = 8): Promise<WalkResult> {
  const clock = createManualClock(undefined, turns);
  const server = createFakeServer({ clock });
  const browser = createFakeBrowser(server.fetch, clock);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const tabs = [0, 1].map(() => withLag(browser.openTab(), clock, between));
  const open = (tab: FakeTab): Widget =>
    createWidget({ integration: INTEGRATION, base: 'https://chat.example.com', environment: tab.environment });
  const widgets = tabs.map(open);
  const log: string[] = [];
  const hanging = new Set<string>();
  const stopTicking = writeReplies(server, clock, random);

  function move(place: number): unknown {
    const [tab, widget] = [tabs[place], widgets[place]];
    if (!tab || !widget) return undefined;
    if (random() < 0.3) {
      log.push('cut');
      if (random() < 0.7) server.cutNextAfter(between(0, 300));
      else server.loseNextAnswer(/complete$/);
    }
    const name = MOVES[between(0, MOVES.length - 1)] ?? 'send';
    const what = `${place === 0 ? 'A' : 'B'} ${name}`;
    log.push(what);
    if (name === 'reload') {
      tab.leave();
      widget.close();
      return (widgets[place] = open(tab));
    }
    const text = `Move ${String(log.length)}`;
    const acts = {
      send: () => widget.conversation.send({ message: text }),
      note: () => widget.conversation.send({ message: text, respond: false }),
      stop: () => widget.conversation.stop(),
      restart: () => widget.conversation.restart(),
      retry: () => widget.conversation.retry(),
    };
    const id = `${String(log.length)} ${what}`;
    hanging.add(id);
    return Promise.resolve(acts[name]())
      .catch(() => undefined)
      .finally(() => hanging.delete(id));
  }

  widgets[0]?.conversation.send({ message: 'Before' }).catch(() => undefined);
  await clock.advance(300);
  for (let count = 0; count < moves; count += 1) {
    void move(between(0, 1));
    await clock.advance(between(0, LAG_MS.move));
  }
  for (let wait = 0; wait < 20 && !widgets.every(isAtRest); wait += 1) await clock.advance(5_000);
  await clock.advance(1_000);
  stopTicking();
  const kept = readKept(server, widgets[0]);
  const result = {
    moves: log.join(', '),
    kept,
    read: widgets.map((widget) => readDelivered(widget, kept)),
    shown: widgets.map(readTexts),
    hanging: [...hanging],
  };
  for (const widget of widgets) widget.close();
  return result;
}

/** A tab whose requests take their time both ways, and which hears of the other a little later, in order. */
function withLag(tab: FakeTab, clock: ManualClock, between: (least: number, most: number) => number): FakeTab {
  const { environment } = tab;
  const lag = async (signal: AbortSignal | null | undefined): Promise<void> =>
    delay(clock, between(0, LAG_MS.request), signal ?? undefined);
  return {
    ...tab,
    environment: {
      ...environment,
      async fetch(input, init) {
        await lag(init?.signal);
        const response = await environment.fetch(input, init);
        await lag(init?.signal);
        return response;
      },
      openChannel(name) {
        const channel = environment.openChannel(name);
        if (!channel) return undefined;
        let lastAt = 0;
        return {
          ...channel,
          onMessage(listener) {
            let isOpen = true;
            const stop = channel.onMessage((message) => {
              lastAt = Math.max(lastAt, clock.now() + between(0, LAG_MS.channel));
              clock.setTimer(() => {
                if (isOpen) listener(message);
              }, lastAt - clock.now());
            });
            return () => {
              isOpen = false;
              stop();
            };
          },
        };
      },
    },
  };
}

/** Lets every reply come piece by piece, and end at some time. */
function writeReplies(server: FakeServer, clock: ManualClock, random: () => number): () => void {
  server.hold();
  server.answerWith((text) => ['Re ', text ?? '-', '.']);
  let cancel = clock.setTimer(tick, TICK_MS);
  function tick(): void {
    const isWriting = [...server.conversations.values()].some(({ run }) => run?.isLive());
    if (isWriting && random() < 0.3) {
      server.finish();
      server.hold();
    } else if (isWriting) server.emit(1);
    cancel = clock.setTimer(tick, TICK_MS);
  }
  return () => {
    cancel();
  };
}

function isAtRest(widget: Widget): boolean {
  const { reply, deliveries } = widget.conversation.getState();
  return !reply && Object.values(deliveries).every(({ state }) => state === 'failed');
}

function readKept(server: FakeServer, widget: Widget | undefined): string[] {
  const id = widget?.conversation.getState().conversationId;
  const { messages = [] } = (id === undefined ? undefined : server.conversations.get(id)) ?? {};
  return messages.map(({ type, text }) => `${type}: ${text}`);
}

/** What was given up stands only in the tabs; what the server has must not be shown as given up. */
function readDelivered(widget: Widget, kept: readonly string[]): string[] {
  const { messages, deliveries } = widget.conversation.getState();
  return messages.flatMap((message) => {
    const line = `${message.type}: ${message.text}`;
    const state = deliveries[messageKey(message)]?.state;
    if (state === 'failed' && !kept.includes(line)) return [];
    return [state === undefined ? line : `${line} (${state})`];
  });
}
