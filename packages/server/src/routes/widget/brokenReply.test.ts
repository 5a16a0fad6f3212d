import { systemClock, type JsonObject, type Message } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { seedDatabase } from '../../db/seedDatabase';
import { soleProcess } from '../../db/processes';
import { insertConversation, readConversation } from '../../db/queries/conversations/conversationQueries';
import { listPage } from '../../domain/conversations/conversations';
import { createKeyedLanes } from '../../domain/replies/keyedLanes';
import { createTurns } from '../../domain/replies/turns';
import { createMemoryEventLog } from '../../events/memoryEventLog';
import { readAllSse, textOf } from '../../testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';
import { openTestPglite } from '../../testing/testDatabase';
import { uncounted } from '../../testing/uncounted';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

const path = (session: TestSession, call: string): string => `/v1/conversation/${session.conversationId}/${call}`;
const RESTING = new ApiError('BAD_GATEWAY', 'The model is resting');
const FAILURE = { code: 'BAD_GATEWAY', message: 'The model is resting' };

async function listed(session: TestSession): Promise<Message[]> {
  const response = await test.call(`${path(session, 'message/list')}?take=100`, { token: session.token });
  return ((await response.json()) as { items: Message[] }).items;
}

/** What is shown, one line a message: its text, its place among its versions, and what went wrong with its reply. */
async function shown(session: TestSession): Promise<string[]> {
  const items = (await listed(session)).filter(({ extra }) => extra?.visible !== false);
  return items.map(({ id, text, versions, failure }) => {
    const place = versions ? ` (${String(versions.indexOf(id) + 1)}/${String(versions.length)})` : '';
    return `${text}${place}${failure ? ` !${failure.code}` : ''}`;
  });
}

/** The model begins with a text, if any, and fails. */
async function breakOff(session: TestSession, body: JsonObject, text = ''): Promise<void> {
  test.model.next(...(text === '' ? [] : [{ text }]), { fail: RESTING });
  const events = await readAllSse(await test.send(session, body));
  expect(events.at(-2)).toMatchObject({ type: 'error', data: FAILURE });
}

const sentTexts = (): string[] =>
  test.model.requests
    .at(-1)
    ?.messages.filter(({ role }) => role !== 'system')
    .map(({ text }) => text) ?? [];

describe('FW-1 a reply that breaks off', () => {
  it('FW-1: keeps its text, and the list says that it broke off', async () => {
    const session = await test.openSession();
    await breakOff(session, { id: clientId(), text: 'Tell me' }, 'Once upon a');
    expect((await listed(session)).map(({ type, text, failure }) => ({ type, text, failure }))).toEqual([
      { type: 'user', text: 'Tell me', failure: undefined },
      { type: 'bot', text: 'Once upon a', failure: FAILURE },
    ]);
  });

  it('FW-1: the next reply to the same question is another version of it, and the model is not told what broke off', async () => {
    const session = await test.openSession();
    await breakOff(session, { id: clientId(), text: 'Tell me' }, 'Once upon a');
    const broken = (await listed(session)).at(-1)?.id ?? '';
    test.model.next({ text: 'Once upon a time.' });
    await readAllSse(await test.send(session, { replaces: broken }));
    expect(sentTexts()).toEqual(['Tell me']);
    expect(await shown(session)).toEqual(['Tell me', 'Once upon a time. (2/2)']);
  });

  it('FW-1: so is the reply to the same send, repeated', async () => {
    const session = await test.openSession();
    const body = { id: clientId(), text: 'Tell me' };
    await breakOff(session, body, 'Once upon a');
    test.model.next({ text: 'Once upon a time.' });
    expect(textOf(await readAllSse(await test.send(session, body)))).toBe('Once upon a time.');
    expect(sentTexts()).toEqual(['Tell me']);
    expect(await shown(session)).toEqual(['Tell me', 'Once upon a time. (2/2)']);
  });

  it('FW-1: a repeated send takes nothing away that has been said since', async () => {
    const session = await test.openSession();
    const body = { id: clientId(), text: 'Tell me' };
    await breakOff(session, body, 'Once upon a');
    test.model.next({ text: 'Noon.' });
    await readAllSse(await test.send(session, { id: clientId(), text: 'What time is it?' }));
    test.model.next({ text: 'Once upon a time.' });
    await readAllSse(await test.send(session, body));
    expect(await shown(session)).toEqual([
      'Tell me',
      'Once upon a !BAD_GATEWAY',
      'What time is it?',
      'Noon.',
      'Once upon a time.',
    ]);
  });

  it('FW-1: another version that breaks off is shown, and the first one can be chosen', async () => {
    const session = await test.openSession();
    test.model.next({ text: 'One.' });
    await readAllSse(await test.send(session, { id: clientId(), text: 'A number?' }));
    const first = (await listed(session)).at(-1)?.id ?? '';
    await breakOff(session, { replaces: first }, 'Tw');
    expect(await shown(session)).toEqual(['A number?', 'Tw (2/2) !BAD_GATEWAY']);
    await test.call(path(session, `message/${first}/choose`), { token: session.token, body: {} });
    expect(await shown(session)).toEqual(['A number?', 'One. (1/2)']);
  });
});

