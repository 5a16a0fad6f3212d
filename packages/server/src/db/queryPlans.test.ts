import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { clientOf, openQueryPlans, type QueryPlans } from '../testing/queryPlans';
import { PLAYS_ALL } from '../testing/playsAll';
import { readTestSeed } from '../testing/testSeed';
import type { Database, OpenDatabase } from './database';
import { seedDatabase } from './seedDatabase';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';
import { listAbilities } from './queries/hub/abilityQueries';
import { listAssistantCalls } from './queries/hub/assistantCallQueries';
import { listContacts } from './queries/conversations/contactQueries';
import { listConversations, readConversation, touchConversation } from './queries/conversations/conversationQueries';
import { countStored, measurePlace, readStored } from './queries/accounts/storageQueries';
import { readUsage } from './queries/accounts/counterQueries';
import { deleteExpiredFiles, listAttachments, readAttachments } from './queries/conversations/fileQueries';
import { countHubItems, listHubIndex, listHubItems } from './queries/hub/hubItemQueries';
import { readKey } from './queries/conversations/idempotencyKeyQueries';
import { listInbox } from './queries/conversations/inboxListQueries';
import { countInbox, readPreviews } from './queries/conversations/inboxQueries';
import { indexBetween, readNewestPlace } from './queries/conversations/messageWordQueries';
import {
  insertMessage,
  listMessages,
  listPlaces,
  listTurnStarts,
  listVersions,
  readHistory,
  readMessageByClientId,
} from './queries/conversations/messageQueries';
import {
  countResources,
  deleteResource,
  isBotInUse,
  listResources,
  listPublic,
  RESOURCE_TABLES,
  readResource,
  type ResourceType,
} from './queries/hub/resourceQueries';
import { findPassages, listDatasetFiles, readFirstPassages } from './queries/hub/passageQueries';
import {
  countRatingsFrom,
  hasCloned,
  listHeldRatings,
  listRatings,
  readRatingSummary,
  countTrialMessages,
} from './queries/hub/ratingQueries';
import {
  countContents,
  deleteConversations,
  deleteSomeMessages,
  deleteSomeRuns,
  listAnswered,
  listFilesOf,
  listRecentRuns,
  someOfOwner,
  someOfSubject,
  someOfWidget,
  someOlderThan,
} from './queries/retentionQueries';
import {
  beatRuns,
  listBrokenRuns,
  listEndedRuns,
  listRuns,
  listRunsOf,
  listSilentRuns,
  listWriters,
  readNewestRun,
  readRunningRun,
  readRunOfMessage,
  readRunOfSend,
  saveDrafts,
} from './queries/conversations/runQueries';
import { listThreads } from './queries/conversations/threadQueries';
import { listSecrets, readSecretOwner } from './queries/accounts/secretQueries';
import { countVotes, listVotes, readVotes } from './queries/conversations/voteQueries';
import { listWidgetSites, noteWidgetSite } from './queries/hub/widgetSiteQueries';
import { readWidget } from './queries/hub/widgetQueries';
import {
  claimWeek,
  holdConversations,
  listWeeklyReaders,
  listWeeklyWorkspaces,
} from './queries/accounts/weeklyMailQueries';
import { readTotal, readUnanswered } from '../domain/conversations/insights';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

/** Rows of each table. */
const ROWS = 10_000;
/** Things and visitors of each person. */
const EACH = 5;
/** Conversations of a busy widget: more than a search reads one by one. */
const BUSY = 1_500;
/** Of its conversations, one in so many is assigned to somebody. */
const ASSIGNED = 100;

/**
 * Fills every table that grows: a tenth of a page for each person would hide a missing index, so there are many people
 * with little each.
 */
