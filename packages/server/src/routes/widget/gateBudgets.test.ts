import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertWidget } from '../../db/queries/hub/widgetQueries';
import { seedDatabase } from '../../db/seedDatabase';
import { ApiError } from '../../lib/apiError';
import { startBuilderTest } from '../../testing/builder';
import { openTestPglite } from '../../testing/testDatabase';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
const spoken: string[] = [];
beforeAll(async () => {
  const database = await openTestPglite();
  await seedDatabase(database.db, 1);
  const base = { botId: 'guide', createdAt: 1, updatedAt: 1, name: 'W', config: { voiceOut: true } };
  for (const messages of [2, 3, 4])
    await insertWidget(database.db, { ...base, id: `of-${String(messages)}`, budgets: { widget: { messages } } });
  test = await startTestServer({
    database,
    speech: {
      name: 'parrot',
      async speak(text) {
        spoken.push(text);
        if (text.includes('fail')) throw new ApiError('BAD_GATEWAY', 'not now');
        return { type: 'audio/wav', bytes: new TextEncoder().encode('RIFF') };
      },
    },
  });
});
afterAll(() => test.server.close(0));

const call = (session: TestSession, path: string, body: unknown) =>
  test.call(`/v1/conversation/${session.conversationId}/${path}`, { body, token: session.token });
const statusOf = async (response: Response): Promise<number> => {
  await response.text();
  return response.status;
};

describe('SV-13 what is refused takes nothing of a budget', () => {
  it('neither a send while another reply is written, nor one that continues or replaces what is not there', async () => {
    const session = await test.openSession('of-2');
    test.model.next({ text: 'The beginning' }, { hang: true });
    const first = await test.send(session, { id: clientId(), text: 'Hello' });
    await vi.waitFor(async () => {
      expect(await statusOf(await call(session, 'complete', { id: clientId(), text: 'Me too' }))).toBe(409);
    });
    for (let tries = 0; tries < 3; tries += 1)
      expect(await statusOf(await call(session, 'complete', { id: clientId(), text: 'Me too' }))).toBe(409);
    expect((await call(session, 'abort', {})).status).toBe(200);
    await first.text();
    const refused = [
      { id: clientId(), text: 'x', replaces: 'msg_unknown' },
      { continues: 'msg_unknown' },
      { id: clientId(), text: 'x', functions: { f: { description: 'y'.repeat(20_000) } } },
    ];
    for (const body of refused) {
      const status = await statusOf(await call(session, 'complete', body));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(429);
    }
    expect(await statusOf(await test.send(session, { id: clientId(), text: 'Second' }))).toBe(200);
    expect(await statusOf(await test.send(session, { id: clientId(), text: 'Third' }))).toBe(429);
  });

  it('nor a stored message whose id is taken', async () => {
    const session = await test.openSession('of-3');
    const message = { id: clientId(), type: 'user', text: 'Kept' };
    expect((await call(session, 'message/create', message)).status).toBe(200);
    for (let tries = 0; tries < 4; tries += 1)
      expect((await call(session, 'message/create', { ...message, text: 'Another' })).status).toBeLessThan(429);
    const more = () => call(session, 'message/create', { ...message, id: clientId() });
    expect((await more()).status).toBe(200);
    expect((await more()).status).toBe(200);
    expect((await more()).status).toBe(429);
  });
});

describe('SV-5 documents of an account', () => {
  it('count by their bytes; one that has no room, or cannot be read, takes nothing', async () => {
    const budgets = { account: {}, widget: {}, address: {}, subject: {}, work: { documentBytes: 1_000 } };
    const builder = await startBuilderTest({ config: { budgets } });
    const ana = await builder.person('ana');
    const dataset = await ana.make('/v1/dataset/create', { name: 'D' });
    const upload = async (bytes: number, name = 'a.txt') =>
      (
        await builder.call(`/v1/dataset/${dataset}/file/upload`, {
          body: new TextEncoder().encode('word '.repeat(bytes / 5)),
          headers: { ...ana.headers, 'Content-Type': 'application/octet-stream', 'X-File-Name': name },
        })
      ).status;
    expect(await upload(600, 'a.exe')).toBe(422);
    expect([await upload(600), await upload(600), await upload(400), await upload(5)]).toEqual([200, 429, 200, 429]);
    await builder.server.close(0);
  });
});

describe('SV-5 a spoken reply', () => {
  it('counts when it is synthesized; the recording that is there, and what cannot be spoken, do not', async () => {
    const session = await test.openSession('of-4');
    test.model.next({ text: 'Hello' });
    await (await test.send(session, { id: clientId(), text: 'Hi' })).text();
    const { items } = (await (
      await test.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token })
    ).json()) as { items: { id: string; type: string }[] };
    const speak = async (text: string, id = items.find(({ type }) => type === 'bot')?.id ?? '') =>
      (await call(session, `message/${id}/synthesize`, { text })).status;
    for (let tries = 0; tries < 3; tries += 1) expect(await speak('Hello', 'msg_unknown')).toBe(404);
    for (let tries = 0; tries < 3; tries += 1) expect(await speak('Hello')).toBe(200);
    // A voice that failed may have been paid.
    expect(await speak('fail')).toBe(502);
    expect(await speak('Bye')).toBe(200);
    expect(await speak('Again')).toBe(429);
    expect(await speak('Bye')).toBe(200);
    expect(spoken).toEqual(['Hello', 'fail', 'Bye']);
  });
});
