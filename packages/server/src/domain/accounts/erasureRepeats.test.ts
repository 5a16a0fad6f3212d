import { createId, systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database';
import { overPglite } from '../../db/pglite';
import { seedDatabase } from '../../db/seedDatabase';
import { deleteMailsTo } from '../../db/queries/accounts/mailQueries';
import { addUsage } from '../../db/queries/accounts/counterQueries';
import { upsertContact } from '../../db/queries/conversations/contactQueries';
import { insertConversation } from '../../db/queries/conversations/conversationQueries';
import { saveFile } from '../../db/queries/conversations/fileQueries';
import { insertKey } from '../../db/queries/conversations/idempotencyKeyQueries';
import { insertMessage } from '../../db/queries/conversations/messageQueries';
import { insertRun } from '../../db/queries/conversations/runQueries';
import { insertHubUse } from '../../db/queries/hub/hubItemQueries';
import { insertDocument } from '../../db/queries/hub/passageQueries';
import { insertResource } from '../../db/queries/hub/resourceQueries';
import { insertWidget } from '../../db/queries/hub/widgetQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import { userVerifications, users } from '../../db/schema';
import { PLAYS_ALL } from '../../testing/playsAll';
import { openTestPglite, type TestPglite } from '../../testing/testDatabase';
import { findTrace, readDump } from '../../testing/traces';
import type { FileStore } from '../../uploads/fileStore';
import { createMemoryStore } from '../../uploads/memoryStore';
import { newMessage } from '../conversations/conversations';
import { createErasure, type Erasure } from './erasure';
import { createRetention } from './retention';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const clock = systemClock;
let database: TestPglite;
let db: Database;
let count = 0;
beforeAll(async () => {
  database = await openTestPglite();
  ({ db } = database);
  await seedDatabase(db, 1);
});
afterAll(() => database.close());

class Injected extends Error {}

/** An erasure whose step number `failAt` fails: a statement, the deletion of a file, the end of a reply. */
function failing(store: FileStore, failAt: number): { erasure: Erasure; steps: () => number } {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps === failAt) throw new Injected();
  };
  const counted = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'query')
          return async (...of: unknown[]): Promise<unknown> => {
            step();
            return Reflect.apply(value as () => unknown, target, of);
          };
        if (name === 'transaction')
          return (work: (tx: object) => unknown): unknown =>
            Reflect.apply(value as () => unknown, target, [(tx: object) => work(counted(tx))]);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  const unreliable = overPglite(counted(database.client)).db;
  const retention = createRetention({
    db: unreliable,
    clock,
    keepDays: undefined,
    mails: { forget: (tx) => deleteMailsTo(tx, 'digest') },
    store: {
      ...store,
      async delete(id) {
        step();
        await store.delete(id);
      },
    },
    forgetRuns: async () => step(),
    replies: { stop: async () => step(), cut: async () => undefined },
  });
  return {
    steps: () => steps,
    erasure: createErasure({
      db: unreliable,
      clock,
      store,
      retention,
      budgets: { subjectCounter: (widgetId, subject) => `subject:${widgetId}:${subject}` },
    }),
  };
}