const FILL = `
insert into users (id, name, email) select 'u' || n, 'U', 'u' || n || '@example.com' from generate_series(0, ${String(ROWS / EACH)}) n;
${(['skillsets', 'datasets', 'blueprints'] as const)
  .map(
    (table) =>
      `insert into ${table} (id, owner_id, slug, name, visibility, created_at, updated_at) select ` +
      `'${table}' || n, 'u' || n / ${String(EACH)}, '${table}' || n, 'thing', case when n % 100 = 0 then ` +
      `'public' else 'private' end, n, n from generate_series(1, ${String(ROWS)}) n;`,
  )
  .join('\n')}
insert into bots (id, owner_id, name, slug, visibility, created_at, updated_at) select 'bot' || n, 'u' || n / \
${String(EACH)}, 'Bot', 'bot' || n, case when n % 100 = 0 then 'public' else 'private' end, n, n from generate_series(1, ${String(ROWS)}) n;
insert into widgets (id, owner_id, bot_id, name, slug, visibility, created_at, updated_at) select 'widget' || n, 'u' \
|| n / ${String(EACH)}, 'bot' || n, 'Widget', 'widget' || n, case when n % 100 = 0 then 'public' else 'private' end, \
n, n from generate_series(1, ${String(ROWS)}) n;
insert into conversations (id, widget_id, payer_id, created_at, last_activity_at) select 'c' || n, 'widget' || n, \
case when n % 10 = 0 then 'u' || n / ${String(EACH)} end, n, n from generate_series(1, ${String(ROWS)}) n;
insert into messages (id, conversation_id, client_id, type, text, created_at, updated_at) select 'm' || n, 'c' || n \
% ${String(ROWS)} + 1, 'x' || n, case when n <= ${String(ROWS)} then 'user' else 'bot' end, 'text', n, n from generate_series(1, ${String(2 * ROWS)}) n;
insert into runs (id, conversation_id, client_id, body_hash, bot_message_id, status, owner, heartbeat_at, \
created_at) select 'r' || n, 'c' || n, 'x' || n, 'h', 'm' || n, case when n % 1000 = 0 then 'running' else 'done' \
end, 'process_' || n, n, n from generate_series(1, ${String(ROWS)}) n;
insert into contacts (id, conversation_id, created_at, updated_at) select 'contact' || n, 'c' || n, n, n from generate_series(1, ${String(ROWS)}) n;
insert into votes (conversation_id, message_id, value, created_at, updated_at) select conversation_id, id, 100, \
created_at, created_at from messages where type = 'bot';
insert into files (id, kind, conversation_id, name, type, size, created_at, updated_at, expires_at) select 'f' || n, \
'attachment', 'c' || n, 'n', 't', 1, n, n, case when n % 100 = 0 then n end from generate_series(1, ${String(ROWS)}) n;
insert into abilities (id, skillset_id, created_at, updated_at) select 'a' || n, 'skillsets' || n, n, n from generate_series(1, ${String(ROWS)}) n;
insert into dataset_files (id, dataset_id, name, type, size, created_at, updated_at) select 'd' || n, 'datasets' || \
n, 'n', 't', 1, n, n from generate_series(1, ${String(ROWS)}) n;
insert into secrets (id, user_id, name, digest, ending, created_at) select 's' || n, 'u' || n / \
${String(EACH)}, 'n', 'd' || n, 'e', n from generate_series(1, ${String(ROWS)}) n;
insert into usage (subject, period, updated_at) select 'user:u' || n, '2026-11', n from generate_series(1, ${String(ROWS)}) n;
insert into idempotency_keys (key, conversation_id, body_hash, created_at) select 'k' || n, 'c' || n, 'h', n from generate_series(1, ${String(ROWS)}) n;
insert into widget_sites (widget_id, origin, first_seen_at, last_seen_at) select 'widget' || n, \
'https://example.com', n, n from generate_series(1, ${String(ROWS)}) n;
insert into ratings (id, type, item_id, user_id, value, is_held, network, created_at, updated_at) select 'rating' || \
n, 'skillset', 'skillsets' || n, 'u' || n / ${String(EACH)}, 5, n % 1000 = 0, 'net' || n, n, n from generate_series(1, ${String(ROWS)}) n;
insert into hub_uses (type, item_id, kind, subject, created_at) select 'skillset', 'skillsets' || n, 'clone', 'u' || \
n / ${String(EACH)}, n from generate_series(1, ${String(ROWS)}) n;
insert into passages (dataset_id, file_id, source, page, title, url, text, terms) select 'datasets' || n, 'd' || n, \
's', '1', 'Title', '', 'text', 'word' || n from generate_series(1, ${String(ROWS)}) n;
insert into conversations (id, widget_id, assigned_to, created_at, last_activity_at) select 'busy' || n, 'widget17', \
case when n % ${String(ASSIGNED)} = 0 then 'u4' end, n, n from generate_series(1, ${String(BUSY)}) n;
insert into messages (id, conversation_id, client_id, type, text, created_at, updated_at) select 'b' || n, 'busy' || \
n, 'b' || n, 'user', 'My order ' || n || ' 返品の方法' || case when n = 3 then ' zeppelin kim@example.org' else '' \
end, n, n from generate_series(1, ${String(BUSY)}) n;
update messages set parts = '[{"type": "tool", "state": "failed"}]' where id = 'b3';
`;

