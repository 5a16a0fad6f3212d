import type { JsonObject, Message, NumberedReplyEvent } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { readRun } from '../../db/queries/conversations/runQueries';
import { replayStored } from '../../domain/replies/runRecovery';
import { CONTINUE_PROMPT } from '../../model/prompt';
import { readAllSse, textOf } from '../../testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';
import type { ScriptStep } from '../../testing/scriptedModel';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

const RESTING = new ApiError('BAD_GATEWAY', 'The model is resting');
const path = (session: TestSession, call: string): string => `/v1/conversation/${session.conversationId}/${call}`;
async function listed(session: TestSession): Promise<Message[]> {
  const response = await test.call(`${path(session, 'message/list')}?take=100`, { token: session.token });
  return ((await response.json()) as { items: Message[] }).items;
}
/** What is said, one line a message: its text, its place among its versions, and how it ended before its end. */
async function shown(session: TestSession): Promise<string[]> {
  const items = (await listed(session)).filter(
    ({ type, extra }) => ['user', 'bot'].includes(type) && extra?.visible !== false,
  );
  return items.map(
    ({ id, text, versions, end, failure }) =>
      `${text}${versions ? ` (${String(versions.indexOf(id) + 1)}/${String(versions.length)})` : ''}${
        end
          ? ` \
!${end}`
          : ''
      }${failure ? ` !${failure.code}` : ''}`,
  );
}
const sentTexts = (): string[] =>
  test.model.requests
    .at(-1)
    ?.messages.filter(({ role }) => role !== 'system')
    .map(({ text }) => text) ?? [];

/** Sends what the model answers with this script. @returns the events, and the id of the bot's message */
async function send(session: TestSession, body: JsonObject, ...script: ScriptStep[]) {
  if (script.length > 0) test.model.next(...script);
  const events = await readAllSse(await test.send(session, body));
  const [begin] = events;
  if (begin?.type !== 'completeBegin') throw new Error('No reply');
  return { events, id: begin.data.messageId, begin: begin.data };
}
/** A question whose answer was cut. */
async function cut(text = 'One, two,', ...before: ScriptStep[]) {
  const session = await test.openSession();
  const { id } = await send(session, { id: clientId(), text: 'Count' }, ...before, { text }, { end: 'length' });
  return {
    session,
    id,
    goOn: (...script: ScriptStep[]) => send(session, { id: clientId(), continues: id }, ...script),
  };
}
async function refused(session: TestSession, body: JsonObject): Promise<[number, string]> {
  const response = await test.send(session, body);
  return [response.status, ((await response.json()) as { message: string }).message];
}
const resultOf = (events: readonly NumberedReplyEvent[]) =>
  events.flatMap((event) => (event.type === 'result' ? [event.data] : []))[0];

