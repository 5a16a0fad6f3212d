import { systemClock, type MessagePart, type ReplyEvent } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database';
import { seedDatabase } from '../../db/seedDatabase';
import { insertConversation, readConversation } from '../../db/queries/conversations/conversationQueries';
import { insertMessage, readMessage } from '../../db/queries/conversations/messageQueries';
import { insertRun, readRun } from '../../db/queries/conversations/runQueries';
import type { Draft } from '../../db/schema';
import { createMemoryEventLog } from '../../events/memoryEventLog';
import { openTestPglite } from '../../testing/testDatabase';
import { listPage, newMessage } from '../conversations/conversations';
import { interruptRun } from './interruptRuns';
import { createKeyedLanes } from './keyedLanes';
import { createTurns } from './turns';
import { uncounted } from '../../testing/uncounted';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOOL: MessagePart = { type: 'tool', callId: 'c', name: 'look_up', state: 'failed', startedAt: 1, endedAt: 2 };

describe('FW-1 a reply whose process has died', () => {
  let database: OpenDatabase;
  let count = 0;
  beforeAll(async () => {
    database = await openTestPglite();
    await seedDatabase(database.db, 1);
  });
  afterAll(() => database.close());

  /** A question and the run of its reply, as a dead process left them. */
  async function leave(draft: Partial<Draft> | null) {
    const { db } = database;
    count += 1;
    const [conversationId, id, botMessageId] = [
      `conv_${String(count)}`,
      `run_${String(count)}`,
      `msg_bot${String(count)}`,
    ];
    await insertConversation(db, { id: conversationId, widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 });
    const question = await insertMessage(
      db,
      newMessage(systemClock, conversationId, { type: 'user', text: 'Tell me' }),
    );
    const stored = draft && { text: '', parts: null, tokens: 3, steps: [], ...draft };
    await insertRun(db, {
      id,
      conversationId,
      bodyHash: 'x',
      owner: 'dead',
      botMessageId,
      status: 'running',
      heartbeatAt: 1,
      createdAt: systemClock.now(),
      draft: stored,
    });
    const shown = async () => {
      const { items } = await listPage(db, conversationId, {
        take: 10,
        order: 'asc',
        withActivities: true,
        seesToolResults: true,
      });
      return items
        .filter(({ extra }) => extra?.visible !== false)
        .map(({ text, ...message }) => [text, 'failure' in message ? message.failure?.code : undefined]);
    };
    return { db, conversationId, id, botMessageId, question, shown };
  }
  const interrupt = (id: string, conversationId: string, events: ReplyEvent[] = []) => {
    const log = createMemoryEventLog(systemClock);
    const begun = log.begin(id).then(() => log.append(id, events));
    return begun
      .then(() => interruptRun({ db: database.db, clock: systemClock, log }, { id, conversationId }))
      .then(async (isClosed) => ({ isClosed, page: await log.read(id, events.length, 10) }));
  };
  const token = (text: string): ReplyEvent => ({ type: 'token', data: { token: text } });

  it('FW-1: is closed at the next start of an embedded server, with the text of its last checkpoint; the conversation is as old as it was', async () => {
    const { db, conversationId, id, botMessageId, shown } = await leave({
      text: 'Once upon a',
      parts: [TOOL, { type: 'text', text: 'Once upon a' }],
    });
    const log = createMemoryEventLog(systemClock);
    await createTurns({
      db,
      clock: systemClock,
      log,
      stops: { listen: async () => undefined, send: async () => false },
      answerer: { answer: () => (async function* () {})() },
      isAlone: true,
      inTurn: createKeyedLanes(systemClock),
      processes: database.processes,
      onError: () => undefined,
    });
    expect(await shown()).toEqual([
      ['Tell me', undefined],
      ['Once upon a', 'SERVICE_UNAVAILABLE'],
    ]);
    expect((await readMessage(db, conversationId, botMessageId))?.parts).toEqual([
      TOOL,
      { type: 'text', text: 'Once upon a' },
    ]);
    expect(await readRun(db, conversationId, id)).toMatchObject({ status: 'interrupted', tokens: 3, draft: null });
    expect((await readConversation(db, conversationId))?.conversation.lastActivityAt).toBe(1);
  });

  it('FW-1: keeps what readers were told after the checkpoint, and tells them what stays', async () => {
    const { conversationId, id, shown } = await leave({
      text: 'Once ',
      parts: [TOOL, { type: 'text', text: 'Once ' }],
    });
    const { isClosed, page } = await interrupt(id, conversationId, [token('On'), token('ce '), token('upon a')]);
    expect(isClosed).toBe(true);
    expect(page).toMatchObject({
      isOver: true,
      events: [
        { event: { type: 'error', data: { parts: [TOOL, { type: 'text', text: 'Once upon a' }] } } },
        { event: { type: 'completeEnd' } },
      ],
    });
    expect((await shown()).at(-1)).toEqual(['Once upon a', 'SERVICE_UNAVAILABLE']);
  });

  it('FW-1: keeps what readers were told before the first checkpoint', async () => {
    const { conversationId, id, shown } = await leave(null);
    await interrupt(id, conversationId, [token('Once')]);
    expect((await shown()).at(-1)).toEqual(['Once', 'SERVICE_UNAVAILABLE']);
  });

  it('FW-1: that had not said a word leaves the question to be tried again', async () => {
    const { conversationId, id, shown } = await leave(null);
    await interrupt(id, conversationId);
    expect(await shown()).toEqual([['Tell me', 'SERVICE_UNAVAILABLE']]);
  });

  it('FW-1: takes the place of the version that it was to replace', async () => {
    const { db, conversationId, id, question, shown } = await leave(null);
    const first = await insertMessage(db, newMessage(systemClock, conversationId, { type: 'bot', text: 'Noon.' }));
    const fork = { parent: { id: question?.id, sequence: question?.sequence }, versionOf: first?.id };
    await db.execute(
      `update runs set draft = ` +
        `'${JSON.stringify({ text: 'Mid', parts: null, tokens: 0, steps: [], fork })}' ` +
        `where id = '${id}'`,
    );
    await interrupt(id, conversationId);
    expect(await shown()).toEqual([
      ['Tell me', undefined],
      ['Mid', 'SERVICE_UNAVAILABLE'],
    ]);
  });

  it('FW-1: has had its checkpoints while it was written, and has none after its end', async () => {
    const { db } = database;
    const at = { id: 'conv_checkpoints', widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 };
    await insertConversation(db, at);
    const place = await readConversation(db, at.id);
    if (!place) throw new Error('Nothing to talk in');
    const turns = await createTurns({
      db,
      clock: systemClock,
      log: createMemoryEventLog(systemClock),
      stops: { listen: async () => undefined, send: async () => false },
      answerer: {
        async *answer(_task, signal) {
          yield { type: 'token', data: { token: 'Once upon a \ud83e' } };
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          });
        },
      },
      isAlone: true,
      inTurn: createKeyedLanes(systemClock),
      processes: database.processes,
      onError: () => undefined,
    });
    const { run } = await turns.send(
      place,
      { text: 'Tell me', type: 'user', hidden: false, isVerbose: false, canWaitForBrowser: true },
      uncounted,
    );
    const draft = async () => (await readRun(db, at.id, run.id))?.draft;
    await vi.waitFor(
      async () => {
        expect(await draft()).toEqual({ text: 'Once upon a \ufffd', parts: null, tokens: 0, steps: [] });
      },
      { timeout: 5_000 },
    );
    await turns.abort(at.id, undefined);
    expect(await draft()).toBeNull();
    await turns.close(0);
  });

  it.each([
    ['without a checkpoint', null, 'One, two'],
    ['with one', { text: 'One, two,' }, 'One, two,'],
  ])(
    'W-15, FW-1: the rest of a message %s: the message keeps what it had and what was told',
    async (_title, draft, expected) => {
      const { db, conversationId, id, botMessageId, shown } = await leave(draft);
      await insertMessage(db, {
        ...newMessage(systemClock, conversationId, { id: botMessageId, type: 'bot', text: 'One,' }),
        endReason: 'length',
      });
      await db.execute(`update runs set is_continuation = true where id = '${id}'`);
      await interrupt(id, conversationId, [token(' two')]);
      expect(await shown()).toEqual([
        ['Tell me', undefined],
        [expected, 'SERVICE_UNAVAILABLE'],
      ]);
      expect((await readMessage(db, conversationId, botMessageId))?.endReason).toBeNull();
    },
  );

  it('W-15, FW-1: the rest of a message of which nothing was told leaves the message as it was', async () => {
    const { db, conversationId, id, botMessageId, shown } = await leave(null);
    await insertMessage(db, {
      ...newMessage(systemClock, conversationId, { id: botMessageId, type: 'bot', text: 'One,' }),
      parts: [TOOL, { type: 'text', text: 'One,' }],
    });
    await db.execute(`update runs set is_continuation = true where id = '${id}'`);
    await interrupt(id, conversationId);
    expect(await shown()).toEqual([
      ['Tell me', undefined],
      ['One,', 'SERVICE_UNAVAILABLE'],
    ]);
    expect((await readMessage(db, conversationId, botMessageId))?.parts).toHaveLength(2);
  });

  it('FW-1: is closed once', async () => {
    const { conversationId, id, shown } = await leave({ text: 'Once' });
    const closed = await Promise.all([interrupt(id, conversationId), interrupt(id, conversationId)]);
    expect(closed.map(({ isClosed }) => isClosed).sort()).toEqual([false, true]);
    expect(await shown()).toHaveLength(2);
  });
});
