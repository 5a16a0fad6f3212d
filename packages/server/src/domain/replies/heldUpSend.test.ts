import { systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database';
import { seedDatabase } from '../../db/seedDatabase';
import { insertConversation, readConversation } from '../../db/queries/conversations/conversationQueries';
import { createMemoryEventLog } from '../../events/memoryEventLog';
import { openTestPglite } from '../../testing/testDatabase';
import { listPage } from '../conversations/conversations';
import { createKeyedLanes } from './keyedLanes';
import { createTurns, type SendRequest } from './turns';
import { uncounted } from '../../testing/uncounted';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('FO-2, FO-3 a try of a send that is held up while another try of it gets ahead', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestPglite();
    await seedDatabase(database.db, 1);
  });
  afterAll(() => database.close());

  /** A conversation in which the first replies fail after a few words, and the next one is whole. */
  async function setUp(id: string, failures: number) {
    const { db } = database;
    await insertConversation(db, { id, widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 });
    const place = await readConversation(db, id);
    if (!place) throw new Error('Nothing to talk in');
    let countCalls = 0;
    const turns = await createTurns({
      db,
      clock: systemClock,
      log: createMemoryEventLog(systemClock),
      stops: { listen: async () => undefined, send: async () => false },
      answerer: {
        async *answer() {
          countCalls += 1;
          yield { type: 'token', data: { token: `Try ${String(countCalls)}` } };
          if (countCalls <= failures) throw new Error('cut');
          yield {
            type: 'finish',
            data: { text: `Try ${String(countCalls)}`, reason: 'stop', tokens: 1, references: [] },
          };
        },
      },
      isAlone: true,
      inTurn: createKeyedLanes(systemClock),
      processes: database.processes,
      onError: () => undefined,
    });
    const request: SendRequest = {
      clientId: `m-${id}`,
      text: 'Tell me',
      type: 'user',
      hidden: false,
      isVerbose: false,
      canWaitForBrowser: true,
    };
    const send = (until: Promise<unknown> = Promise.resolve()) =>
      turns.send(place, request, async () => {
        await until;
        return uncounted();
      });
    const over = async (): Promise<void> =>
      vi.waitFor(async () => {
        expect(await turns.running(id)).toBeUndefined();
      });
    const shown = async (): Promise<string[]> =>
      (await listPage(db, id, { take: 10, order: 'asc', withActivities: false, seesToolResults: true })).items
        .filter(({ extra }) => extra?.visible !== false)
        .map(({ text }) => text);
    return { send, over, shown, countCalls: () => countCalls };
  }

  it('is given the reply that is there by then, and does not answer a second time', async () => {
    const { send, over, shown, countCalls } = await setUp('conv_done', 0);
    let letGo = (): void => undefined;
    const heldUp = send(
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
    );
    const { run } = await send();
    await over();
    letGo();
    expect((await heldUp).run.id).toBe(run.id);
    await over();
    expect([countCalls(), await shown()]).toEqual([1, ['Tell me', 'Try 1']]);
  });

  it('answers in the place of what the other one has broken off', async () => {
    const { send, over, shown, countCalls } = await setUp('conv_broken', 1);
    let letGo = (): void => undefined;
    const heldUp = send(
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
    );
    await send();
    await over();
    letGo();
    await heldUp;
    await over();
    expect([countCalls(), await shown()]).toEqual([2, ['Tell me', 'Try 2']]);
  });
});