describe('W-15 a reply that goes on', () => {
  it('W-15, FW-13: the model is told its own words and to go on; the events are of the rest, the result is the whole', async () => {
    const { session, id, goOn } = await cut();
    expect(await shown(session)).toEqual(['Count', 'One, two, !length']);
    const { events, begin } = await goOn({ text: ' three.', pieceLength: 3 });
    expect(sentTexts()).toEqual(['Count', 'One, two,', CONTINUE_PROMPT.text]);
    expect(begin).toEqual({ id: expect.any(String) as string, conversationId: session.conversationId, messageId: id });
    expect(textOf(events)).toBe(' three.');
    expect(resultOf(events)).toEqual({ id, text: 'One, two, three.', usage: { token: 15 }, end: { reason: 'stop' } });
    // The same message, and no other version of it.
    expect(await shown(session)).toEqual(['Count', 'One, two, three.']);
    expect((await listed(session)).map((message) => message.id)).toContain(id);
  });

  it('W-15, FW-13: after a stop', async () => {
    const session = await test.openSession();
    test.model.next({ text: 'One, ' }, { hang: true });
    const stopped = readAllSse(await test.send(session, { text: 'Count' }));
    await vi.waitFor(async () => {
      expect(
        (
          await test
            .call(path(session, 'abort'), { token: session.token, body: {} })
            .then((answer) => answer.json() as Promise<{ id: unknown }>)
        ).id,
      ).not.toBeNull();
    });
    const [begin] = await stopped;
    const id = begin?.type === 'completeBegin' ? begin.data.messageId : '';
    expect(await shown(session)).toEqual(['Count', 'One,  !abort']);
    await send(session, { continues: id }, { text: 'two.' });
    expect(await shown(session)).toEqual(['Count', 'One, two.']);
  });

  it('W-15, FW-1: after a failure; when it fails again the longer text stays, and can go on once more', async () => {
    const session = await test.openSession();
    const { id } = await send(session, { text: 'Count' }, { text: 'One,' }, { fail: RESTING });
    expect(await shown(session)).toEqual(['Count', 'One, !BAD_GATEWAY']);
    const again = await send(session, { continues: id }, { text: ' two,' }, { fail: RESTING });
    expect(again.events.at(-2)).toMatchObject({ type: 'error' });
    expect(await shown(session)).toEqual(['Count', 'One, two, !BAD_GATEWAY']);
    await send(session, { continues: id }, { fail: RESTING });
    expect(await shown(session)).toEqual(['Count', 'One, two, !BAD_GATEWAY']);
    await send(session, { continues: id }, { text: ' three' }, { end: 'length' });
    expect(await shown(session)).toEqual(['Count', 'One, two, three !length']);
    await send(session, { continues: id }, { text: '.' });
    expect(await shown(session)).toEqual(['Count', 'One, two, three.']);
  });

  it('EN-2: a reply of reasoning or tools alone is kept, with its failure where it has one', async () => {
    const session = await test.openSession();
    const { events } = await send(session, { text: 'Think' }, { reasoning: 'Hm' });
    expect(events.at(-2)).toMatchObject({ type: 'error', data: { code: 'NO_ANSWER' } });
    const [, thought] = await listed(session);
    expect(thought).toMatchObject({ type: 'bot', text: '', failure: { code: 'NO_ANSWER' } });
    test.model.next({ call: 'nothing' });
    test.model.next({ reasoning: '' });
    const tools = await readAllSse(await test.send(session, { text: 'Do' }));
    expect(resultOf(tools)).toMatchObject({ text: '', end: { reason: 'stop' } });
    const reply = (await listed(session)).at(-1);
    expect(reply).toMatchObject({ type: 'bot', text: '', id: resultOf(tools)?.id });
  });

  it('W-15: a model that begins anew is heard from where it was', async () => {
    const { session, goOn } = await cut('One, two, three,');
    const { events } = await goOn({ text: 'One, two, three, four.', pieceLength: 4 });
    expect(textOf(events)).toBe(' four.');
    expect(await shown(session)).toEqual(['Count', 'One, two, three, four.']);
  });

  it('W-15: one that has no rest is whole', async () => {
    const { session, goOn } = await cut();
    const { events } = await goOn({ text: '' });
    expect(resultOf(events)).toMatchObject({ text: 'One, two,', end: { reason: 'stop' } });
    expect(await shown(session)).toEqual(['Count', 'One, two,']);
  });

  it('W-15, FW-4: has the parts of both; sources go on counting', async () => {
    const source = (name: string) => ({ references: [{ source: name, title: name }] });
    const { session, id, goOn } = await cut('One [1],', { reasoning: 'Hm' }, source('a'));
    test.model.next({ call: 'nothing' });
    const { events } = await goOn(source('b'), { text: 'two [2].' });
    expect(resultOf(events)).toMatchObject({
      text: 'One [1],\n\ntwo [2].',
      references: [{ source: 'a' }, { source: 'b' }],
    });
    const message = (await listed(session)).find((each) => each.id === id);
    expect(message?.parts?.map((part) => (part.type === 'text' ? part.text : part.type))).toEqual([
      'reasoning',
      'One [1],',
      'tool',
      '\n\ntwo [2].',
    ]);
    expect(message).toMatchObject({
      references: [{ source: 'a' }, { source: 'b' }],
      parts: resultOf(events)?.parts ?? [],
    });
  });

  it('W-15: keeps its sources when its rest is stopped', async () => {
    const { session, id } = await cut('One [1],', { references: [{ source: 'a', title: 'a' }] });
    await send(session, { continues: id }, { text: ' two' }, { fail: RESTING });
    expect((await listed(session)).find((each) => each.id === id)).toMatchObject({
      text: 'One [1], two',
      references: [{ source: 'a' }],
    });
  });

  it('W-14, W-15: of several versions the one that is shown', async () => {
    const { session, id } = await cut();
    const other = await send(session, { replaces: id }, { text: 'Uno,' }, { end: 'length' });
    expect((await refused(session, { continues: id }))[0]).toBe(422);
    await send(session, { continues: other.id }, { text: ' due.' });
    expect(await shown(session)).toEqual(['Count', 'Uno, due. (2/2)']);
    await test.call(path(session, `message/${id}/choose`), { token: session.token, body: {} });
    await send(session, { continues: id }, { text: ' three.' });
    expect(await shown(session)).toEqual(['Count', 'One, two, three. (1/2)']);
  });

  it('W-15: what the page has said since is told before the words that go on', async () => {
    const { session, goOn } = await cut();
    await test.call(path(session, 'message/create'), {
      token: session.token,
      body: { id: clientId(), type: 'context', text: 'Cart: 2' },
    });
    await goOn({ text: ' three.' });
    expect(sentTexts().slice(-2)).toEqual(['One, two,', CONTINUE_PROMPT.text]);
  });
});

