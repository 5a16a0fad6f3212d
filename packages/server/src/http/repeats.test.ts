import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../testing/builder';
import type { TestSession } from '../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Calls that say what shall be, and not what to do, or that read: a second one changes nothing. */
const SAYS_WHAT_SHALL_BE =
  /\/(export|update|delete|upsert|revoke|order|choose|assign|pause|abort|signout|close|release|takedown|restore|accept)$/;

/** Calls that a key is not for, and why. docs/api.md names them. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  '/v1/conversation/{conversationId}/complete':
    'a repeated send joins its reply, told by its client message id (contract 1.4)',
  '/v1/conversation/{conversationId}/unfurl': 'reads',
  '/v1/conversation/{conversationId}/message/{messageId}/synthesize': 'the same words are spoken once',
  '/v1/conversation/{conversationId}/thread/{threadId}/open': 'each answer is a token of its own',
  '/v1/visitor-mail/open': 'each answer is a session of its own, and ends the one before',
  '/v1/visitor-mail/stop': 'stops what may be stopped already',
  '/v1/account/weekly-mail/stop': 'stops what may be stopped already',
  '/v1/visitor-mail/receive': 'an email is told by its Message-ID',
  '/v1/dataset/{datasetId}/search': 'reads',
  '/v1/skillset/{skillsetId}/ability/{abilityId}/test': 'a second wish is for a second test',
  '/v1/skillset/{skillsetId}/ability/import/openapi/read': 'reads',
  '/v1/skillset/{skillsetId}/mcp/{serverId}/test': 'asks another server, and keeps nothing',
  '/v1/skillset/{skillsetId}/mcp/{serverId}/sign-in/begin': 'each answer is a sign-in of its own',
  '/v1/skillset/{skillsetId}/mcp/{serverId}/sign-in/finish': 'a code works once',
  '/v1/conversation/{conversationId}/take-over': 'says who answers from now on',
  '/v1/conversation/{conversationId}/hand-back': 'says that the bot answers from now on',
  '/v1/conversation/{conversationId}/typing': 'says what is so for some seconds',
  '/v1/conversation/{conversationId}/live/typing': 'says what is so for some seconds',
  '/v1/conversation/{conversationId}/message/answer': 'the message has an id, and is stored once',
  '/v1/conversation/{conversationId}/sign-out': 'ends the sessions there are, once more ends none',
  '/v1/operator/conversation/{conversationId}/sign-out': 'ends the sessions there are, once more ends none',
  '/v1/subject/sign-out': 'ends the sessions there are, once more ends none',
  '/v1/graphql': 'reads; what changes something is in graphqlRoutes.test.ts',
  '/v1/billing/webhook': 'it reads what is true at the provider, as often as it is called',
  '/v1/auth/signin/email': 'a second wish is for a second mail',
  '/v1/auth/signin/verify': 'a code works once',
  '/v1/auth/second-factor/verify': 'a code works once',
  '/v1/auth/second-factor/begin': 'a new secret replaces one that is not in use',
  '/v1/auth/second-factor/confirm': 'a code works once',
  '/v1/auth/second-factor/remove': 'a code works once',
  '/v1/auth/second-factor/recovery': 'a code works once',
  '/v1/auth/second-factor/passkey/begin': 'each answer is a challenge of its own',
  '/v1/auth/step-up/begin': 'a second wish is for a second mail',
  '/v1/auth/step-up/verify': 'a code works once',
  '/v1/account/picture/upload': 'a second picture replaces the first',
  '/v1/integration/widget/icon/upload': 'what no widget is saved with goes after a day',
  '/v1/auth/passkey/begin': 'each answer is a challenge of its own',
  '/v1/auth/passkey/create': 'a challenge is answered once',
  '/v1/auth/signin/passkey/begin': 'each answer is a challenge of its own',
  '/v1/auth/signin/passkey': 'a challenge is answered once',
  '/v1/auth/signin/password': 'each answer is a session of its own',
  '/v1/auth/signin/link': 'a link works once',
  '/v1/auth/operator/claim': 'the code works once',
  '/v1/operator/invitation/create': 'an address is invited once',
  '/v1/dataset/{datasetId}/site/{siteId}/renew': 'says that the site shall be read again',
  '/v1/dataset/{datasetId}/site/{siteId}/starters/write': 'stores nothing',
  '/v1/site/look': 'reads',
  '/v1/check/run': 'a check that waits for its run waits once',
  '/v1/check/import': 'a check of the same name is replaced',
  '/v1/webhook/{webhookId}/test': 'a second wish is for a second test',
  '/v1/webhook/{webhookId}/delivery/{deliveryId}/send': 'what waits to be sent is queued once',
  '/v1/workspace/select': 'says where the calls of a browser are made from now on',
  '/v1/workspace/leave': 'who has left is no member',
  '/v1/workspace/invitation/create': 'a second wish is for a second mail, whose link replaces the first',
  '/v1/workspace/invitation/read': 'reads',
  '/v1/workspace/invitation/accept': 'a link works once',
};

/** A document with two operations. */
const OPENAPI = JSON.stringify({
  openapi: '3.1.0',
  servers: [{ url: 'https://shop.example' }],
  paths: { '/orders': { get: {}, delete: {} } },
});