const BUSY_INBOX = { ownerId: 'u3', widgetId: 'widget17' };
const SEARCHES = {
  'a word that nothing has': 'xylophone',
  'a word that one has': 'zeppelin',
  'a word that all have': 'order',
  'the beginning of a word': 'o',
  'several words': 'my order 3',
  'an address': 'kim@example.org',
  'a language without spaces': '返品の方',
  'a single character of it': '方',
};
const HUB_ORDER = { sort: 'relevance', now: 0, ratingPrior: 4 } as const;

/** The databases that hold what people keep. Their planner is the same: both are asked with `SOTTO_ALL=1`. */
const DATABASES: [name: string, open: () => Promise<{ database: OpenDatabase; test?: TestDatabase }>][] = [
  ['PGlite', async () => ({ database: await openPglite({ seed: await readTestSeed() }) })],
];
if (TEST_DATABASE_URL !== undefined)
  DATABASES.push([
    'PostgreSQL',
    async () => {
      const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
      return { database: await openPostgres(test.url, { isPatient: true }), test };
    },
  ]);

describe.each(PLAYS_ALL ? DATABASES : DATABASES.slice(-1))(
  'FO-5, FO-6 no call reads a table of ten thousand rows from end to end (%s)',
  (_, open) => {
    let database: OpenDatabase;
    let test: TestDatabase | undefined;
    let plans: QueryPlans;
    beforeAll(async () => {
      ({ database, test } = await open());
      await seedDatabase(database.db, 1);
      for (const statement of FILL.split(/;$/m)) await clientOf(database).query(statement);
      const newest = await readNewestPlace(database.db);
      for (let place = 0; place < newest; place += 1_000) await indexBetween(database.db, place, place + 1_000);
      plans = await openQueryPlans(database, ROWS);
    });
    afterAll(async () => {
      await database.close();
      await test?.close();
    });

    const owner = { ownerId: 'u500' };
    const one = { ...owner, widgetId: 'widget2500' };
    const after = { createdAt: 2_504, id: 'c2504' };

    const ofOwners: Record<string, (db: Database) => Promise<unknown>> = {
      'conversations of all widgets': (db) => listConversations(db, owner, undefined, 20),
      'the next page of them': (db) => listConversations(db, owner, after, 20),
      'conversations of one widget': (db) => listConversations(db, one, after, 20),
      'conversations of a subject': (db) => listThreads(db, { widgetId: 'widget2500', subject: 'ana' }, after, 20),
      'the inbox of all widgets': (db) => listInbox(db, owner, undefined, 20),
      'the next page of it': (db) => listInbox(db, owner, after, 20),
      'what waits in one widget': (db) => listInbox(db, { ...one, state: 'waiting' }, undefined, 20),
      ...Object.fromEntries(
        Object.entries(SEARCHES).map(([name, search]) => [
          `a search of an inbox: ${name}`,
          (db: Database) => listInbox(db, { ...BUSY_INBOX, search }, undefined, 20),
        ]),
      ),
      'the words of an inbox': (db) => readPreviews(db, ['c1', 'c2']),
      'what the weekly mails report': (db) =>
        Promise.all([
          listWeeklyWorkspaces(db, { from: 9_000, until: 1, after: 'u3', take: 500 }),
          listWeeklyReaders(db, { id: 'u500', isTeam: true }),
          claimWeek(db, 'u500', 1),
          holdConversations(db, ['c2501', 'c2502']),
          readTotal(db, { ...owner, from: 0, to: 9_000 }),
          readUnanswered(db, { ...owner, from: 0, to: 9_000, withoutPrivate: true }),
          countInbox(db, 'u500', 9_000),
        ]),
      'contacts of all widgets': (db) => listContacts(db, owner, after, 20),
      'contacts of one widget': (db) => listContacts(db, one, undefined, 20),
      'votes of all widgets': (db) => listVotes(db, owner, after, 20),
      'votes of one widget': (db) => listVotes(db, one, undefined, 20),
      'who wrote and how they voted': (db) => Promise.all([countVotes(db, ['c1', 'c2']), readVotes(db, 'c1')]),
      'sites of a widget': (db) => listWidgetSites(db, ['widget2500']),
      'use of an account': (db) => Promise.all([readUsage(db, ['user:u500'], '2026-11'), readStored(db, 'u500')]),
      'everything that an account stores': (db) => countStored(db, 'u500', 1),
      'what its places store': (db) =>
        Promise.all([
          measurePlace(db, { kind: 'skillset', id: 'skillsets17' }),
          measurePlace(db, { kind: 'dataset', id: 'datasets17' }),
          measurePlace(db, { kind: 'document', id: 'doc17' }),
          measurePlace(db, { kind: 'notes', id: 'c17' }),
        ]),
      'keys of an account': (db) =>
        Promise.all([listSecrets(db, 'u500'), readSecretOwner(db, 'd17'), listAssistantCalls(db, 'u500')]),
      'abilities and documents': (db) =>
        Promise.all([listAbilities(db, ['skillsets17']), listDatasetFiles(db, 'datasets17', undefined, 20)]),
      'whether a bot is in use': (db) => isBotInUse(db, 'bot17'),
      'ratings of a thing': (db) =>
        Promise.all([
          listRatings(db, 'skillset', 'skillsets17', undefined, 20),
          readRatingSummary(db, 'skillset', 'skillsets17'),
          countRatingsFrom(db, 'net17', 0, 'u1'),
          hasCloned(db, 'skillset', 'skillsets17', 'u3'),
          countTrialMessages(db, 'skillset', 'skillsets17', 'u3'),
          listHeldRatings(db, 20),
        ]),
      'the deletion of a widget’s conversations': async (db) => {
        const ids = await someOfWidget(db, 'widget3000', 100);
        await Promise.all([countContents(db, ids), listRecentRuns(db, ids, 5), listFilesOf(db, ids)]);
        await deleteSomeMessages(db, ids, 100);
        await deleteSomeRuns(db, ids, 100);
        await listAnswered(db, ids);
        await deleteConversations(db, ids, async () => undefined);
      },
      'the deletion of a widget': (db) => deleteResource(db, 'widget', 'u620', 'widget3100'),
      // The hourly sweep by the widgets' own times (`someExpired`) asks each widget in turn: that one reads all widgets.
      'the deletion of old conversations': (db) => someOlderThan(db, 5, 100),
      'the conversations of a subject': (db) =>
        Promise.all([someOfSubject(db, { ownerId: 'u600', subject: 's' }, 100), someOfOwner(db, 'u600', 100)]),
      ...Object.fromEntries(
        (Object.keys(RESOURCE_TABLES) as ResourceType[]).flatMap((kind) => [
          [
            `own things: ${kind}`,
            (db: Database) =>
              Promise.all([
                listResources(db, kind, 'u500', { createdAt: 2_504, id: 'x' }, 20),
                countResources(db, kind, 'u500'),
                readResource(db, kind, `${kind}17`),
              ]),
          ],
          ...(kind === 'widget'
            ? []
            : Object.entries(SEARCHES).map(([name, words]) => [
                `a search of the Hub: ${kind}, ${name}`,
                (db: Database) =>
                  Promise.all([
                    countHubItems(db, kind, { words }),
                    countHubItems(db, kind, { words, someWords: true }),
                    listHubItems(db, kind, { words }, HUB_ORDER, { skip: 0, take: 20 }),
                  ]),
              ])),
          [`public things: ${kind}`, (db: Database) => listPublic(db, kind, undefined, undefined, 20)],
          ...(kind === 'widget'
            ? []
            : [[`the index of the Hub: ${kind}`, (db: Database) => listHubIndex(db, kind, 20)]]),
        ]),
      ),
    };
    const message = { id: 'new', conversationId: 'c77', type: 'user', text: 'hi', createdAt: 1, updatedAt: 1 };
    const ofVisitors: Record<string, (db: Database) => Promise<unknown>> = {
      'a session': (db) =>
        Promise.all([
          readWidget(db, 'widget17'),
          readConversation(db, 'c17'),
          touchConversation(db, 'c17', 5),
          noteWidgetSite(db, 'widget17', 'https://example.com', 5, 1),
        ]),
      'a send': (db) =>
        Promise.all([
          readRunOfSend(db, 'c17', 'x17', undefined),
          readRunOfSend(db, 'c17', 'x17', 'key'),
          readRunningRun(db, 'c17'),
          readMessageByClientId(db, 'c17', 'x17'),
          insertMessage(db, message),
          readKey(db, 'k17'),
        ]),
      'what a model is told': (db) =>
        Promise.all([
          readHistory(db, 'c17', { types: ['user', 'bot'], take: 200, upTo: undefined }),
          readAttachments(db, 'c17', ['f17']),
        ]),
      'a page of messages': (db) =>
        Promise.all([
          listMessages(db, 'c17', { take: 20, order: 'desc', withActivities: false }),
          listPlaces(db, 'c17'),
          listVersions(db, 'c17'),
          listTurnStarts(db, 'c17', ['m16']),
          listBrokenRuns(db, 'c17'),
          listAttachments(db, 'c17', undefined, 20),
        ]),
      'runs of a conversation': (db) =>
        Promise.all([readNewestRun(db, 'c17'), readRunOfMessage(db, 'c17', 'm17'), listRuns(db, 'c17', 20)]),
      'signs of life': (db) =>
        Promise.all([
          beatRuns(db, 'process_1000'),
          listSilentRuns(db, 12_000),
          listWriters(db, 'process_1'),
          listRunsOf(db, ['process_2000']),
          listEndedRuns(db, ['r1', 'r2']),
          saveDrafts(db, [{ id: 'r1000', draft: { text: '', parts: null, tokens: 0, steps: [] } }]),
        ]),
      'what is thrown away': (db) => deleteExpiredFiles(db, 50),
      'passages by words': (db) =>
        Promise.all([
          findPassages(db, ['datasets17'], [{ terms: [{ term: 'word17', weight: 1, share: 0.001 }] }], {
            take: 20,
            lookedAt: 100,
            size: 1_000,
          }),
          readFirstPassages(db, ['datasets17'], 20),
        ]),
    };

    it.each(Object.entries(ofVisitors))('FO-5 a visitor’s call: %s', async (_name, work) => {
      expect(await plans.scannedBy(work)).toEqual([]);
    });
    it.each(Object.entries(ofOwners))('FO-6 an owner’s call: %s', async (_name, work) => {
      expect(await plans.scannedBy(work)).toEqual([]);
    });
    it('a search of an inbox finds by the index what none of the newest conversations has', async () => {
      const found = async (search: string): Promise<string[]> => {
        const rows = await listInbox(database.db, { ...BUSY_INBOX, search }, undefined, 20);
        return rows.map(({ id }) => id);
      };
      for (const search of ['zeppelin', 'kim@example.org', 'my order 3 zep']) {
        expect(await found(search)).toEqual(['busy3']);
        expect(await plans.indexesOf((db) => listInbox(db, { ...BUSY_INBOX, search }, undefined, 20))).toContain(
          'message_words_search',
        );
      }
      expect(await found('order 返品')).toEqual(Array.from({ length: 20 }, (__, n) => `busy${String(BUSY - n)}`));
      expect(await found('品返')).toEqual([]);
    });
    it('failed tools are found by their index, also in the inbox of a busy widget', async () => {
      const failed = (db: Database) => listInbox(db, { ...BUSY_INBOX, tool: 'failed' }, undefined, 20);
      expect(await plans.indexesOf(failed)).toContain('messages_failed_tool');
      expect((await failed(database.db)).map(({ id }) => id)).toEqual(['busy3']);
    });
    it('OW-23 “Mine” finds by its index, also in the inbox of a busy widget', async () => {
      for (const filter of [BUSY_INBOX, { ownerId: BUSY_INBOX.ownerId }])
        for (const place of [undefined, { createdAt: BUSY - ASSIGNED, id: '-' }]) {
          const mine = (db: Database) => listInbox(db, { ...filter, assignedTo: 'u4' }, place, 20);
          expect(await plans.indexesOf(mine)).toContain('conversations_mine');
          const first = BUSY / ASSIGNED - (place ? 1 : 0);
          expect((await mine(database.db)).map(({ id }) => id)).toEqual(
            Array.from({ length: first }, (__, n) => `busy${String((first - n) * ASSIGNED)}`),
          );
        }
    });
    it('a search of the Hub finds by its index', async () => {
      for (const words of ['xylophone', '翻訳'])
        expect(await plans.indexesOf((db) => countHubItems(db, 'skillset', { words }))).toContain(
          'skillsets_hub_search',
        );
    });
    it('FO-6 what is deleted with something else is found by an index', async () => {
      const { rows } = await clientOf(database).query(`
      select conrelid::regclass || '.' || attname as found from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`);
      expect((rows as { found: string }[]).map(({ found }) => found)).toEqual([]);
    });
    it('sees a table that is read from end to end', async () => {
      expect(await plans.scannedBy((db) => db.execute(`select * from messages where text = 'nothing'`))).toEqual([
        'messages',
      ]);
      expect(await plans.scannedBy((db) => db.execute(`select * from settings`))).toEqual([]);
    });
  },
);
