import { createId } from '@sotto/widget-core/api';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database';
import { seedDatabase } from '../../db/seedDatabase';
import { insertConversation } from '../../db/queries/conversations/conversationQueries';
import { saveFile } from '../../db/queries/conversations/fileQueries';
import { insertMessage } from '../../db/queries/conversations/messageQueries';
import { insertRun } from '../../db/queries/conversations/runQueries';
import { insertWidget } from '../../db/queries/hub/widgetQueries';
import { conversations, files, messages } from '../../db/schema';
import { createManualClock } from '../../testing/manualClock';
import { openTestPglite } from '../../testing/testDatabase';
import { createMemoryStore } from '../../uploads/memoryStore';
import { newMessage } from '../conversations/conversations';
import { createRetention } from './retention';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;
/** More than two slices. */
const MANY = 450;

describe('FO-6, FO-7 conversations are deleted in slices', () => {
  const clock = createManualClock();
  const store = createMemoryStore();
  let db: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await openTestPglite());
    await seedDatabase(db, 1);
    await insertWidget(db, { id: 'busy', botId: 'guide', name: 'Busy', createdAt: 1, updatedAt: 1 });
  });
  afterAll(() => close());

  const replies = { stop: async () => undefined, cut: async () => undefined };
  const mails = { forget: async () => undefined };
  const forgetRuns = vi.fn(async (_: readonly string[]) => undefined);
  const retention = (keepDays: number | undefined) =>
    createRetention({ db, store, clock, keepDays, forgetRuns, replies, mails });
  async function converse(widgetId: string, daysAgo: number): Promise<string> {
    const at = clock.now() - daysAgo * DAY_MS;
    const id = createId('conv', clock);
    await insertConversation(db, { id, widgetId, createdAt: at, lastActivityAt: at });
    await insertMessage(db, newMessage(clock, id, { type: 'user', text: 'hi' }));
    return id;
  }
  async function attach(conversationId: string): Promise<string> {
    const id = createId('file', clock);
    await store.write(id, new Uint8Array([1]));
    await saveFile(db, {
      id,
      kind: 'attachment',
      conversationId,
      name: 'n',
      type: 't',
      size: 1,
      createdAt: 1,
      updatedAt: 1,
    });
    return id;
  }
  const left = async (widgetId: string): Promise<number> =>
    (await db.select({ value: count() }).from(conversations).where(eq(conversations.widgetId, widgetId)))[0]?.value ??
    -1;

  it('FO-6 all of a widget, with the bytes of their files, in statements that each touch a few', async () => {
    const ids = Array.from({ length: MANY }, () => createId('conv', clock));
    const at = clock.now();
    await db
      .insert(conversations)
      .values(ids.map((id) => ({ id, widgetId: 'busy', createdAt: at, lastActivityAt: at })));
    await db.insert(messages).values(ids.map((id) => newMessage(clock, id, { type: 'user', text: 'hi' })));
    const [mine, other] = [await attach(ids[7] ?? ''), await attach(await converse('demo', 0))];
    const deletes = vi.spyOn(db, 'delete');
    await retention(undefined).deleteVisitorsOf('busy');
    expect([await left('busy'), await left('demo'), deletes.mock.calls.length]).toEqual([0, 1, 6]);
    deletes.mockRestore();
    expect([await store.read(mine), (await store.read(other))?.length]).toEqual([undefined, 1]);
    expect((await db.select({ value: count() }).from(messages))[0]?.value).toBe(1);
  });

  it('FS-9 A708 a conversation of thousands of messages goes 500 at a time, and visitors get their turn between', async () => {
    const id = await converse('busy', 0);
    const many = Array.from({ length: 5_000 }, () => newMessage(clock, id, { type: 'user', text: 'again' }));
    // Without the events that go with them: thousands of statements.
    for (let from = 0; from < many.length; from += 1_000)
      await db.insert(messages).values(many.slice(from, from + 1_000));
    const other = await converse('demo', 0);
    let isOver = false;
    const deleting = retention(undefined)
      .deleteConversations([id])
      .finally(() => {
        isOver = true;
      });
    let turns = 0;
    while (!isOver) {
      await insertMessage(db, newMessage(clock, other, { type: 'user', text: 'hi' }));
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await deleting).toMatchObject({ conversations: 1, messages: 5_001 });
    expect(turns).toBeGreaterThan(8);
    expect(await left('busy')).toBe(0);
  });

  it('FS-9 A708 events of replies that may still be kept are forgotten', async () => {
    const id = await converse('busy', 0);
    await insertRun(db, {
      id: 'run_recent',
      conversationId: id,
      bodyHash: 'h',
      botMessageId: 'm',
      status: 'done',
      owner: 'me',
      heartbeatAt: clock.now(),
      createdAt: clock.now(),
    });
    await retention(undefined).deleteConversations([id]);
    expect(forgetRuns).toHaveBeenLastCalledWith(['run_recent']);
  });

  it('FS-9 each widget says how long conversations and files of visitors are kept', async () => {
    const settings = { botId: 'guide', name: 'W', createdAt: 1, updatedAt: 1 };
    await insertWidget(db, { ...settings, id: 'short', retentionDays: 10, attachmentRetentionDays: 5 });
    await insertWidget(db, { ...settings, id: 'usual' });
    await insertWidget(db, { ...settings, id: 'ever', retentionDays: null, attachmentRetentionDays: null });
    const at = async (widgetId: string, daysAgo: number): Promise<string> => {
      const file = await attach(await converse(widgetId, daysAgo));
      await db
        .update(files)
        .set({ createdAt: clock.now() - daysAgo * DAY_MS })
        .where(eq(files.id, file));
      return file;
    };
    const kept = [await at('short', 4), await at('usual', 89), await at('ever', 4_000)];
    const gone = [await at('short', 6), await at('short', 11), await at('usual', 91), await at('usual', 366)];
    expect(await retention(undefined).sweep()).toMatchObject({ conversations: 2 });
    expect([await left('short'), await left('usual'), await left('ever')]).toEqual([2, 2, 1]);
    for (const id of kept) expect(await store.read(id)).toBeDefined();
    for (const id of gone) expect(await store.read(id)).toBeUndefined();
  });

  it('FO-7 those without a sign of life for as long as the settings say, and none in which a reply is being written', async () => {
    const [old, fresh, answered] = [await converse('demo', 31), await converse('demo', 29), await converse('demo', 40)];
    await insertRun(db, {
      id: createId('run', clock),
      conversationId: answered,
      bodyHash: 'h',
      botMessageId: 'm',
      status: 'running',
      owner: 'me',
    });
    const bytes = await attach(old);
    const all = async (): Promise<string[]> =>
      (await db.select({ id: conversations.id }).from(conversations)).map(({ id }) => id);
    await retention(undefined).sweep();
    expect(await all()).toEqual(expect.arrayContaining([old, fresh, answered]));
    await retention(30).sweep();
    const kept = await all();
    expect([old, fresh, answered].map((id) => kept.includes(id))).toEqual([false, true, true]);
    expect(await store.read(bytes)).toBeUndefined();
  });
});
