// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { WidgetError } from '../errors';
import { createManualClock } from '../testing/manualClock';
import { createHttpClient, streamReply } from './httpClient';
import { createSilenceWatch } from './silenceWatch';
import { readReply, type ReplyRecord } from './readReply';
import { ANSWERED_ATTEMPTS, isRetryable, retryDelay } from './retry';

const online = { isOnline: () => true, onChange: () => () => undefined };
const EVENTS = [
  { type: 'completeBegin', data: { id: 'r', conversationId: 'c', messageId: 'b' } },
  ...Array.from({ length: 20 }, (_, index) => ({ type: 'token', data: { token: `é${String(index)} ` } })),
  { type: 'result', data: { id: 'b', text: 'x', usage: { token: 1 }, end: { reason: 'stop' } } },
  { type: 'completeEnd', data: { id: 'r' } },
];
const write = (index: number): string =>
  `id: r.${String(index + 1)}\nevent: ${EVENTS[index]?.type ?? ''}\ndata: ${JSON.stringify(EVENTS[index]?.data)}\n\n`;

function bodyOf(text: string, chunkBytes = 1_000_000): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkBytes) controller.enqueue(bytes.slice(at, at + chunkBytes));
      controller.close();
    },
  });
}

async function collect(
  responses: readonly (readonly number[])[],
): Promise<{ texts: string[]; resumedFrom: (string | undefined)[] }> {
  const clock = createManualClock();
  const resumedFrom: (string | undefined)[] = [];
  const texts: string[] = [];
  const patience = { clock, connectivity: online, random: () => 0.5, watchSilence: createSilenceWatch(clock) };
  const reading = (async () => {
    const stream = streamReply(
      (lastEventId) => {
        const indexes =
          responses[resumedFrom.length] ??
          EVENTS.map((_, index) => index).slice(Number(lastEventId?.split('.')[1] ?? 0));
        resumedFrom.push(lastEventId);
        return Promise.resolve(
          new Response(bodyOf(indexes.map(write).join('')), { headers: { 'Content-Type': 'text/event-stream' } }),
        );
      },
      undefined,
      patience,
      { signal: new AbortController().signal },
    );
    for await (const event of stream) if (event.type === 'token') texts.push(event.data.token);
  })();
  await clock.advance(60_000);
  await reading;
  return { texts, resumedFrom };
}

it('BE-32: a connection that was lost in the background is opened anew when the page is seen again', async () => {
  const clock = createManualClock();
  const listeners = new Set<() => void>();
  let isHidden = false;
  const show = (isShown: boolean): void => {
    isHidden = !isShown;
    for (const listener of listeners) listener();
  };
  const watchSilence = createSilenceWatch(clock, {
    isHidden: () => isHidden,
    onVisibilityChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const opened: (string | undefined)[] = [];
  const reading = (async () => {
    for await (const event of streamReply(
      (lastEventId) => {
        opened.push(lastEventId);
        const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(write(0) + write(1)));
          },
        });
        const rest = EVENTS.map((_event, index) => write(index)).slice(2);
        return Promise.resolve(
          new Response(opened.length === 1 ? silent : bodyOf(rest.join('')), {
            headers: { 'Content-Type': 'text/event-stream' },
          }),
        );
      },
      undefined,
      { clock, connectivity: online, random: () => 0, watchSilence },
      { signal: new AbortController().signal },
    ))
      void event;
  })();
  await clock.advance(1_000);
  // A short look at another app is no reason to doubt the connection.
  show(false);
  await clock.advance(5_000);
  show(true);
  await clock.advance(5_000);
  expect(opened).toHaveLength(1);
  show(false);
  await clock.advance(25_000);
  show(true);
  await clock.advance(2_000);
  expect(opened).toEqual([undefined, 'r.2']);
  await reading;
  expect(listeners.size).toBe(0);
});

describe('F108 events that come twice, out of order, or not at all', () => {
  const expected = EVENTS.flatMap(({ data }) => ('token' in data ? [data.token] : []));

  it.each([
    ['twice', [[0, 1, 1, 2, 2, 3, 1, 2, 4, 5]]],
    ['with a gap', [[0, 1, 2, 5, 6, 7]]],
    ['out of order', [[0, 2, 1, 3, 5, 4]]],
    [
      'from the start again',
      [
        [0, 1, 2],
        [0, 1, 2, 3, 4],
      ],
    ],
  ])('gives every token once and in order when events come %s', async (_, responses) => {
    expect((await collect(responses)).texts).toEqual(expected);
  });

  it('agrees for a thousand seeds', async () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 1_000; round += 1) {
      const indexes = EVENTS.map((_, index) => index).filter(() => random() > 0.1);
      const at = Math.floor(random() * indexes.length);
      indexes.splice(at, 0, ...indexes.slice(0, Math.floor(random() * 3)));
      expect((await collect([indexes])).texts).toEqual(expected);
    }
  });
});

