import { systemClock } from '@sotto/widget-core/api';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVault } from '../../accounts/vault';
import { webhookDeliveries, webhooks } from '../../db/schema';
import { claimDelivery, settleDelivery } from '../../db/queries/webhooks/webhookQueries';
import { rotateKeys } from '../../domain/accounts/rotateKeys';
import { LOOK_MS } from '../../db/queueWorker';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { startPublicWeb, type PublicWeb } from '../../testing/publicWeb';
import { createShortenedClock } from '../../testing/shortenedClock';
import { clientId } from '../../testing/startTestServer';
import { createPublicFetch } from '../../unfurl/publicFetch';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}
interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly body: string;
}

const URL_OF_HOOK = 'http://crm.example/hook';
const SECRET = 'the secret of this test, which is long enough';
const KEY = 'the key of this test, which is long enough too';

describe('webhooks', () => {
  let test: BuilderTest;
  let web: PublicWeb;
  let ana: Person;
  let ben: Person;
  let widgetId: string;
  let botId: string;
  let status = 200;
  const received: Received[] = [];
  beforeAll(async () => {
    web = await startPublicWeb({ 'inside.example': [['10.0.0.7']], 'moves.example': [['1.1.1.1']] });
    web.serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({
          path: request.url ?? '',
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString('utf8'),
        });
        response.writeHead(status, status === 302 ? { location: 'http://crm.example/other' } : {}).end();
      });
    });
    // The test web speaks http; the API takes https addresses only.
    const real = createPublicFetch({ clock: systemClock, resolve: web.resolve, dial: web.dial });
    test = await startBuilderTest({
      config: { secret: SECRET },
      clock: createShortenedClock((ms) => (ms === LOOK_MS ? ms / 20 : ms)),
      publicFetch: (url, what) => real(url.replace('https:', 'http:'), what),
    });
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId, config: { handover: true } });
  });
  afterAll(async () => {
    await test.server.close(0);
    await web.close();
  });
  beforeEach(async () => {
    await test.database.delete(webhooks);
    status = 200;
    received.length = 0;
  });

  async function add(fields: object = {}, url = URL_OF_HOOK): Promise<{ id: string; secret: string }> {
    const events = ['conversation.started', 'message.created', 'handover.requested', 'contact.created', 'vote.created'];
    const { status: code, body } = await ana.ask('/v1/webhook/create', {
      url: url.replace('http:', 'https:'),
      events,
      ...fields,
    });
    expect(code).toBe(200);
    return body as never;
  }
  const log = async (id: string): Promise<Delivery[]> =>
    (await ana.ask(`/v1/webhook/${id}/delivery/list`)).body['items'] as Delivery[];
  const settled = async (id: string): Promise<Delivery[]> =>
    vi.waitFor(
      async () => {
        const all = await log(id);
        expect(all.length).toBeGreaterThan(0);
        expect(all.every((each) => each.attempts > 0 && (each.status !== 'pending' || each.error !== null))).toBe(true);
        return all;
      },
      { timeout: 20_000, interval: 100 },
    );
  const typesOf = (): string[] => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

  it('tells all that happens, signed so that the library of Standard Webhooks accepts it', async () => {
    const { id, secret } = await add();
    const session = await test.openSession(widgetId);
    const said = await test.send(
      session,
      { id: clientId(), text: 'Is "x" \u2028 in stock?' },
      { Accept: 'application/json' },
    );
    const { messages } = (await said.json()) as { messages: { id: string; type: string }[] };
    const bot = messages.find(({ type }) => type === 'bot')?.id ?? '';
    const at = `/v1/conversation/${session.conversationId}`;
    for (const body of [{ value: 60 }, { value: 60 }])
      await test.call(`${at}/message/${bot}/upvote`, { token: session.token, body });
    for (const name of ['Rosa', 'Rosa M.'])
      await test.call(`${at}/contact/upsert`, { token: session.token, body: { name } });
    await test.send(session, { id: clientId(), text: 'I want to talk to a human' }, { Accept: 'application/json' });
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(8), { timeout: 20_000 });

    expect(typesOf().sort()).toEqual([
      'contact.created',
      'conversation.started',
      'handover.requested',
      'message.created',
      'message.created',
      'message.created',
      'message.created',
      'vote.created',
    ]);
    const verifier = new Webhook(secret);
    for (const { headers, body } of received) {
      expect(verifier.verify(body, headers)).toMatchObject({
        data: { widgetId, conversationId: session.conversationId },
      });
      expect(() => verifier.verify(`${body} `, headers)).toThrow();
    }
    const started = received.find(({ body }) => body.includes('conversation.started'));
    expect(JSON.parse(started?.body ?? '{}')).toMatchObject({
      data: { message: { speaker: 'visitor', text: 'Is "x" \u2028 in stock?' } },
    });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(8);
    const all = await settled(id);
    expect(new Set(all.map((each) => each.status))).toEqual(new Set(['delivered']));
  });

  it('tells only chosen events of the chosen widget', async () => {
    const other = await ana.make('/v1/integration/widget/create', { name: 'Other', botId });
    const { id } = await add({ events: ['message.created'], widgetId: other });
    await test.send(await test.openSession(widgetId), { id: clientId(), text: 'Not this' });
    expect(await log(id)).toEqual([]);
    await test.send(await test.openSession(other), { id: clientId(), text: 'This' });
    // The question and its reply; nothing of it is on its way any more when the next test begins.
    await vi.waitFor(
      async () => {
        expect((await settled(id)).map(({ event }) => event)).toEqual(['message.created', 'message.created']);
      },
      { timeout: 20_000 },
    );
  });

  it('tries again what failed, with growing waits, and says so in the log', async () => {
    status = 500;
    const { id } = await add({ events: ['message.created'] });
    await ana.ask(`/v1/webhook/${id}/test`, {});
    expect((await settled(id))[0]).toMatchObject({
      status: 'pending',
      attempts: 1,
      httpStatus: 500,
      error: 'Status 500',
    });
    const [first] = await test.database.select().from(webhookDeliveries);
    expect((first?.dueAt ?? 0) - Date.now()).toBeGreaterThan(3_000);
    status = 200;
    await test.database.update(webhookDeliveries).set({ dueAt: 0 });
    await test.database.update(webhooks).set({ restUntil: 0 });
    await vi.waitFor(async () => expect((await log(id))[0]).toMatchObject({ status: 'delivered', attempts: 2 }), {
      timeout: 20_000,
    });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const again = (await log(id))[0]?.id ?? '';
    expect((await ana.ask(`/v1/webhook/${id}/delivery/${again}/send`, {})).status).toBe(200);
    await vi.waitFor(() => expect(received.length).toBe(3), { timeout: 20_000 });
    expect(received[2]?.body).toBe(received[0]?.body);
  });

  it('never calls a private address, and follows no redirect', async () => {
    const inside = await add({ events: ['vote.created'] }, 'http://inside.example/hook');
    await ana.ask(`/v1/webhook/${inside.id}/test`, {});
    expect((await settled(inside.id))[0]?.error).toContain('Not a public address');
    expect(web.dialled.filter((address) => address.startsWith('10.'))).toEqual([]);
    status = 302;
    const moved = await add({ events: ['vote.created'] });
    await ana.ask(`/v1/webhook/${moved.id}/test`, {});
    expect((await settled(moved.id))[0]).toMatchObject({ httpStatus: 302, status: 'pending' });
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await ana.ask('/v1/webhook/create', { url: 'http://crm.example/', events: ['vote.created'] })).status).toBe(
      400,
    );
  });

  it('is switched off by 410 Gone and after days of failures, and its owner is told', async () => {
    status = 410;
    const { id } = await add();
    await ana.ask(`/v1/webhook/${id}/test`, {});
    await vi.waitFor(async () => {
      const [hook] = (await ana.ask('/v1/webhook/list')).body['items'] as { isOn: boolean; off: string }[];
      expect(hook).toMatchObject({ isOn: false, off: 'gone' });
    }, 20_000);
    await vi.waitFor(() =>
      expect(test.mailer.mailsTo('ana@example.com').at(-1)?.subject).toBe('A webhook was switched off'),
    );
    expect((await log(id))[0]?.status).toBe('canceled');
    expect((await ana.ask(`/v1/webhook/${id}/test`, {})).status).toBe(409);
    status = 500;
    await ana.ask(`/v1/webhook/${id}/update`, { isOn: true });
    const longAgo = Date.now() - 6 * 86_400_000;
    await test.database.update(webhooks).set({ failures: 30, failingSince: longAgo });
    await ana.ask(`/v1/webhook/${id}/test`, {});
    await vi.waitFor(async () => {
      const [hook] = await test.database.select().from(webhooks).where(eq(webhooks.id, id));
      expect(hook?.off).toBe('failing');
    }, 20_000);
    const actions = (await ana.ask('/v1/audit/list')).body['items'] as { action: string; actor: string }[];
    expect(actions.filter(({ action }) => action === 'webhook.off').map(({ actor }) => actor)).toEqual([
      'server',
      'server',
    ]);
  });

  it('signs with both secrets for a day after another was made', async () => {
    const { id, secret } = await add();
    const { body } = await ana.ask(`/v1/webhook/${id}/secret/roll`, {});
    await ana.ask(`/v1/webhook/${id}/test`, {});
    await settled(id);
    const [got] = received;
    for (const key of [secret, String(body['secret'])])
      expect(new Webhook(key).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({ type: 'webhook.test' });
    await test.database.update(webhooks).set({ previousUntil: Date.now() - 1 });
    received.length = 0;
    await ana.ask(`/v1/webhook/${id}/test`, {});
    await vi.waitFor(() => expect(received.length).toBe(1), 20_000);
    expect(() => new Webhook(secret).verify(received[0]?.body ?? '', received[0]?.headers ?? {})).toThrow();
  });

  it('keeps addresses and secrets sealed, and a rotation of keys takes them along', async () => {
    const { id, secret } = await add();
    const [stored] = await test.database.select().from(webhooks);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
    expect(JSON.stringify(stored)).not.toContain('crm.example');
    const rotated = await rotateKeys(test.database, createVault(SECRET, [KEY]), {
      secretSetting: 'none',
      clock: systemClock,
    });
    expect(rotated.lost.filter((row) => row.includes(id))).toEqual([]);
    const [renewed] = await test.database.select().from(webhooks);
    const vault = createVault(undefined, [KEY]);
    expect([renewed?.url, renewed?.secret].every((sealed) => vault.isCurrent(sealed ?? ''))).toBe(true);
  });

  it('is for its account only, at most ten, and for keys that may read visitors', async () => {
    const { id } = await add();
    for (const [path, body] of [
      [`/v1/webhook/${id}/delivery/list`, undefined],
      [`/v1/webhook/${id}/update`, { isOn: false }],
      [`/v1/webhook/${id}/secret/roll`, {}],
      [`/v1/webhook/${id}/test`, {}],
      [`/v1/webhook/${id}/delete`, {}],
    ] as const)
      expect([path, (await ben.ask(path, body)).status]).toEqual([path, 404]);
    const theirs = { url: 'https://crm.example/', events: ['vote.created'], widgetId };
    expect((await ben.ask('/v1/webhook/create', theirs)).status).toBe(404);
    const { body } = await ana.ask('/v1/secret/create', { name: 'k', scopes: ['account:read', 'account:write'] });
    const key = { Authorization: `Bearer ${String(body['secret'])}` };
    expect((await test.call('/v1/webhook/list', { headers: key })).status).toBe(403);
    const tries = await Promise.all(
      Array.from({ length: 11 }, () =>
        ana.ask('/v1/webhook/create', { url: 'https://crm.example/', events: ['vote.created'] }),
      ),
    );
    expect(tries.filter(({ status: code }) => code === 200).length).toBe(9);
    expect(tries.filter(({ status: code }) => code === 422).length).toBe(2);
  });

  it('goes with the conversation it tells of', async () => {
    const { id } = await add();
    const session = await test.openSession(widgetId);
    await test.send(session, { id: clientId(), text: 'Forget this' });
    expect((await log(id)).length).toBeGreaterThan(0);
    await ana.ask(`/v1/conversation/${session.conversationId}/delete`, {});
    expect(await log(id)).toEqual([]);
  });

  it('leaves what another process has taken alone until its time is over', async () => {
    status = 500;
    const { id } = await add();
    await ana.ask(`/v1/webhook/${id}/test`, {});
    await settled(id);
    // Beyond the reach of the server's own look at the queue.
    const due = Date.now() + 60_000;
    await test.database.update(webhooks).set({ restUntil: due });
    await test.database.update(webhookDeliveries).set({ dueAt: due });
    const taken = await claimDelivery(test.database, due, 60_000, []);
    expect(taken?.delivery.attempts).toBe(2);
    expect(await claimDelivery(test.database, due + 59_000, 60_000, [])).toBeUndefined();
    const next = await claimDelivery(test.database, due + 60_000, 60_000, []);
    expect(next?.delivery.attempts).toBe(3);
    const late = { status: 'failed', dueAt: 0, httpStatus: 500, error: 'late', durationMs: 1 } as const;
    if (taken) expect(await settleDelivery(test.database, taken.delivery, late, 1, due)).toBeUndefined();
    expect((await log(id))[0]?.status).toBe('pending');
  });
});
