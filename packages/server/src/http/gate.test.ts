import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Speech } from '../model/speech/speech';
import type { Services } from '../routes/services';
import { startBuilderTest, type BuilderTest, type Person } from '../testing/builder';
import { seedDatabase } from '../db/seedDatabase';
import { openTestPglite } from '../testing/testDatabase';
import { insertWidget } from '../db/queries/hub/widgetQueries';
import type { TestSession } from '../testing/startTestServer';
import type { PublicFetch } from '../unfurl/publicFetch';
import { endpoint } from './endpoint';
import type { Pass } from './appEnv';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const WORK = { document: 0, search: 0, site: 0, request: 0, mail: 0 };
const FILE = { 'Content-Type': 'text/plain', 'X-File-Name': 'a.txt' };

/** What costs and was used. */
const used: string[] = [];
const speech: Speech = {
  name: 'parrot',
  async speak() {
    used.push('speech');
    return { type: 'audio/wav', bytes: new TextEncoder().encode('RIFF') };
  },
};
const publicFetch = (async () => {
  used.push('fetch');
  throw new Error('nothing there');
}) as unknown as PublicFetch;

let test: BuilderTest;
let ada: Person;
let ids: Record<string, string>;
let session: TestSession;
/** Every call of the API, with what it costs. */
let calls: readonly { readonly method: string; readonly path: string; readonly cost: string }[];

beforeAll(async () => {
  const database = await openTestPglite();
  await seedDatabase(database.db, 1);
  const base = { botId: 'guide', createdAt: 1, updatedAt: 1, name: 'W' };
  const config = { attachments: true, voiceOut: true };
  await insertWidget(database.db, { ...base, id: 'open', config, budgets: { widget: { messages: 1 } } });
  const options = { database, speech, publicFetch };
  const budgets = { account: {}, widget: {}, address: {}, subject: {}, uploadBytes: 0, work: WORK };
  test = await startBuilderTest({ ...options, config: { budgets } });
  ada = await test.person('ada');
  session = await test.openSession('open');
  // Uses the only message of the day.
  await (await test.send(session, { text: 'Hello' })).text();
  const { items } = (await (
    await test.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token })
  ).json()) as { items: { id: string; type: string }[] };
  const skillset = await ada.make('/v1/skillset/create', { name: 'S' });
  const team = await ada.make('/v1/workspace/create', { name: 'T' });
  ids = {
    integrationId: 'open',
    conversationId: session.conversationId,
    messageId: items.find(({ type }) => type === 'bot')?.id ?? '',
    datasetId: await ada.make('/v1/dataset/create', { name: 'D' }),
    skillsetId: skillset,
    abilityId: await ada.make(`/v1/skillset/${skillset}/ability/create`, {
      name: 'Look',
      instruction: 'Look up.\n\n```fetch\nGET https://shop.example/\n```',
    }),
    serverId: await ada.make(`/v1/skillset/${skillset}/mcp/create`, { name: 'tools', url: 'https://mcp.example/mcp' }),
    webhookId: await ada.make('/v1/webhook/create', { url: 'https://crm.example/', events: ['handover.requested'] }),
    bot: await ada.make('/v1/bot/create', { name: 'B' }),
    team,
  };
  ids['widget'] = await ada.make('/v1/integration/widget/create', { name: 'Mine', botId: ids['bot'] });
  const document = (await (await test.call('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { 'x-cost'?: string }>>;
  };
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      cost: operation['x-cost'] ?? 'none',
    })),
  );
  used.length = 0;
});
afterAll(() => test.server.close(0));

const fill = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown');

/** How each call that costs is made; `elsewhere`: the test that makes it. */
const ACTS: Readonly<
  Record<string, { body?: unknown; isVisitor?: true; headers?: Record<string, string>; elsewhere?: string }>