describe('W-15 what cannot go on', () => {
  it('W-15: a whole reply, an older one, a question, something else, and a reply together with a text', async () => {
    const { session, id } = await cut();
    const question = (await listed(session))[0]?.id ?? '';
    expect(await refused(session, { continues: 'msg_nobody' })).toEqual([
      404,
      'The reply to continue is not part of this conversation',
    ]);
    expect(await refused(await test.openSession(), { continues: id })).toEqual([
      404,
      'The reply to continue is not part of this conversation',
    ]);
    expect(await refused(session, { continues: question })).toEqual([422, 'Only a reply can be continued']);
    for (const more of [{ text: 'And?' }, { replaces: id }])
      expect((await refused(session, { continues: id, ...more }))[0]).toBe(422);
    const next = await send(session, { text: 'Next' }, { text: 'Done.' });
    expect(await refused(session, { continues: id })).toEqual([422, 'Only the newest reply can be continued']);
    expect(await refused(session, { continues: next.id })).toEqual([422, 'This reply is already complete']);
    expect(await shown(session)).toEqual(['Count', 'One, two, !length', 'Next', 'Done.']);
  });

  it('W-15: one that goes on already', async () => {
    const { session, id } = await cut();
    let release = (): void => undefined;
    test.model.next(
      {
        until: new Promise<void>((resolve) => {
          release = resolve;
        }),
      },
      { text: ' three.' },
    );
    const going = await test.send(session, { continues: id });
    expect((await refused(session, { continues: id }))[0]).toBe(409);
    release();
    await readAllSse(going);
    expect(await shown(session)).toEqual(['Count', 'One, two, three.']);
  });
});

describe('W-15 asking for the rest again', () => {
  it('W-15: the same request is answered once, and again from what is kept', async () => {
    const { session, id } = await cut();
    const body = { id: clientId(), continues: id };
    const { events } = await send(session, body, { text: ' three.' });
    expect((await send(session, body)).events).toEqual(events);
    expect((await refused(session, { id: body.id }))[0]).toBe(422);
    expect((await refused(session, { id: body.id, replaces: id }))[0]).toBe(422);
    expect(await shown(session)).toEqual(['Count', 'One, two, three.']);
  });

  it('W-15: told again from the database, its beginning is not told as its rest', async () => {
    const { session, id } = await cut();
    const { begin } = await send(session, { id: clientId(), continues: id }, { text: ' three.' });
    const run = await readRun(test.database, session.conversationId, begin.id);
    const events = run ? await replayStored(test.database, run) : [];
    expect(events.map(({ type }) => type)).toEqual(['completeBegin', 'result', 'completeEnd']);
    expect(resultOf(events)?.text).toBe('One, two, three.');
  });

  it('W-15: the same request is tried again after a failure', async () => {
    const { session, id } = await cut();
    const body = { id: clientId(), continues: id };
    await send(session, body, { text: ' three,' }, { fail: RESTING });
    await send(session, body, { text: ' four.' });
    expect(await shown(session)).toEqual(['Count', 'One, two, three, four.']);
  });
});
