import { expect, it, describe, vi } from 'vitest';
import { startTestServer } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('F508 readiness', () => {
  it('is lost with the database, while the process lives', async () => {
    const test = await startTestServer();
    expect((await test.call('/readyz')).status).toBe(200);
    await (test.database as unknown as { $client: { close(): Promise<void> } }).$client.close();
    const ready = await test.call('/readyz');
    expect([ready.status, await ready.json(), (await test.call('/healthz')).status]).toEqual([503, { status: 'unavailable' }, 200]);
    // What is closed cannot be closed once more.
    await expect(test.server.close(0)).rejects.toThrow('closed');
  });
});
