import { systemClock } from '@sotto/widget-core/api';
import { drizzle } from 'drizzle-orm/pglite';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inOwnWorkspace } from '../accounts/userCaller';
import { insertAbility } from '../db/queries/hub/abilityQueries';
import { insertConversation } from '../db/queries/conversations/conversationQueries';
import { NOTHING_DELETED } from '../db/queries/retentionQueries';
import { readUser } from '../db/queries/accounts/userQueries';
import * as schema from '../db/schema';
import { createPlans } from '../domain/accounts/plans';
import { createHub } from '../domain/hub/hub';
import { createPublishing } from '../domain/hub/publishing';
import { createResources } from '../domain/hub/resources';
import { openTestPglite, type TestPglite } from '../testing/testDatabase';
import { createGraphql, type GraphqlAnswer } from './execute';
import { createResolvers } from './resolvers';
import { SCHEMA, STATEMENTS } from './graphqlSchema';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let database: TestPglite;
let ask: (query: string) => Promise<GraphqlAnswer>;
let skillset: string;
let widget: string;
const sent: string[] = [];
beforeAll(async () => {
  database = await openTestPglite();
  const db = drizzle(database.client, { schema, logger: { logQuery: (query) => sent.push(query) } });
  await db
    .insert(schema.users)
    .values({ id: 'ana', name: 'Ana', email: 'ana@example.com', createdAt: new Date(0), updatedAt: new Date(0) });
  const user = await readUser(db, 'ana');
  if (!user) throw new Error('There is no such person');
  const plans = createPlans({ db, clock: systemClock, isBillingOn: true });
  const things = createResources({
    db,
    clock: systemClock,
    plans,
    publishing: createPublishing({ db, isTrustedHost: () => false, isOpen: true }),
    retention: { deleteVisitorsOf: async () => NOTHING_DELETED },
    store: { delete: async () => undefined },
  });
  const execute = createGraphql(true, (error) => {
    throw error;
  });
  ask = (query) =>
    execute(
      { query },
      createResolvers(
        {
          db,
          clock: systemClock,
          plans,
          resources: things,
          hub: createHub({ db, search: () => db, clock: systemClock }),
          isTrustedHost: () => false,
          noteReads: async () => undefined,
          noteTrust: async () => undefined,
        },
        inOwnWorkspace(user),
      ),
    );
  skillset = await things.create('skillset', inOwnWorkspace(user), { name: 'A' });
  const botId = await things.create('bot', inOwnWorkspace(user), { name: 'A' });
  widget = await things.create('widget', inOwnWorkspace(user), { name: 'A', botId });
  await insertConversation(db, { id: 'conversation', widgetId: widget, meta: null, createdAt: 1, lastActivityAt: 1 });
  await insertAbility(db, {
    id: 'ability',
    skillsetId: skillset,
    name: 'A',
    description: '',
    instruction: '',
    createdAt: 1,
    updatedAt: 1,
  });
});
afterAll(() => database.close());

describe('FS-4: what a field costs', () => {
  const { Query, Mutation } = buildSchema(SCHEMA).getTypeMap() as unknown as Record<
    string,
    { getFields(): Record<string, unknown> }
  >;
  const fields = [
    ...Object.keys(Query?.getFields() ?? {}).map((name) => `Query.${name}`),
    'Skillset.abilities',
    ...Object.keys(Mutation?.getFields() ?? {}).map((name) => `Mutation.${name}`),
  ];
  /** A query for each field. What stands around a field of a type costs nothing here, or is named in front of it. */
  const queries = (): Record<string, { query: string; around?: string }> => ({
    'Query.me': { query: '{ me { id email } }' },
    'Query.usage': {
      query: '{ usage { plan status messages { used } widgets { used } storageBytes { used } tokens cost } }',
    },
    'Query.skillset': { query: `{ skillset(id: "${skillset}") { id name } }` },
    'Query.conversations': {
      query: `{ conversations(widgetId: "${widget}", first: 200) { items { id votes { up } } cursor } }`,
    },
    'Query.contacts': { query: `{ contacts(widgetId: "${widget}", first: 200) { items { id } cursor } }` },
    'Query.votes': { query: `{ votes(widgetId: "${widget}", first: 200) { items { messageId } cursor } }` },
    'Query.hub': { query: '{ hub(type: bot, q: "a", first: 200) { items { id } cursor } }' },
    'Query.mine': { query: '{ mine(type: widget, first: 200) { items { id } cursor } }' },
    'Skillset.abilities': {
      query: `{ skillset(id: "${skillset}") { abilities { id name } } }`,
      around: 'Query.skillset',
    },
    'Mutation.createSkillset': { query: 'mutation { createSkillset(input: { name: "A" }) { id } }' },
    'Mutation.updateSkillset': {
      query: `mutation { updateSkillset(id: "${skillset}", input: { name: "Other" }) { id } }`,
    },
    'Mutation.createAbility': {
      query: `mutation { createAbility(skillsetId: "${skillset}", input: { name: "B" }) { id } }`,
    },
    'Mutation.deleteSkillset': { query: `mutation { deleteSkillset(id: "${skillset}") }` },
  });

  it.each(fields)('%s sends no more statements than its line in the table says', async (field) => {
    const { query, around } = queries()[field] ?? { query: '' };
    sent.length = 0;
    const { errors } = await ask(query);
    expect(errors).toBeUndefined();
    const allowed = (STATEMENTS[field] ?? 0) + (around === undefined ? 0 : (STATEMENTS[around] ?? 0));
    expect(sent.length).toBeLessThanOrEqual(allowed);
    // A line that says far more than is true would refuse what is cheap. Making one may try five addresses.
    expect(sent.length).toBeGreaterThanOrEqual(field === 'Mutation.createSkillset' ? allowed - 4 : allowed);
  });
});
