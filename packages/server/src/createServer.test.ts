import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SottoServer } from './createServer';
import { createManualClock } from './testing/manualClock';
import { readAllSse, textOf } from './testing/readStream';
import { startTestServer, type TestServer, type TestSession } from './testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const servers: SottoServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});
async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const test = await startTestServer(options);
  servers.push(test.server);
  return test;
}

describe('createServer', () => {
  it('listens on any free port and streams over a real connection', async () => {
    const test = await start();
    const { url } = await test.server.listen();
    const created = await fetch(`${url}/v1/integration/widget/demo/session/create`, { method: 'POST' });
    const session = (await created.json()) as TestSession;
    test.model.next({ text: 'Grüße 👋 von weit', pieceLength: 2 });
    const response = await fetch(`${url}/v1/conversation/${session.conversationId}/complete`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${session.token}`,
        Accept: 'text/event-stream',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ text: 'hi' }),
    });
    expect(textOf(await readAllSse(response))).toBe('Grüße 👋 von weit');
  });

  it('is bound to the port that the system chose, where it is given none', async () => {
    const test = await start();
    const { url } = await test.server.listen();
    const created = await fetch(`${url}/v1/integration/widget/demo/session/create`, { method: 'POST' });
    const { token } = (await created.json()) as TestSession;
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ iss: url });
    const begun = await fetch(`${url}/v1/auth/signin/passkey/begin`, { method: 'POST', headers: { Origin: url } });
    expect([begun.status, await begun.json()]).toEqual([200, expect.objectContaining({ rpId: 'localhost' })]);
  });

  it('answers below a path prefix, whether or not a proxy has taken it away', async () => {
    const test = await start({ config: { publicUrl: 'https://example.com/chat' } });
    for (const path of [
      '/chat/healthz',
      '/healthz',
      '/chat/v1/openapi.json',
      '/chat/integrations/widget/demo/config.json',
    ])
      expect((await test.call(path)).status).toBe(200);
    expect((await test.call('/chatter/healthz')).status).toBe(404);
    const session = await test.openSession();
    expect(JSON.parse(Buffer.from(session.token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iss: 'https://example.com',
    });
  });

  it('asks the site for what it does not know', async () => {
    const test = await start({
      site: async (request) => (new URL(request.url).pathname === '/demo' ? new Response('the demo') : undefined),
    });
    expect(await (await test.call('/demo')).text()).toBe('the demo');
    expect((await test.call('/elsewhere')).status).toBe(404);
    expect((await test.call('/v1/demo')).status).toBe(404);
  });

  it('H-9 tells the site that the address of the server was read from the request', async () => {
    const test = await start({
      site: async (_, { origin, isOriginConfigured }) => Response.json([origin, isOriginConfigured]),
    });
    expect(await (await test.call('/changelog/feed.xml')).json()).toEqual(['http://localhost:3000', false]);
  });

  it('A601 writes ids and durations to its log, never a token or a text', async () => {
    const lines: string[] = [];
    const test = await start({ config: { logLevel: 'info' }, writeLog: (line) => lines.push(line) });
    const session = await test.openSession();
    test.model.next({ fail: new Error('the visitor said: my secret words') });
    await readAllSse(await test.send(session, { text: 'my secret words', meta: { card: '4111' } }));
    await test.call(`/v1/conversation/${session.conversationId}/message/list?cursor=my-secret-words`, {
      token: session.token,
    });
    const log = lines.join('');
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
      expect.arrayContaining(['request', 'reply']),
    );
    expect(log).toContain(session.conversationId);
    expect(log).not.toMatch(/secret|4111/);
    expect(log).not.toContain(session.token.split('.')[2]);
  });

  it('keeps its signing key, and takes SOTTO_SECRET instead', async () => {
    const secret = 'a secret of at least thirty-two characters';
    const first = await start({ config: { secret } });
    const { conversationId, token } = await first.openSession();
    const statusAt = async (test: TestServer) =>
      (await test.call(`/v1/conversation/${conversationId}/message/list`, { token })).status;
    expect(await statusAt(first)).toBe(200);
    // One after the other, each with the same database, emptied: the second server knows the key but not the
    // conversation; the third knows neither.
    await first.server.close(0);
    const second = await start({ config: { secret } });
    expect(await statusAt(second)).toBe(404);
    await second.server.close(0);
    expect(await statusAt(await start())).toBe(401);
  });

  it('is not ready while it closes, and refuses new replies', async () => {
    const clock = createManualClock();
    const test = await start({ clock });
    const session = await test.openSession();
    test.model.next({ hang: true });
    const stream = readAllSse(await test.send(session, { text: 'hi' }));
    const other = await test.openSession();
    const closing = test.server.close(3_000);
    expect((await test.call('/readyz')).status).toBe(503);
    expect((await test.send(other, { text: 'hi' })).status).toBe(503);
    clock.advance(3_000);
    await closing;
    expect((await stream).map(({ type }) => type)).toEqual(['completeBegin']);
  });
});
