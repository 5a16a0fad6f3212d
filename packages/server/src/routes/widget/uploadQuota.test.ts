import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../../http/appEnv';
import { createBodies } from '../../http/bodies';
import { createUploadGate, createUploadIntake } from '../../http/readUpload';
import { createManualClock } from '../../testing/manualClock';
import { startMediaServer, type MediaServer } from '../../testing/startMediaServer';
import type { TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const clock = createManualClock();
let test: MediaServer;
beforeAll(async () => {
  test = await startMediaServer({
    clock,
    config: { trustedProxies: 1, budgets: { account: {}, widget: {}, address: {}, subject: {}, uploadBytes: 3_000 } },
  });
});
afterAll(() => test.stop());

const upload = (session: TestSession, address: string, headers: Record<string, string> = {}) =>
  test.call(`/v1/conversation/${session.conversationId}/attachment/upload`, {
    body: new TextEncoder().encode('x'.repeat(1_000)),
    token: session.token,
    headers: {
      'Content-Type': 'text/plain',
      'Content-Length': '1000',
      'X-File-Name': 'a.txt',
      'X-Forwarded-For': address,
      ...headers,
    },
  });

/** The same, with a body that comes piece by piece. */
const stream = (session: TestSession, address: string, body: ReadableStream<Uint8Array>, length?: string) =>
  test.server.fetch(
    new Request(`http://localhost:3000/v1/conversation/${session.conversationId}/attachment/upload`, {
      method: 'POST',
      body,
      headers: {
        Authorization: `Bearer ${session.token}`,
        'Content-Type': 'text/plain',
        'X-File-Name': 'a.txt',
        'X-Forwarded-For': address,
        ...(length !== undefined && { 'Content-Length': length }),
      },
      duplex: 'half',
    } as RequestInit),
  );

const toContext = (request: Request): AppContext =>
  ({ env: {}, req: { raw: request, header: (name: string) => request.headers.get(name) ?? undefined } }) as AppContext;

describe('FS-13 A803 what one address may send in an hour', () => {
  it('is counted over all its conversations, and others go on', async () => {
    const mine = [await test.openSession('open'), await test.openSession('open')] as const;
    for (const session of [mine[0], mine[1], mine[0]]) expect((await upload(session, '203.0.113.7')).status).toBe(200);
    const refused = await upload(mine[1], '203.0.113.7');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'LIMITS_REACHED', message: expect.stringContaining('as many files') as string }),
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await upload(await test.openSession('open'), '203.0.113.8')).status).toBe(200);
    clock.advance(HOUR_MS);
    expect((await upload(mine[1], '203.0.113.7')).status).toBe(200);
  });

  it('a file that does not say how large it is counts while it arrives, and no more of it is read than fits', async () => {
    const session = await test.openSession('open');
    let isCancelled = false;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 500;
        controller.enqueue(new Uint8Array(500).fill(120));
      },
      cancel: () => void (isCancelled = true),
    });
    const refused = await stream(session, '203.0.113.9', endless);
    expect([refused.status, isCancelled, sent <= 4_500]).toEqual([429, true, true]);
    // What was refused takes nothing.
    for (let files = 0; files < 3; files++) expect((await upload(session, '203.0.113.9')).status).toBe(200);
    expect((await upload(session, '203.0.113.9')).status).toBe(429);
  });

  it('one that is cut off in the middle gives back what it took', async () => {
    const session = await test.openSession('open');
    const cut = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(2_000));
      },
      pull: (controller) => {
        controller.error(new Error('cut'));
      },
    });
    expect((await stream(session, '203.0.113.10', cut, '3000')).status).toBeGreaterThanOrEqual(400);
    expect((await upload(session, '203.0.113.10', { 'Content-Length': '3000' })).status).toBe(200);
    // It was smaller than it said: the rest is free again.
    for (let files = 0; files < 2; files++) expect((await upload(session, '203.0.113.10')).status).toBe(200);
    expect((await upload(session, '203.0.113.10')).status).toBe(429);
  });

  it('a refused kind and a repeated call take nothing', async () => {
    const session = await test.openSession('open');
    const kind = { 'Content-Type': 'application/x-msdownload', 'X-File-Name': 'a.exe' };
    for (let tries = 0; tries < 4; tries++) expect((await upload(session, '203.0.113.11', kind)).status).toBe(422);
    const key = { 'Idempotency-Key': 'the-same-file' };
    for (let tries = 0; tries < 4; tries++) expect((await upload(session, '203.0.113.11', key)).status).toBe(200);
    for (let files = 0; files < 2; files++) expect((await upload(session, '203.0.113.11')).status).toBe(200);
    expect((await upload(session, '203.0.113.11')).status).toBe(429);
  });

  it('of many that come at the same moment, no more get through than there is room for', async () => {
    const session = await test.openSession('open');
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(session, '203.0.113.12')));
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(3);
    // Those that were refused have given back what they took.
    for (let files = taken; files < 3; files++) expect((await upload(session, '203.0.113.12')).status).toBe(200);
    expect((await upload(session, '203.0.113.12')).status).toBe(429);
  });
});

