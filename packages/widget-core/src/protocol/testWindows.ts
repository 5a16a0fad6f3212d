import type { CancelTimer, Clock } from '../lib/clock';
import type { Endpoint } from './endpoints';
import { readRaw, toRaw } from './envelope';
import type { Envelope } from './payloads';

/** Clock for the tests of this folder: `advance` moves its time. */
export function createTestClock(): Clock & { advance: (ms: number) => void; pending: () => number } {
  let now = 1_000_000;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    setTimer(callback, delayMs): CancelTimer {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.callback();
      }
      now = end;
    },
    pending: () => timers.size,
  };
}

/** A message posted to a fake window, and its target origin. */
export interface Posted {
  data: unknown;
  targetOrigin: string;
}

/**
 * Fake window: clones messages, delivers them later, and only if the target origin matches its own. `speaker` is the
 * source of the messages it posts.
 */
export class TestWindow extends EventTarget {
  readonly posted: Posted[] = [];
  parent: TestWindow = this;
  readonly location = { ancestorOrigins: undefined };
  readonly document = { referrer: '' };
  readonly origin: string;
  speaker: { window: TestWindow; origin: string } | undefined;

  constructor(origin: string) {
    super();
    this.origin = origin;
  }

  postMessage(data: unknown, targetOrigin: string, ports: MessagePort[] = []): void {
    const copy: unknown = structuredClone(data);
    this.posted.push({ data: copy, targetOrigin });
    if (targetOrigin !== '*' && targetOrigin !== this.origin) return;
    const { speaker } = this;
    if (speaker) queueMicrotask(() => this.deliver(copy, speaker.window, speaker.origin, ports));
  }

  /** Delivers a message event unchanged. */
  deliver(data: unknown, source: unknown, origin: string, ports: readonly MessagePort[] = []): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, source, origin, ports }));
  }

  /** Typed as `Window` for the code under test. */
  get asWindow(): Window {
    return this as unknown as Window;
  }
}

/** A host window and a frame window that receive each other's messages. */
export function createWindowPair(
  hostOrigin = 'https://shop.test',
  frameOrigin = 'https://chat.test',
): { host: TestWindow; frame: TestWindow } {
  const host = new TestWindow(hostOrigin);
  const frame = new TestWindow(frameOrigin);
  frame.parent = host;
  host.speaker = { window: frame, origin: frameOrigin };
  frame.speaker = { window: host, origin: hostOrigin };
  return { host, frame };
}

/** The page's side of the raw form, as contract 2.6 specifies it. */
export function createPageEndpoint(host: TestWindow, frame: TestWindow): Endpoint {
  const send = (envelope: Envelope): void => {
    frame.postMessage(
      envelope.t === 'res' ? { type: 'response', id: envelope.id, props: envelope.value } : toRaw(envelope),
      frame.origin,
    );
  };
  return {
    send,
    listen(receive) {
      host.addEventListener('message', (event) => {
        const envelope = readRaw((event as MessageEvent<unknown>).data);
        if (envelope?.t !== 'res') {
          if (envelope) receive(envelope, send);
          return;
        }
        const props = envelope.value as { value: unknown };
        // `{ value }` is either the response itself or its wrapper; messages and empty responses were wrapped.
        const isWrapped = typeof props.value === 'object' && props.value !== null && !Array.isArray(props.value);
        receive({ ...envelope, value: isWrapped ? props.value : props }, send);
      });
    },
    close: () => undefined,
  };
}

/** Waits until messages over ports and windows have arrived. */
export async function arrived(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise<void>((resolve) => {
      port2.onmessage = () => {
        resolve();
      };
      port1.postMessage(0);
    });
  }
  port1.close();
  port2.close();
}