> = {
  'POST /v1/integration/widget/{integrationId}/session/create': {
    body: { messages: [{ type: 'user', text: 'Kept' }] },
    isVisitor: true,
  },
  'POST /v1/conversation/{conversationId}/complete': { body: { text: 'Again' }, isVisitor: true },
  'POST /v1/conversation/{conversationId}/message/create': {
    body: { id: 'm-0123456789', type: 'user', text: 'Kept' },
    isVisitor: true,
  },
  'POST /v1/conversation/{conversationId}/message/{messageId}/synthesize': { body: {}, isVisitor: true },
  'POST /v1/conversation/{conversationId}/attachment/upload': {
    body: new TextEncoder().encode('text'),
    headers: FILE,
    isVisitor: true,
  },
  'POST /v1/conversation/{conversationId}/app/{appId}/call': { elsewhere: 'routes/widget/apps.test.ts' },
  'POST /v1/visitor-mail/receive': { elsewhere: 'routes/widget/incomingMail.test.ts' },
  'POST /v1/conversation/{conversationId}/contact/upsert': { elsewhere: 'the chat that is switched off, below' },
  'POST /v1/conversation/{conversationId}/unfurl': { elsewhere: 'the chat that is switched off, below' },
  'POST /v1/auth/signin/email': { elsewhere: 'accounts/signInWaits.test.ts' },
  'POST /v1/auth/step-up/begin': { elsewhere: 'routes/account/profile.test.ts' },
  'POST /v1/account/picture/upload': { body: new TextEncoder().encode('text'), headers: FILE },
  'POST /v1/integration/widget/icon/upload': { body: new TextEncoder().encode('text'), headers: FILE },
  'POST /v1/dataset/{datasetId}/file/upload': { body: new TextEncoder().encode('text'), headers: FILE },
  'POST /v1/dataset/{datasetId}/text/create': { body: { title: 'Hours', text: 'From nine to five.' } },
  'POST /v1/dataset/{datasetId}/search': { body: { search: 'hours' } },
  'POST /v1/dataset/{datasetId}/site/create': { body: { url: 'https://shop.example/' } },
  'POST /v1/dataset/{datasetId}/site/{siteId}/renew': { elsewhere: 'domain/hub/datasetSites.test.ts' },
  'GET /v1/dataset/{datasetId}/site/{siteId}/page': { elsewhere: 'domain/hub/datasetSites.test.ts' },
  'POST /v1/dataset/{datasetId}/site/{siteId}/starters/write': { elsewhere: 'domain/hub/datasetSites.test.ts' },
  'POST /v1/site/look': { body: { url: 'https://shop.example/' } },
  'POST /v1/insights/answer': { body: { question: 'Open on Sunday?', answer: 'Yes.' } },
  'POST /v1/skillset/{skillsetId}/ability/{abilityId}/test': { body: { arguments: {} } },
  'POST /v1/skillset/{skillsetId}/ability/import/openapi/read': { body: { url: 'https://shop.example/api.json' } },
  'POST /v1/skillset/{skillsetId}/ability/import/openapi': {
    body: { url: 'https://shop.example/api.json', operations: ['GET /orders'] },
  },
  'POST /v1/skillset/{skillsetId}/mcp/{serverId}/test': { body: {} },
  'POST /v1/skillset/{skillsetId}/mcp/{serverId}/sign-in/begin': { body: {} },
  'POST /v1/skillset/{skillsetId}/mcp/{serverId}/sign-in/finish': { body: { code: 'c', state: 's' } },
  'POST /v1/skillset/{skillsetId}/mcp/{serverId}/tool/accept': { body: { name: 'search', digest: 'd' } },
  'POST /v1/webhook/{webhookId}/test': { body: {} },
  'POST /v1/webhook/{webhookId}/delivery/{deliveryId}/send': { body: {} },
  'POST /v1/workspace/invitation/create': { body: { email: 'eve@example.com', role: 'editor' } },
};

const callAs = async (path: string, { body, isVisitor, headers }: (typeof ACTS)[string]) => {
  if (isVisitor)
    return test.call(path, { body, token: session.token, headers: { Accept: 'application/json', ...headers } });
  // Only teams invite.
  const place = path.includes('/invitation/') ? `; sotto_workspace=${ids['team'] ?? ''}` : '';
  const Cookie = `${ada.headers['Cookie'] ?? ''}${place}`;
  return test.call(path, { ...(body !== undefined && { body }), headers: { ...ada.headers, Cookie, ...headers } });
};

