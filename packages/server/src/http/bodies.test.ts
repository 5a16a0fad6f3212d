import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manualClock';
import type { AppContext, Bodies, BodyLimits } from './appEnv';
import { createBodies } from './bodies';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-bodies-'));
});
afterAll(() => rm(folder, { recursive: true }));

let clock: ManualClock;
let bodies: Bodies;
beforeEach(() => {
  clock = createManualClock();
  bodies = createBodies(folder, clock, 1);
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const codeOf = (taken: Promise<unknown>): Promise<unknown> =>
  taken.then(
    (value) => value,
    (error: unknown) => (error as { code: string }).code,
  );

/** A body whose sender decides when the next piece comes. */
function send(limits: Partial<BodyLimits> = {}, from = '203.0.113.1') {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (sender = controller),
    cancel: () => void (sender = undefined),
  });
  const headers = { 'X-Forwarded-For': from };
  const request = new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const context = {
    env: {},
    req: { raw: request, header: (name: string) => request.headers.get(name) ?? undefined },
  } as AppContext;
  const answer = codeOf(
    bodies.take(context, { kind: 'text', maxBytes: 1_048_576, ...limits }, async ({ size }) => size),
  );
  return {
    answer,
    add: (bytes: number) => sender?.enqueue(new Uint8Array(bytes)),
    close: () => sender?.close(),
  };
}

describe('SV-3 a body that arrives', () => {
  it('is ended when its sender stalls, and when it takes too long however steadily it comes', async () => {
    const stalled = send();
    stalled.add(10);
    const stalledFile = send({ kind: 'file' });
    const slow = send();
    const slowFile = send({ kind: 'file' });
    const whole = send();
    whole.add(5);
    whole.close();
    expect(await whole.answer).toBe(5);
    const answered: string[] = [];
    for (const [name, { answer }] of Object.entries({ stalled, stalledFile, slow, slowFile }))
      void answer.then((code) => answered.push(`${name} ${String(code)}`));
    for (let seconds = 10; seconds <= 600; seconds += 10) {
      slow.add(1);
      slowFile.add(1);
      await settle();
      clock.advance(10_000);
      await settle();
      if (seconds === 30)
        expect(answered.toSorted()).toEqual(['slow', 'stalled', 'stalledFile'].map((name) => `${name} TIMEOUT`));
      if (seconds === 590) expect(answered).toHaveLength(3);
    }
    expect(answered[3]).toBe('slowFile TIMEOUT');
    expect(clock.pending).toBe(0);
  });

  it('is refused as soon as it is too large, also when it announces less', async () => {
    const large = send({ maxBytes: 100 });
    large.add(60);
    large.add(60);
    expect(await large.answer).toBe('CONTENT_TOO_LARGE');
  });

  it('a large one is on disk while it arrives, and gone from there afterwards', async () => {
    const [megabytes, pieces] = [10, 100];
    const large = send({ kind: 'file', maxBytes: megabytes * 1_000_000 });
    for (let sent = 0; sent < pieces; sent += 1) {
      large.add((megabytes * 1_000_000) / pieces);
      await settle();
      expect(bodies.heldBytes).toBeLessThanOrEqual(200_000);
    }
    large.close();
    expect(await large.answer).toBe(10_000_000);
    expect([bodies.heldBytes, await readdir(folder)]).toEqual([0, []]);
  });

  it('of one address so many are let in; one more ends the oldest of them, and nobody else’s', async () => {
    const other = send({ kind: 'file' }, '203.0.113.2');
    const mine = Array.from({ length: 100 }, () => send({ kind: 'file' }));
    const text = send();
    await settle();
    const oneMore = send({ kind: 'file' });
    expect(await mine[0]?.answer).toBe('SERVICE_UNAVAILABLE');
    for (const each of [other, ...mine.slice(1), text, oneMore]) {
      each.add(1);
      each.close();
      expect(await each.answer).toBe(1);
    }
  });

  it('when there are too many altogether, the oldest of whoever sends most makes room', async () => {
    const first = send({ kind: 'file' }, '203.0.113.1');
    const crowds = Array.from({ length: 10 }, (_, network) =>
      Array.from({ length: network === 0 ? 100 : 99 }, () => send({ kind: 'file' }, `198.51.100.${String(network)}`)),
    );
    const more = Array.from({ length: 8 }, (_, each) => send({ kind: 'file' }, `192.0.2.${String(each)}`));
    await settle();
    const last = send({ kind: 'file' }, '203.0.113.9');
    expect(await crowds[0]?.[0]?.answer).toBe('SERVICE_UNAVAILABLE');
    for (const each of [first, ...more, last]) {
      each.add(1);
      each.close();
      expect(await each.answer).toBe(1);
    }
    for (const each of crowds.flat()) each.close();
    await Promise.all(crowds.flat().map(({ answer }) => answer));
  });
});
