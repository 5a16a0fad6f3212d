import { systemClock, type ReplyEvent } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../db/database';
import { firstFill } from '../db/firstFill';
import { openPglite } from '../db/pglite';
import { insertConversation } from '../db/queries/conversations';
import { insertMessage } from '../db/queries/messages';
import { endRun, insertRun, type RunStatus } from '../db/queries/runs';
import { followRun } from '../events/eventLog';
import { createMemoryEventLog } from '../events/memoryEventLog';
import { readTestSeed } from '../testing/testSeed';
import { newMessage } from './conversations';
import { createTurns } from './turns';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('F106 a process that dies between storing a reply and saying so', () => {
  let database: OpenDatabase;
  let count = 0;
  beforeAll(async () => {
    database = await openPglite({ seed: await readTestSeed() });
    await firstFill(database.db, 1);
  });
  afterAll(() => database.close());

  /** A run as its dead process left it: its row says one thing, its events have no end. */
  async function leave(status: RunStatus) {
    const { db } = database;
    const log = createMemoryEventLog(systemClock);
    count += 1;
    const [conversationId, id] = [`conv_${String(count)}`, `run_${String(count)}`];
    await insertConversation(db, { id: conversationId, widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 });
    const begin: ReplyEvent = { type: 'completeBegin', data: { id, conversationId, messageId: `msg_${id}` } };
    await log.begin(id);
    await log.append(id, [begin, { type: 'token', data: { token: 'The ' } }]);
    const turns = await createTurns({
      db,
      clock: systemClock,
      log,
      stops: { listen: async () => undefined, send: async () => false },
      answerer: { answer: () => (async function* () {})() },
      isAlone: true,
      processes: database.processes,
      onError: () => undefined,
    });
    await insertRun(db, { id, conversationId, clientId: null, idempotencyKey: null, bodyHash: 'x', owner: 'dead', userMessageId: null, botMessageId: `msg_${id}`, status: 'running', heartbeatAt: 1, createdAt: 1 });
    if (status === 'done') await insertMessage(db, newMessage(systemClock, conversationId, { id: `msg_${id}`, type: 'bot', text: 'The whole text' }));
    if (status !== 'running') await endRun(db, id, { status, endReason: status === 'done' ? 'stop' : 'error', tokens: 7, endedAt: 2 });
    const told = async (): Promise<ReplyEvent[]> => {
      const events: ReplyEvent[] = [];
      for await (const page of followRun(log, id, 2, new AbortController().signal)) events.push(...page.map(({ event }) => event));
      return events;
    };
    return { turns, log, conversationId, id, told };
  }

  it('is spoken for: who waits is told the stored reply', async () => {
    const { turns, conversationId, id, told } = await leave('done');
    const waiting = told();
    await turns.mend(conversationId, id);
    expect(await waiting).toEqual([
      { type: 'result', data: { id: `msg_${id}`, text: 'The whole text', usage: { token: 7 }, end: { reason: 'stop' } } },
      { type: 'completeEnd', data: { id } },
    ]);
    // Another reader, and another process that had the same thought, change nothing.
    await turns.mend(conversationId, id);
    expect(await told()).toHaveLength(2);
  });

  it.each(['interrupted', 'failed'] as const)('is spoken for when the reply was %s: it can be tried again', async (status) => {
    const { turns, conversationId, id, told } = await leave(status);
    const waiting = told();
    await turns.mend(conversationId, id);
    expect(await waiting).toMatchObject([{ type: 'error', data: { code: 'SERVICE_UNAVAILABLE' } }, { type: 'completeEnd' }]);
  });

  it('is left alone while its row says that it is being written, and when it is another conversation’s', async () => {
    const running = await leave('running');
    await running.turns.mend(running.conversationId, running.id);
    const done = await leave('done');
    await done.turns.mend('conv_other', done.id);
    for (const { log, id } of [running, done]) expect(await log.read(id, 2, 10)).toEqual({ events: [], isOver: false });
  });
});