let test: BuilderTest;
let ada: Person;
let session: TestSession;
/** A body for every call that takes a key; its ids stand in `ids`. */
let calls: Readonly<
  Record<
    string,
    {
      body?: unknown;
      other?: unknown;
      isConversation?: boolean;
      isProgram?: boolean;
      isOwn?: boolean;
      headers?: Record<string, string>;
    }
  >
>;
let ids: Readonly<Record<string, string>>;
let paths: readonly string[];

beforeAll(async () => {
  test = await startBuilderTest();
  ada = await test.person('ada');
  session = await test.openSession();
  const skillset = await ada.make('/v1/skillset/create', { name: 'S', visibility: 'public' });
  const dataset = await ada.make('/v1/dataset/create', { name: 'D', visibility: 'public' });
  const bot = await ada.make('/v1/bot/create', { name: 'B', visibility: 'public' });
  const widget = await ada.make('/v1/integration/widget/create', { name: 'W', botId: bot, visibility: 'public' });
  const blueprint = await ada.make('/v1/blueprint/create', { name: 'P', visibility: 'public' });
  await (await test.send(session, { text: 'Hello' })).text();
  const list = (await (
    await test.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token })
  ).json()) as { items: { id: string; type: string }[] };
  const messageId = list.items.find(({ type }) => type === 'bot')?.id ?? '';
  const own = await test.openSession(widget);
  const webhookId = await ada.make('/v1/webhook/create', {
    url: 'https://crm.example/',
    events: ['handover.requested'],
  });
  ids = {
    webhookId,
    'own conversationId': own.conversationId,
    skillsetId: skillset,
    datasetId: dataset,
    conversationId: session.conversationId,
    messageId,
    integrationId: 'demo',
    widget,
    skillset,
    dataset,
    bot,
    blueprint,
  };
  calls = keyedCalls();
  const document = (await (await test.call('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  paths = Object.entries(document.paths).flatMap(([path, methods]) => ('post' in methods ? [path] : []));
});
afterAll(() => test.server.close(0));

function keyedCalls(): typeof calls {
  const file = { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'a.txt' };
  const made = Object.fromEntries(
    ['skillset', 'dataset', 'bot', 'blueprint'].map((kind) => [
      `/v1/${kind}/create`,
      { body: { name: 'Once' }, other: { name: 'Twice' } },
    ]),
  );
  const tried = Object.fromEntries(
    ['skillset', 'dataset', 'bot'].map((kind) => [`/v1/hub/${kind}/{id}/session/create`, { body: {} }]),
  );
  const reported = Object.fromEntries(
    ['skillset', 'dataset', 'bot', 'blueprint', 'widget'].map((kind) => [
      `/v1/hub/${kind}/{id}/report`,
      { body: { reason: 'spam' }, other: { reason: 'spam', text: 'again' } },
    ]),
  );
  const message = { isConversation: true };
  return {
    ...made,
    ...tried,
    ...reported,
    '/v1/integration/widget/create': {
      body: { name: 'Once', botId: ids['bot'] },
      other: { name: 'Twice', botId: ids['bot'] },
    },
    '/v1/integration/widget/{integrationId}/session/create': {
      body: {},
      other: { durationInSeconds: 7_200 },
      ...message,
    },
    '/v1/integration/widget/{id}/identity/create': {},
    '/v1/secret/create': { body: { name: 'ci' }, other: { name: 'other' } },
    '/v1/conversation/{conversationId}/note/create': {
      body: { text: 'Once' },
      other: { text: 'Twice' },
      isOwn: true,
    },
    '/v1/webhook/create': {
      body: { url: 'https://crm.example/', events: ['handover.requested'] },
      other: { url: 'https://other.example/', events: ['handover.requested'] },
    },
    '/v1/webhook/{webhookId}/secret/roll': {},
    '/v1/check/create': {
      body: { botId: ids['bot'], name: 'Once', turns: [{ ask: 'Where are you?' }] },
      other: { botId: ids['bot'], name: 'Twice', turns: [{ ask: 'Where are you?' }] },
    },
    '/v1/workspace/create': { body: { name: 'Once' }, other: { name: 'Twice' } },
    '/v1/skillset/{skillsetId}/ability/create': {
      body: { name: 'Look up', instruction: 'Look it up' },
      other: { name: 'Other', instruction: 'Look it up' },
    },
    '/v1/skillset/{skillsetId}/ability/import/curl': {
      body: { command: 'curl https://shop.example/orders' },
      other: { command: 'curl https://shop.example/parcels' },
    },
    '/v1/skillset/{skillsetId}/ability/import/openapi': {
      body: { document: OPENAPI, operations: ['GET /orders'] },
      other: { document: OPENAPI, operations: ['DELETE /orders'] },
    },
    '/v1/skillset/{skillsetId}/mcp/create': {
      body: { name: 'tools', url: 'https://mcp.example/mcp' },
      other: { name: 'other', url: 'https://mcp.example/mcp' },
    },
    '/v1/dataset/{datasetId}/site/create': {
      body: { url: 'https://shop.example/' },
      other: { url: 'https://other.example/' },
    },
    '/v1/dataset/{datasetId}/text/create': {
      body: { title: 'Opening hours', text: 'From nine to five.' },
      other: { title: 'Opening hours', text: 'From ten to five.' },
    },
    '/v1/dataset/{datasetId}/file/upload': { body: new TextEncoder().encode('Cats sleep.'), headers: file },
    '/v1/insights/answer': {
      body: { widgetId: ids['widget'], question: 'Open on Sunday?', answer: 'Yes.' },
      other: { widgetId: ids['widget'], question: 'Open on Sunday?', answer: 'No.' },
    },
    '/v1/conversation/{conversationId}/session/create': { body: {}, isProgram: true },
    '/v1/conversation/{conversationId}/message/create': {
      body: { id: 'm-0123456789', type: 'user', text: 'Once' },
      other: { id: 'm-0123456789', type: 'user', text: 'Twice' },
      ...message,
    },
    '/v1/conversation/{conversationId}/message/{messageId}/upvote': { body: {}, ...message },
    '/v1/conversation/{conversationId}/message/{messageId}/downvote': { body: {}, ...message },
    '/v1/conversation/{conversationId}/attachment/upload': {
      body: new TextEncoder().encode('A file.'),
      headers: file,
      ...message,
    },
  };
}

/** Calls with keys that other tests follow: what they need is theirs. */
const FOLLOWED_ELSEWHERE: Readonly<Record<string, string>> = {
  '/v1/conversation/{conversationId}/app/{appId}/call': 'routes/widget/apps.test.ts: an MCP server is there',
  '/v1/channel/{channel}/publish': 'routes/resume.test.ts: a turn waits on the channel',
  '/v1/billing/checkout': 'routes/account/billingRoutes.test.ts: a payment provider is there',
};

/** An answer without the signatures of its links, which are made anew. */
async function read(response: Response): Promise<unknown> {
  return JSON.parse((await response.text()).replaceAll(/\?expires=[^"]+/g, ''));
}

describe('Idempotency-Key', () => {
  it('is for every call that makes something: no call is forgotten', () => {
    const known = new Set([...Object.keys(calls), ...Object.keys(WITHOUT_KEY), ...Object.keys(FOLLOWED_ELSEWHERE)]);
    expect(paths.filter((path) => !known.has(path) && !SAYS_WHAT_SHALL_BE.test(path))).toEqual([]);
    expect([...known].filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('gives the first answer again, marked, and 422 for another body', async () => {
    const secret = (await ada.ask('/v1/secret/create', { name: 'program' })).body['secret'];
    for (const [path, { body, other, isConversation, isProgram, isOwn, headers }] of Object.entries(calls)) {
      const kind = /\/hub\/(\w+)\//.exec(path)?.[1] ?? 'widget';
      const address = path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => ids[name === 'id' ? kind : isProgram || isOwn ? `own ${name}` : name] ?? name,
      );
      const who = isProgram
        ? { Authorization: `Bearer ${String(secret)}` }
        : isConversation
          ? { Authorization: `Bearer ${session.token}` }
          : ada.headers;
      const key = `key-${path.replaceAll(/\W/g, '-')}`;
      const send = (sent: unknown) =>
        test.call(address, {
          method: 'POST',
          ...(sent !== undefined && { body: sent }),
          headers: { ...who, ...headers, 'Idempotency-Key': key },
        });
      const first = await send(body);
      const answer = await read(first);
      expect([path, first.status, first.headers.get('idempotent-replayed'), answer]).toEqual([path, 200, null, answer]);
      const again = await send(body);
      expect([path, again.status, again.headers.get('idempotent-replayed'), await read(again)]).toEqual([
        path,
        200,
        'true',
        answer,
      ]);
      if (other !== undefined) expect([path, (await send(other)).status]).toEqual([path, 422]);
    }
  });

  it('FT-4: a call that failed frees its key: the repeat does what the first could not, and is no replay', async () => {
    const bot = await ada.make('/v1/bot/create', { name: 'Busy' });
    const widget = await ada.make('/v1/integration/widget/create', { name: 'Busy', botId: bot });
    const remove = () =>
      test.call(`/v1/bot/${bot}/delete`, {
        body: {},
        headers: { ...ada.headers, 'Idempotency-Key': 'key-of-a-failed-call' },
      });
    // Refused for the same reason each time, and never as a call that is still running.
    for (const time of [1, 2])
      expect([time, (await remove()).status, await (await remove()).json()]).toEqual([
        time,
        409,
        expect.objectContaining({ message: expect.stringContaining('This bot answers in a widget') as string }),
      ]);
    await ada.make(`/v1/integration/widget/${widget}/delete`);
    const repeated = await remove();
    expect([repeated.status, repeated.headers.get('idempotent-replayed'), await repeated.json()]).toEqual([
      200,
      null,
      { id: bot },
    ]);
    expect((await ada.ask(`/v1/bot/${bot}/fetch`)).status).toBe(404);
    const again = await remove();
    expect([again.status, again.headers.get('idempotent-replayed'), await again.json()]).toEqual([
      200,
      'true',
      { id: bot },
    ]);
  });

  it('FT-4: a call that failed takes another body under its key', async () => {
    const skillset = await ada.make('/v1/skillset/create', { name: 'Corrected' });
    const headers = { ...ada.headers, 'Idempotency-Key': 'key-of-a-corrected-call' };
    const attach = (skillsets: string[]) =>
      test.call('/v1/bot/create', { body: { name: 'Corrected', skillsets }, headers });
    expect(await (await attach(['skillset_00000000000000000000000000'])).json()).toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: expect.not.stringContaining('Idempotency-Key') as string,
    });
    const corrected = await attach([skillset]);
    expect([corrected.status, corrected.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it.each([
    ['a key for programs', async () => '/v1/secret/create', 'secret'],
    [
      'the key with which a host vouches for visitors',
      async () =>
        `/v1/integration/widget/${await ada.make('/v1/integration/widget/create', {
          botId: await ada.make('/v1/bot/create', { name: 'Sealed' }),
        })}/identity/create`,
      'secret',
    ],
    [
      'the token of a trial',
      async () => `/v1/hub/skillset/${await ada.make('/v1/skillset/create', { name: 'Sealed' })}/session/create`,
      'token',
    ],
  ])('keeps %s, which is shown once, sealed, and nothing of it in plain', async (name, makePath, field) => {
    const path = await makePath();
    const key = `sealed-${name.replaceAll(' ', '-')}`;
    const call = async () =>
      (await (
        await test.call(path, { body: { name: 'sealed' }, headers: { ...ada.headers, 'Idempotency-Key': key } })
      ).json()) as Record<string, string>;
    const before = await test.database.query.idempotencyKeys.findMany();
    const made = await call();
    expect(made[field]?.length).toBeGreaterThan(20);
    const kept = await test.database.query.idempotencyKeys.findMany();
    expect(kept.length).toBe(before.length + 1);
    for (const plain of [key, made[field]]) expect(JSON.stringify(kept)).not.toContain(plain);
    expect((await call())[field]).toBe(made[field]);
  });
});