describe('FS-13 files that arrive at one moment', () => {
  it('are held in so many bytes and no more; others wait, and whoever comes after many is refused', async () => {
    const gate = createUploadGate(100, 1);
    let finish = (): void => undefined;
    const first = gate.enter(80, () => new Promise<void>((resolve) => (finish = resolve)));
    let isRead = false;
    const second = gate.enter(30, async () => (isRead = true));
    await expect(gate.enter(30, async () => 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await gate.enter(20, async () => 2)).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isRead).toBe(false);
    finish();
    await Promise.all([first, second]);
    expect(isRead).toBe(true);
  });

  it('one that is larger than all of it comes alone, and a failure frees its room', async () => {
    const gate = createUploadGate(100, 1);
    await expect(gate.enter(500, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect(await gate.enter(500, async () => 1)).toBe(1);
  });

  it('A720 20 files of 10 MB that come at once hold no memory while they arrive, and keep no other file out', async () => {
    const bodies = createBodies(join(test.folder, 'arriving'), clock, 1);
    const intake = createUploadIntake(bodies);
    const [megabyte, megabytes] = [new Uint8Array(1_000_000).fill(120), 10];
    const limits = { maxBytes: 10_485_760 };
    let mayEnd = (): void => undefined;
    const end = new Promise<void>((resolve) => (mayEnd = resolve));
    let [arrived, mostHeld, working, mostWorking] = [0, 0, 0, 0];
    const contextOf = (body: ReadableStream<Uint8Array> | Uint8Array, from = '203.0.113.1'): AppContext => {
      const headers = { 'Content-Type': 'text/plain', 'X-File-Name': 'a.txt', 'X-Forwarded-For': from };
      const request = new Request('http://localhost/', {
        method: 'POST',
        body,
        headers,
        duplex: 'half',
      } as RequestInit);
      return toContext(request);
    };
    const slow = (): ReadableStream<Uint8Array> => {
      let sent = 0;
      return new ReadableStream({
        async pull(controller) {
          mostHeld = Math.max(mostHeld, bodies.heldBytes);
          if (sent === megabytes - 1) {
            arrived += 1;
            await end;
          }
          controller.enqueue(megabyte);
          sent += 1;
          if (sent === megabytes) controller.close();
        },
      });
    };
    const sizes = Array.from({ length: 20 }, () =>
      intake.take(contextOf(slow()), limits, async ({ bytes }) => {
        working += bytes.byteLength;
        mostWorking = Math.max(mostWorking, working);
        await new Promise((resolve) => setImmediate(resolve));
        working -= bytes.byteLength;
        return bytes.every((byte) => byte === 120) ? bytes.byteLength : 0;
      }),
    );
    await vi.waitFor(() => expect(arrived).toBe(20), 30_000);
    // 180 MB have come, and a file of somebody else goes by.
    const other = contextOf(megabyte, '203.0.113.2');
    expect(await intake.take(other, limits, async ({ bytes }) => bytes.byteLength)).toBe(1_000_000);
    mayEnd();
    expect(await Promise.all(sizes)).toEqual(Array.from({ length: 20 }, () => 10_000_000));
    // One piece of each at most, and no more files than the gate lets in.
    expect([mostHeld <= 20 * 1_065_536, mostWorking <= 67_108_864, bodies.heldBytes]).toEqual([true, true, 0]);
    expect(await readdir(join(test.folder, 'arriving'))).toEqual([]);
  });

  it('A720 of a form, a large file is whole', async () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(200_000).fill(120)], 'a.txt', { type: 'text/plain' }));
    const intake = createUploadIntake(createBodies(join(test.folder, 'arriving'), clock, 0));
    const context = toContext(new Request('http://localhost/', { method: 'POST', body: form }));
    const taken = await intake.take(context, { maxBytes: 300_000 }, async (file) => file);
    expect([taken.name, taken.type, taken.bytes.byteLength]).toEqual(['a.txt', 'text/plain', 200_000]);
  });
});
