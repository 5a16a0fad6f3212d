import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUploadGate } from '../../http/readUpload';
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

  it('a file that does not say how large it is counts as the largest', async () => {
    const session = await test.openSession('open');
    expect((await upload(session, '203.0.113.9', { 'Content-Length': 'many' })).status).toBe(429);
    expect((await upload(session, '203.0.113.9')).status).toBe(200);
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
});