describe('SV-5 every call that costs', () => {
  it('declares it, and each of them has its row here', () => {
    expect(calls.length).toBeGreaterThan(150);
    const costly = calls.filter(({ cost }) => cost !== 'none').map(({ method, path }) => `${method} ${path}`);
    expect(costly.toSorted()).toEqual(Object.keys(ACTS).toSorted());
  });

  it('is refused when the budget is used up, and nothing that costs is reached', async () => {
    used.length = 0;
    const requests = test.model.requests.length;
    const mails = test.mailer.mailsTo('eve@example.com').length;
    const answers: Record<string, string> = {};
    for (const [call, act] of Object.entries(ACTS)) {
      if (act.elsewhere !== undefined) continue;
      const withWidget = call.endsWith('/insights/answer')
        ? { ...(act.body as object), widgetId: ids['widget'] }
        : act.body;
      const response = await callAs(fill(call.slice(call.indexOf(' ') + 1)), { ...act, body: withWidget });
      const { code } = (await response.json()) as { code?: string };
      answers[call] = `${String(response.status)} ${code ?? ''}`;
    }
    expect(answers).toEqual(
      Object.fromEntries(
        Object.entries(ACTS).flatMap(([call, { elsewhere }]) => (elsewhere ? [] : [[call, '429 LIMITS_REACHED']])),
      ),
    );
    expect([used, test.model.requests.length, test.mailer.mailsTo('eve@example.com').length]).toEqual([
      [],
      requests,
      mails,
    ]);
  });

  it('and no other reaches a model, a voice, another server or the mail', async () => {
    used.length = 0;
    const requests = test.model.requests.length;
    const body = { text: 'words', search: 'words', url: 'https://shop.example/', email: 'eve@example.com', name: 'N' };
    for (const { method, path, cost } of calls) {
      if (cost !== 'none' || /(delete|signout|revoke|leave|sign-out|select|live|stream)$/.test(path)) continue;
      for (const isVisitor of [true, undefined] as const) {
        const response = await callAs(fill(path), {
          ...(method === 'POST' && { body }),
          ...(isVisitor && { isVisitor }),
        });
        await response.body?.cancel();
      }
    }
    expect([used, test.model.requests.length, test.mailer.mailsTo('eve@example.com')]).toEqual([[], requests, []]);
  });

  it('does not compile without its declaration, and reaches nothing that costs without the gate', () => {
    const rest = { method: 'GET', path: '/x', summary: '', auth: 'public', errors: [] } as const;
    const answer = async () => new Response();
    // @ts-expect-error A call declares its cost.
    endpoint(rest, answer);
    const reach = ({ library, sites, signIn, teams, media, turns }: Services) =>
      endpoint({ ...rest, cost: 'none' }, async (_, { pass }) => {
        // @ts-expect-error A call without a cost has nobody to count.
        await pass.enter({ accountId: 'a' });
        // @ts-expect-error Nor does it have the pass of another.
        ((other: Pass<'request'>) => other)(pass);
        // @ts-expect-error It was not counted.
        await library.search(['dataset'], 'words');
        // @ts-expect-error It was not counted.
        await sites.renew('site');
        // @ts-expect-error It was not counted.
        await signIn.sendCode('a@example.com', undefined, undefined);
        // @ts-expect-error It was not counted.
        await teams.invite({} as never, 'a@example.com', 'editor');
        // @ts-expect-error It was not counted.
        await media.spokenReplies.speak({} as never);
        // @ts-expect-error It was not counted.
        await turns.send({} as never, {} as never);
        return new Response();
      });
    expect(reach).toBeTypeOf('function');
  });
});

describe('SV-5 a chat that is switched off', () => {
  it('takes nothing with an old token: no messages, files, contacts, speech, previews', async () => {
    const own = await test.openSession(ids['widget']);
    const updated = await ada.ask(`/v1/integration/widget/${ids['widget'] ?? ''}/update`, {
      config: { attachments: true, voiceOut: true, disabled: true },
    });
    expect(updated.status).toBe(200);
    used.length = 0;
    const at = `/v1/conversation/${own.conversationId}`;
    const acts: Record<string, [body: unknown, headers?: Record<string, string>]> = {
      complete: [{ text: 'Hello' }],
      'message/create': [{ id: 'm-0123456789', type: 'user', text: 'Kept' }],
      'attachment/upload': [new TextEncoder().encode('text'), FILE],
      'contact/upsert': [{ email: 'v@example.com' }],
      unfurl: [{ url: 'https://shop.example/' }],
    };
    const answers = await Promise.all(
      Object.entries(acts).map(async ([path, [body, more]]) => {
        const response = await test.call(`${at}/${path}`, { body, token: own.token, headers: { ...more } });
        return [path, response.status, ((await response.json()) as { message: string }).message];
      }),
    );
    expect(answers).toEqual(Object.keys(acts).map((path) => [path, 403, 'This chat is switched off']));
    expect(used).toEqual([]);
  });
});