/** An account with a widget in which one visitor was, with everything that deleting has to find. */
async function fill(store: FileStore) {
  count += 1;
  const word = `repeat${String(count)}x`;
  const [userId, widgetId, conversationId] = [`${word}-user`, `${word}-widget`, createId('conv', clock)];
  const at = { createdAt: 1, updatedAt: 1 };
  await db.insert(users).values({ id: userId, name: word, email: `${word}@example.com` });
  await db.insert(userVerifications).values({
    id: `${word}-code`,
    identifier: `sign-in-otp-${word}@example.com`,
    value: 'digest',
    expiresAt: new Date(),
  });
  await insertWidget(db, { id: widgetId, name: word, ownerId: userId, botId: 'guide', ...at });
  const owned = { ownerId: userId, slug: `${word}-slug`, name: word, ...at };
  await insertResource(db, 'dataset', { id: `${word}-dataset`, ...owned });
  await insertResource(db, 'skillset', { id: `${word}-skillset`, ...owned });
  const [document, attached] = [createId('doc', clock), createId('file', clock)];
  const file = { name: word, type: 'text/plain', size: 1, ...at };
  await insertDocument(db, { id: document, datasetId: `${word}-dataset`, ...file }, []);
  await insertConversation(db, {
    id: conversationId,
    widgetId,
    subject: word,
    trial: { type: 'skillset', id: `${word}-skillset`, backstory: word },
    createdAt: 1,
    lastActivityAt: 1,
  });
  await insertMessage(db, newMessage(clock, conversationId, { type: 'user', text: word }));
  await insertRun(db, {
    id: `${word}-run`,
    conversationId,
    bodyHash: 'h',
    botMessageId: 'm',
    status: 'done',
    owner: 'me',
    heartbeatAt: clock.now(),
  });
  await upsertContact(db, createId('contact', clock), conversationId, { name: word }, 1);
  await saveFile(db, { id: attached, kind: 'attachment', conversationId, ...file });
  for (const id of [document, attached]) await store.write(id, Buffer.from(word));
  const use = { type: 'skillset' as const, itemId: `${word}-skillset`, createdAt: 1 };
  await insertHubUse(db, { ...use, kind: 'try', subject: conversationId });
  await insertHubUse(db, { ...use, itemId: 'of-others', kind: 'clone', subject: userId });
  const period = '2026-11-21';
  const subjects = [`visitor:${conversationId}`, `subject:${widgetId}:${word}`, `user:${userId}`, `widget:${widgetId}`];
  await addUsage(
    db,
    subjects.map((subject) => ({ subject, period })),
    { messages: 1 },
    1,
  );
  const key = { bodyHash: 'h', owner: 'me', createdAt: 1 };
  await insertKey(db, { ...key, key: `${word}-key-1` }, [conversationId]);
  await insertKey(db, { ...key, key: `${word}-key-2` }, [userId]);
  const user = await readUser(db, userId);
  if (!user) throw new Error('There is no account');
  return { word, user, conversationId, subject: { ownerId: userId, subject: word }, stored: [document, attached] };
}

type Filled = Awaited<ReturnType<typeof fill>>;

/** Every fifth step fails; each of them with `SOTTO_ALL=1`. */
const NEXT = PLAYS_ALL ? 1 : 5;

describe('FS-9 A708 an erasure that failed at any step is completed by a repeat', () => {
  it.each<[string, (erasure: Erasure, filled: Filled) => Promise<unknown>, (filled: Filled) => string]>([
    [
      'of a conversation',
      (erasure, { conversationId }) => erasure.conversation(conversationId),
      (of) => of.conversationId,
    ],
    ['of a subject', (erasure, { subject }) => erasure.subject(subject), ({ conversationId }) => conversationId],
    ['of an account', (erasure, { user }) => erasure.account(user), ({ word }) => word],
  ])('%s', async (_, erase, traceOf) => {
    for (let failAt = 1; ; failAt += NEXT) {
      const store = createMemoryStore();
      const filled = await fill(store);
      const trace = traceOf(filled);
      expect(findTrace(await readDump(db), trace).size).toBeGreaterThan(3);
      const { erasure, steps } = failing(store, failAt);
      const failed = await erase(erasure, filled).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failed !== undefined) await erase(failing(store, 0).erasure, filled);
      expect([failAt, [...findTrace(await readDump(db), trace)]]).toEqual([failAt, []]);
      expect([failAt, await store.read(filled.stored[1] ?? '')]).toEqual([failAt, undefined]);
      if (trace === filled.word)
        expect([failAt, await store.read(filled.stored[0] ?? '')]).toEqual([failAt, undefined]);
      if (failed === undefined) {
        expect(steps()).toBeGreaterThanOrEqual(failAt - NEXT);
        expect(steps()).toBeLessThan(failAt);
        expect(failAt).toBeGreaterThan(10);
        return;
      }
    }
  });
});