describe('F103 bytes', () => {
  it('survives every chunk size, in both stream forms', async () => {
    const sse = EVENTS.map((_, index) => write(index)).join('');
    const jsonl = EVENTS.map((event) => `${JSON.stringify(event)}\n`).join('');
    for (const [text, type] of [
      [sse, 'text/event-stream'],
      [sse.replaceAll('\n', '\r\n'), 'text/event-stream'],
      [jsonl, 'application/jsonl'],
    ] as const) {
      for (const size of [1, 2, 3, 7, 64]) {
        const records: ReplyRecord[] = [];
        for await (const record of readReply(bodyOf(text, size), type, () => undefined, new AbortController().signal))
          records.push(record);
        expect(records.map(({ event }) => event?.type)).toEqual(EVENTS.map(({ type: name }) => name));
      }
    }
  });

  it('skips what nobody knows and what is malformed', async () => {
    const text =
      'event: newThing\ndata: {}\n\nevent: token\ndata: {"token":\n\nevent: token\ndata: {"token":7}\n\n: keep-alive\n\nevent: token\ndata: {"token":"a"}\n\n';
    const types: unknown[] = [];
    for await (const { event } of readReply(
      bodyOf(text),
      'text/event-stream',
      () => undefined,
      new AbortController().signal,
    ))
      types.push(event?.type);
    expect(types).toEqual([undefined, undefined, undefined, 'token']);
  });
});

describe('what is repeated (contract 1.4)', () => {
  it.each([
    ['NETWORK', undefined, true],
    ['TIMEOUT', 408, true],
    ['BAD_GATEWAY', 502, true],
    ['SERVICE_UNAVAILABLE', 503, true],
    ['GATEWAY_TIMEOUT', 504, true],
    ['TOO_MANY_REQUESTS', 429, true],
    ['LIMITS_REACHED', 429, false],
    ['INTERNAL_SERVER_ERROR', 500, false],
    ['NOT_AUTHORIZED', 403, false],
    ['ABORTED', undefined, false],
  ] as const)('%s (%s): %s', (code, status, isRepeated) => {
    expect(isRetryable(new WidgetError(code, status === undefined ? {} : { status }))).toBe(isRepeated);
  });

  it('waits from half a second to thirty, a quarter more or less, and as long as the server asks', () => {
    const error = new WidgetError('NETWORK');
    expect([1, 2, 3, 10].map((failures) => retryDelay(error, failures, () => 0.5))).toEqual([
      500, 1_000, 2_000, 30_000,
    ]);
    expect([0, 1].map((random) => retryDelay(error, 1, () => random))).toEqual([375, 625]);
    expect(retryDelay(new WidgetError('TOO_MANY_REQUESTS', { retryAfterMs: 7_000 }), 1, () => 0)).toBe(7_000);
  });
});

describe('F111 a status instead of a stream', () => {
  const STATUSES = [
    [408, true],
    [429, true],
    [502, true],
    [503, true],
    [504, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [410, false],
    [500, false],
  ] as const;

  /** Reads a reply whose connections give so many events each, or a status. */
  async function read(
    connections: readonly (number | { readonly status: number })[],
    rest: { readonly status: number } | undefined,
  ) {
    const clock = createManualClock();
    let attempts = 0;
    const http = createHttpClient('', {
      clock,
      fetch: (_, init) => {
        const from = Number(new Headers(init?.headers).get('Last-Event-ID')?.split('.')[1] ?? 0);
        const next = connections[attempts] ?? rest ?? EVENTS.length;
        attempts += 1;
        // As a proxy answers: a page, and no code of ours.
        if (typeof next === 'object') return Promise.resolve(new Response('<html>No</html>', { status: next.status }));
        return Promise.resolve(
          new Response(
            bodyOf(
              EVENTS.map((_event, index) => write(index))
                .slice(from, from + next)
                .join(''),
            ),
            { headers: { 'Content-Type': 'text/event-stream' } },
          ),
        );
      },
    });
    const types: string[] = [];
    let failed: unknown;
    const reading = (async () => {
      const stream = streamReply(
        (lastEventId, signal) =>
          http.open('/complete', {
            headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
            signal,
          }),
        undefined,
        { clock, connectivity: online, random: () => 0.5, watchSilence: createSilenceWatch(clock) },
        { signal: new AbortController().signal },
      );
      for await (const { type } of stream) types.push(type);
    })().catch((error: unknown) => {
      failed = error;
    });
    await clock.advance(120_000);
    await reading;
    return { attempts, types, failed };
  }

  it.each(STATUSES)('%i at connect: tried again: %s', async (status, isTriedAgain) => {
    const always = await read([], { status });
    expect(always).toMatchObject({ attempts: isTriedAgain ? ANSWERED_ATTEMPTS : 1, types: [], failed: { status } });
    const once = await read([{ status }], undefined);
    expect(once.types).toEqual(isTriedAgain ? EVENTS.map(({ type }) => type) : []);
  });

  it.each(STATUSES)('%i in mid-stream, where nothing that came is lost: goes on: %s', async (status, goesOn) => {
    const { attempts, types, failed } = await read([5, { status }, 4, { status }], undefined);
    expect(types).toEqual(EVENTS.map(({ type }) => type).slice(0, goesOn ? undefined : 5));
    expect(attempts).toBe(goesOn ? 5 : 2);
    if (goesOn) expect(failed).toBeUndefined();
    else expect(failed).toMatchObject({ status });
  });
});