describe('FW-1 a reply that fails before its first word', () => {
  it('FW-1: the list says so of the question, until it is answered', async () => {
    const session = await test.openSession();
    await breakOff(session, { id: clientId(), text: 'Tell me' });
    expect(await shown(session)).toEqual(['Tell me !BAD_GATEWAY']);
    // Asked to go on, the model fails again: it is still the same question.
    await breakOff(session, {});
    expect(await shown(session)).toEqual(['Tell me !BAD_GATEWAY']);
    test.model.next({ text: 'Once.' });
    await readAllSse(await test.send(session, {}));
    expect(await shown(session)).toEqual(['Tell me', 'Once.']);
  });

  it('FW-1: a message that wants no reply is not said to have got none', async () => {
    const session = await test.openSession();
    await breakOff(session, { id: clientId(), text: 'Tell me' });
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    await test.call(path(session, 'message/create'), {
      token: session.token,
      body: { id: clientId(), type: 'user', text: 'By the way' },
    });
    expect(await shown(session)).toEqual(['Tell me', 'By the way']);
  });

  it('FW-1: another version that fails leaves the first one as it is', async () => {
    const session = await test.openSession();
    test.model.next({ text: 'One.' });
    await readAllSse(await test.send(session, { id: clientId(), text: 'A number?' }));
    await breakOff(session, { replaces: (await listed(session)).at(-1)?.id ?? '' });
    expect(await shown(session)).toEqual(['A number?', 'One.']);
  });
});

describe('FW-1 a server that stops in the middle of a reply', () => {
  it('FW-1: keeps the text so far', async () => {
    const database = await openTestPglite();
    const { db } = database;
    await seedDatabase(db, 1);
    const log = createMemoryEventLog(systemClock);
    const turns = await createTurns({
      db,
      clock: systemClock,
      log,
      stops: { listen: async () => undefined, send: async () => false },
      answerer: {
        async *answer(_task, signal) {
          yield { type: 'token', data: { token: 'Once upon a' } };
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          });
        },
      },
      isAlone: true,
      inTurn: createKeyedLanes(systemClock),
      processes: soleProcess(),
      onError: () => undefined,
    });
    const at = { id: 'conv_stop', widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 };
    await insertConversation(db, at);
    const place = await readConversation(db, at.id);
    if (!place) throw new Error('Nothing to talk in');
    const { run } = await turns.send(
      place,
      { text: 'Tell me', type: 'user', hidden: false, isVerbose: false, canWaitForBrowser: true },
      uncounted,
    );
    await vi.waitFor(async () => {
      expect((await log.read(run.id, 0, 10))?.events).toHaveLength(2);
    });
    await turns.close(0);
    const { items } = await listPage(db, at.id, {
      take: 10,
      order: 'asc',
      withActivities: false,
      seesToolResults: false,
    });
    expect(items.map(({ text, failure }) => [text, failure?.code])).toEqual([
      ['Tell me', undefined],
      ['Once upon a', 'SERVICE_UNAVAILABLE'],
    ]);
    await database.close();
  });
});
