import { systemClock, type ReplyEvent } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database';
import { seedDatabase } from '../../db/seedDatabase';
import { insertConversation } from '../../db/queries/conversations/conversationQueries';
import { insertMessage } from '../../db/queries/conversations/messageQueries';
import { endRun, insertRun, type RunStatus } from '../../db/queries/conversations/runQueries';
import { followRun } from '../../events/eventLog';
import { createMemoryEventLog } from '../../events/memoryEventLog';
import { createManualClock } from '../../testing/manualClock';
import { openTestPglite } from '../../testing/testDatabase';
import { newMessage } from '../conversations/conversations';
import { createRunRecovery, SWEEP_INTERVAL_MS } from './runRecovery';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('F106 a process that dies between storing a reply and saying so', () => {
  let database: OpenDatabase;
  let count = 0;
  beforeAll(async () => {
    database = await openTestPglite();
    await seedDatabase(database.db, 1);
  });
  afterAll(() => database.close());

  /** A run as its dead process left it: its row says one thing, its events have no end. */
  async function leave(status: RunStatus) {
    const { db } = database;
    const clock = createManualClock();
    const log = createMemoryEventLog(systemClock);
    count += 1;
    const [conversationId, id] = [`conv_${String(count)}`, `run_${String(count)}`];
    await insertConversation(db, { id: conversationId, widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 });
    const begin: ReplyEvent = { type: 'completeBegin', data: { id, conversationId, messageId: `msg_${id}` } };
    await log.begin(id);
    await log.append(id, [begin, { type: 'token', data: { token: 'The ' } }]);
    const mender = createRunRecovery({ db, log, clock, isOwn: (run) => owned.has(run.id) });
    const owned = new Set<string>();
    /** Lets so much time pass, a tenth of a second at a time. */
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.advance(100);
        await new Promise((resolve) => {
          setTimeout(resolve, 2);
        });
      }
    };
    await insertRun(db, {
      id,
      conversationId,
      clientId: null,
      idempotencyKey: null,
      bodyHash: 'x',
      owner: 'dead',
      userMessageId: null,
      botMessageId: `msg_${id}`,
      status: 'running',
      heartbeatAt: 1,
      createdAt: 1,
    });
    if (status === 'done')
      await insertMessage(
        db,
        newMessage(systemClock, conversationId, { id: `msg_${id}`, type: 'bot', text: 'The whole text' }),
      );
    if (status !== 'running')
      await endRun(db, id, { status, endReason: status === 'done' ? 'stop' : 'error', tokens: 7, endedAt: 2 });
    const readEvents = async (): Promise<ReplyEvent[]> => {
      const events: ReplyEvent[] = [];
      for await (const page of followRun(log, id, 2, new AbortController().signal))
        events.push(...page.map(({ event }) => event));
      return events;
    };
    return { mender, owned, pass, log, conversationId, id, told: readEvents, run: { id, conversationId } };
  }

  it('FO-10 is spoken for within three seconds: who waits is told the stored reply, once', async () => {
    const { mender, pass, run, id, told: readEvents } = await leave('done');
    const waiting = readEvents();
    const followers = [mender.follow(run), mender.follow(run)];
    await pass(3_000);
    expect(await waiting).toEqual([
      {
        type: 'result',
        data: { id: `msg_${id}`, text: 'The whole text', usage: { token: 7 }, end: { reason: 'stop' } },
      },
      { type: 'completeEnd', data: { id } },
    ]);
    // Another process that had the same thought changes nothing.
    await pass(3_000);
    expect(await readEvents()).toHaveLength(2);
    for (const { end } of followers) end();
    mender.close();
  });

  it.each(['interrupted', 'failed'] as const)(
    'is spoken for when the reply was %s: it can be tried again',
    async (status) => {
      const { mender, pass, run, told: readEvents } = await leave(status);
      const waiting = readEvents();
      mender.follow(run);
      await pass(3_000);
      expect(await waiting).toMatchObject([
        { type: 'error', data: { code: 'SERVICE_UNAVAILABLE' } },
        { type: 'completeEnd' },
      ]);
      mender.close();
    },
  );

  it('is left alone while its row says that it is being written, while something comes, and once its reader has left', async () => {
    const [running, talking, own, left] = [
      await leave('running'),
      await leave('done'),
      await leave('done'),
      await leave('done'),
    ];
    running.mender.follow(running.run);
    await running.pass(4_000);
    const following = talking.mender.follow(talking.run);
    for (let beat = 0; beat < 8; beat += 1) {
      await talking.pass(500);
      following.touch();
    }
    own.owned.add(own.id);
    own.mender.follow(own.run);
    await own.pass(4_000);
    left.mender.follow(left.run).end();
    await left.pass(4_000);
    for (const { log, id, mender } of [running, talking, own, left]) {
      expect(await log.read(id, 2, 10)).toEqual({ events: [], isOver: false });
      mender.close();
    }
  });

  it('FO-14 a thousand silent replies cost one statement a second, and those of this process none', async () => {
    const clock = createManualClock();
    const select = vi.spyOn(database.db, 'select');
    const mender = createRunRecovery({
      db: database.db,
      log: createMemoryEventLog(clock),
      clock,
      isOwn: ({ id }) => id.startsWith('own_'),
    });
    for (let index = 0; index < 1_000; index += 1) {
      mender.follow({ id: `own_${String(index)}`, conversationId: 'c' });
      mender.follow({ id: `other_${String(index)}`, conversationId: 'c' });
    }
    for (let second = 0; second < 10; second += 1) {
      clock.advance(SWEEP_INTERVAL_MS);
      await vi.waitFor(() => {
        expect(clock.pending).toBe(1);
      });
    }
    expect(select.mock.calls.length).toBe(9);
    select.mockRestore();
    mender.close();
  });
});
