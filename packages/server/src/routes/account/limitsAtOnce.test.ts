import { setImmediate } from 'node:timers/promises';
import { createId } from '@sotto/widget-core/api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addUsage } from '../../db/queries/accounts/counterQueries';
import {
  abilities,
  abilitySecrets,
  blueprints,
  conversationNotes,
  datasetSites,
  mcpServers,
  secrets,
} from '../../db/schema';
import { overPglite } from '../../db/pglite';
import { saveSubscription } from '../../db/queries/accounts/subscriptionQueries';
import { accountCounter, monthOf } from '../../domain/accounts/plans';
import { THINGS_MAX } from '../../domain/hub/resources';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { openTestPglite } from '../../testing/testDatabase';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createManualClock();
const at = { createdAt: clock.now(), updatedAt: clock.now() };
let test: BuilderTest;
let ana: Person;
/** A database whose answers take a moment, as over a network: calls at once are at the same step. */
async function openSlowDatabase() {
  const { client, close } = await openTestPglite();
  const slow = new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target) as unknown;
      return async (...statement: Parameters<typeof client.query>) => {
        await setImmediate();
        return client.query(...statement);
      };
    },
  });
  return { ...overPglite(slow), close };
}
let anaId: string;
let made: { skillset: string; dataset: string; bot: string; widget: string; conversation: string };
beforeAll(async () => {
  const prices = { basic: 'price_basic' };
  test = await startBuilderTest({
    clock,
    database: await openSlowDatabase(),
    config: {
      publicUrl: 'http://localhost:3000',
      stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', prices },
    },
  });
  ana = await test.person('ana');
  anaId = ((await ana.ask('/v1/auth/session')).body['user'] as { id: string }).id;
  const skillset = await ana.make('/v1/skillset/create');
  const dataset = await ana.make('/v1/dataset/create');
  const bot = await ana.make('/v1/bot/create');
  const widget = await ana.make('/v1/integration/widget/create', { botId: bot });
  const { conversationId: conversation } = await test.openSession(widget);
  made = { skillset, dataset, bot, widget, conversation };
});
afterAll(() => test.server.close(0));

const rows = <Row>(many: number, toRow: (index: number) => Row): Row[] =>
  Array.from({ length: many }, (_, index) => toRow(index));

it.each<[what: string, fill: () => Promise<unknown>, ask: (index: number) => Promise<{ status: number }>]>([
  [
    'abilities',
    () =>
      test.database
        .insert(abilities)
        .values(rows(99, () => ({ id: createId('ability', clock), skillsetId: made.skillset, name: 'a', ...at }))),
    () => ana.ask(`/v1/skillset/${made.skillset}/ability/create`, { name: 'a' }),
  ],
  [
    'secrets of abilities',
    () =>
      test.database.insert(abilitySecrets).values(
        rows(49, (index) => ({
          ...{ id: createId('asecret', clock), skillsetId: made.skillset, name: `S${String(index)}`, sealed: 's' },
          ...at,
        })),
      ),
    (index) => ana.ask(`/v1/skillset/${made.skillset}/secret/upsert`, { name: `NEW_${String(index)}`, value: 'v' }),
  ],
  [
    'MCP servers',
    () =>
      test.database
        .insert(mcpServers)
        .values(rows(9, () => ({ id: createId('mcp', clock), skillsetId: made.skillset, name: 'm', url: 'u', ...at }))),
    () => ana.ask(`/v1/skillset/${made.skillset}/mcp/create`, { name: 'm', url: 'https://mcp.example' }),
  ],
  [
    'keys',
    () =>
      test.database.insert(secrets).values(
        rows(19, (index) => ({
          ...{ id: createId('secret', clock), userId: anaId, workspaceId: anaId, name: 'k', ending: 'abcd' },
          ...{ digest: `digest ${String(index)}`, scopes: [], createdAt: clock.now() },
        })),
      ),
    () => ana.ask('/v1/secret/create', { name: 'k' }),
  ],
  [
    'notes',
    () =>
      test.database.insert(conversationNotes).values(
        rows(99, () => ({
          ...{ id: createId('note', clock), conversationId: made.conversation, author: 'Ana', text: 't' },
          createdAt: clock.now(),
        })),
      ),
    () => ana.ask(`/v1/conversation/${made.conversation}/note/create`, { text: 't' }),
  ],
  [
    'sites',
    () =>
      test.database.insert(datasetSites).values(
        rows(19, () => ({
          ...{ id: createId('site', clock), datasetId: made.dataset, url: 'https://a.example', pagesMax: 1 },
          ...{ renewAt: clock.now() + 1e9, ...at },
        })),
      ),
    () => ana.ask(`/v1/dataset/${made.dataset}/site/create`, { url: 'https://b.example' }),
  ],
])('of several %s at once, as many are added as there is room for', async (_what, fill, ask) => {
  await fill();
  const answers = await Promise.all(rows(4, ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
});

it('a workspace has a limited number of things of each kind', async () => {
  const own = rows(THINGS_MAX, (index) => ({ id: `bp_${String(index)}`, slug: `bp-${String(index)}`, name: 'b' }));
  await test.database.insert(blueprints).values(own.map((row) => ({ ...row, ownerId: anaId, ...at })));
  expect((await ana.ask('/v1/blueprint/create', { name: 'One too many' })).status).toBe(422);
  await ana.make('/v1/blueprint/bp_0/delete');
  expect((await ana.ask('/v1/blueprint/create', { name: 'The last one' })).status).toBe(200);
});

it('of several widgets at once, a plan of one gets one', async () => {
  const ben = await test.person('ben');
  const botId = await ben.make('/v1/bot/create');
  const answers = await Promise.all(rows(4, () => ben.ask('/v1/integration/widget/create', { botId })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
});

it('of several messages at once, the last one of the month is answered', async () => {
  const month = { subject: accountCounter(anaId), period: monthOf(clock.now()) };
  await addUsage(test.database, [month], { messages: 99 }, clock.now());
  const sessions = await Promise.all(rows(4, () => test.openSession(made.widget)));
  const answers = await Promise.all(sessions.map((session) => test.send(session, { id: clientId(), text: 'Hi' })));
  await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
  expect((await ana.ask('/v1/usage/fetch')).body['messages']).toEqual({ used: 100, limit: 100 });
});

it('after its plan, an account changes no ability and no order of them', async () => {
  const skillset = await ana.make('/v1/skillset/create');
  const ids = [];
  for (const name of ['a', 'b']) ids.push(await ana.make(`/v1/skillset/${skillset}/ability/create`, { name }));
  const ended = { subscriptionId: 'sub_1', userId: anaId, plan: 'basic', status: 'ended' } as const;
  await saveSubscription(test.database, { ...ended, trialStartedAt: null, updatedAt: clock.now() });
  const changed = [
    await ana.ask(`/v1/skillset/${skillset}/ability/${String(ids[0])}/update`, { name: 'changed' }),
    await ana.ask(`/v1/skillset/${skillset}/ability/order`, { ids: [...ids].reverse() }),
  ];
  expect(changed.map(({ status }) => status)).toEqual([402, 402]);
  const { body } = await ana.ask(`/v1/skillset/${skillset}/fetch`);
  expect((body['abilities'] as { name: string }[]).map(({ name }) => name)).toEqual(['a', 'b']);
});
