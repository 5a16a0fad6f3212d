import type { NumberedReplyEvent, ReplyEvent } from '../api/replyEvents';
import { abortResponseSchema, completeResponseSchema, idResponseSchema, integrationSchema } from '../api/responses';
import { routes } from '../api/routes';
import { systemClock } from '../lib/clock';
import { expect, expectRefusal, newMessageId, type Backend } from './backend';
import type { ConformanceOptions } from './conformanceOptions';

/** A requirement of widgets. */
export interface Check {
  readonly name: string;
  /** Returns why the check does not apply; undefined if it does. */
  readonly needs?: (options: ConformanceOptions) => string | undefined;
  /** @throws Error with a sentence */
  readonly run: (backend: Backend) => Promise<void>;
}

type Of<Type extends ReplyEvent['type']> = Extract<ReplyEvent, { type: Type }>['data'];

function dataOf<Type extends ReplyEvent['type']>(events: readonly ReplyEvent[], type: Type): Of<Type> {
  const found = events.find((event) => event.type === type);
  expect(found !== undefined, `the stream has no \`${type}\``);
  return found.data as Of<Type>;
}

/** The id of a stored message: the backend's own, or the id that was sent. */
const storedId = (events: readonly NumberedReplyEvent[], sent: string): string =>
  dataOf(events, 'completeBegin').userMessageId ?? sent;

const typesOf = (events: readonly NumberedReplyEvent[]): string => events.map(({ type }) => type).join(', ');

/** All checks, in the order in which a widget depends on them. */
export const CHECKS: readonly Check[] = [
  {
    name: 'the public configuration of the widget',
    async run({ json, call, options }) {
      const { integrationId } = await json(routes.widgetConfig(options.widget), integrationSchema);
      expect(integrationId === options.widget, `\`integrationId\` is ${integrationId}`);
      // A backend may accept any id.
      const unknown = await call(routes.widgetConfig('no_widget_has_this_id'));
      if (unknown.status !== 200) await expectRefusal(unknown, [404], 'an unknown widget');
    },
  },
  {
    name: 'a session: conversation, token and expiry',
    async run({ openSession }) {
      const [one, other] = [await openSession(), await openSession()];
      expect(one.expiresAt > systemClock.now(), '`expiresAt` is not in the future, in milliseconds');
      expect(one.conversationId !== other.conversationId, 'two sessions are one conversation');
    },
  },
  {
    name: 'a session continues with its latest token',
    async run({ openSession }) {
      const { conversationId, token } = await openSession();
      const again = await openSession({ conversationId }, token);
      expect(again.conversationId === conversationId, 'the response names another conversation');
      expect(again.resumed === true, '`resumed` is not true');
      const stranger = await openSession({ conversationId });
      expect(stranger.conversationId !== conversationId, 'a conversation is continued without its token');
    },
  },
  {
    name: 'no token, no conversation',
    async run({ openSession, call }) {
      const [own, foreign] = [await openSession(), await openSession()];
      const path = routes.messageList(own.conversationId);
      await expectRefusal(await call(path), [401], 'a call without a token');
      await expectRefusal(
        await call(path, { token: `${own.token.slice(0, -3)}xyz` }),
        [401],
        'a call with a wrong token',
      );
      await expectRefusal(await call(path, { token: foreign.token }), [401, 403, 404], "another conversation's token");
    },
  },
  {
    name: 'a streamed reply: begin, text, result, end',
    async run({ openSession, send, question }) {
      const session = await openSession();
      const id = newMessageId();
      const events = await send(session, { id, text: question });
      expect(events[0]?.type === 'completeBegin', `the stream begins with: ${typesOf(events.slice(0, 3))}`);
      expect(events.at(-1)?.type === 'completeEnd', `the stream ends with: ${typesOf(events.slice(-3))}`);
      const begin = dataOf(events, 'completeBegin');
      const result = dataOf(events, 'result');
      expect(begin.conversationId === session.conversationId, 'completeBegin names another conversation');
      expect(result.id === begin.messageId, 'result and completeBegin name different messages');
      expect(result.text !== '', 'the reply is empty');
      const words = events.map((event) => (event.type === 'token' ? event.data.token : '')).join('');
      expect(words === '' || words === result.text, 'the joined tokens differ from `result.text`');
      const ids = events.map((event) => event.id);
      const wanted = events.map((_, index) => `${begin.id}.${String(index + 1)}`);
      expect(
        ids.join() === wanted.join(),
        `the ids of events are not ${String(wanted[0])}, ${String(wanted[1])}, … but ${ids.slice(0, 2).join(', ')}, …`,
      );
    },
  },
  {
    name: 'a repeated message is one message, and gets the same reply',
    async run({ openSession, send, list, call, question }) {
      const session = await openSession();
      const message = { id: newMessageId(), text: question };
      const [first, second] = await Promise.all([send(session, message), send(session, message)]);
      expect(
        dataOf(first, 'result').id === dataOf(second, 'result').id,
        'two simultaneous calls with one id created two replies',
      );
      const third = await send(session, message);
      expect(dataOf(third, 'result').text === dataOf(first, 'result').text, 'a later call created another reply');
      const count = (await list(session)).length;
      expect(count === 2, `the list has ${String(count)} messages, not 2`);
      const path = routes.complete(session.conversationId);
      await expectRefusal(
        await call(path, { token: session.token, body: { ...message, text: 'Other words' } }),
        [409, 422],
        'another text with the same id',
      );
    },
  },
  {
    name: 'a lost stream resumes where it was lost',
    async run({ openSession, send, question }) {
      const session = await openSession();
      const message = { id: newMessageId(), text: question };
      const whole = await send(session, message);
      const rest = await send(session, message, { 'Last-Event-ID': whole[0]?.id ?? '' });
      expect(
        JSON.stringify(rest) === JSON.stringify(whole.slice(1)),
        `after the first event of ${typesOf(whole)}, the resumed stream is ${typesOf(rest)}`,
      );
    },
  },
  {
    name: 'GET complete: 204 while no reply is running',
    async run({ openSession, call }) {
      const { conversationId, token } = await openSession();
      const response = await call(routes.complete(conversationId), { token, headers: { Accept: 'text/event-stream' } });
      expect(response.status === 204, `GET complete without a reply responds with ${String(response.status)}`);
    },
  },
  {
    name: 'a reply as JSON',
    async run({ openSession, json, question }) {
      const { conversationId, token } = await openSession();
      const body = { id: newMessageId(), text: question };
      const { text, messages } = await json(routes.complete(conversationId), completeResponseSchema, { token, body });
      expect(text !== '', 'the reply is empty');
      expect(messages.length > 0, '`messages` is empty');
    },
  },
  {
    name: 'a reply as JSON lines',
    async run({ openSession, send, question }) {
      const events = await send(
        await openSession(),
        { id: newMessageId(), text: question },
        { Accept: 'application/jsonl' },
      );
      expect(dataOf(events, 'result').text !== '', 'the reply is empty');
    },
  },
  {
    name: 'the list: messages, oldest first, in pages',
    async run({ openSession, send, call, list, question }) {
      const session = await openSession();
      const ids: string[] = [];
      for (const id of [newMessageId(), newMessageId()])
        ids.push(storedId(await send(session, { id, text: question }), id));
      const items = await list(session);
      expect(items.map(({ type }) => type).join() === 'user,bot,user,bot', 'the list is not user, bot, user, bot');
      expect(items[0]?.id === ids[0] && items[2]?.id === ids[1], 'the ids of the list are not those of completeBegin');
      const newest = await call(`${routes.messageList(session.conversationId)}?take=1&order=desc`, {
        token: session.token,
      });
      const page = (await newest.json()) as { items?: { id: string }[]; cursor?: string | null };
      expect(page.items?.[0]?.id === items[3]?.id, 'order=desc&take=1 does not give the newest message');
      expect(typeof page.cursor === 'string', 'a page before the last one has no `cursor`');
    },
  },
  {
    name: 'a message that requires no reply',
    async run({ openSession, json, list }) {
      const session = await openSession();
      const body = { id: newMessageId(), type: 'user', text: 'Only a note' };
      const path = routes.messageCreate(session.conversationId);
      await json(path, idResponseSchema, { token: session.token, body });
      await json(path, idResponseSchema, { token: session.token, body });
      const items = await list(session);
      expect(items.length === 1 && items[0]?.text === body.text, 'the list does not contain the message exactly once');
    },
  },
  {
    name: 'another reply: versions, and choosing one',
    async run({ openSession, send, list, json, question }) {
      const session = await openSession();
      const sent = newMessageId();
      const events = await send(session, { id: sent, text: question });
      const id = storedId(events, sent);
      const first = dataOf(events, 'result');
      const second = dataOf(await send(session, { replaces: first.id }), 'result');
      expect(first.id !== second.id, 'the second reply has the id of the first');
      const readShown = async (): Promise<string> =>
        (await list(session)).flatMap((item) => (item.extra?.visible === false ? [] : [item.id])).join();
      expect((await readShown()) === [id, second.id].join(), 'the list does not show only the second reply');
      const bot = (await list(session)).find((item) => item.id === second.id);
      expect(bot?.versions?.length === 2, '`versions` does not list both');
      await json(routes.messageChoose(session.conversationId, first.id), idResponseSchema, {
        token: session.token,
        body: {},
      });
      expect((await readShown()) === [id, first.id].join(), 'the first reply is not shown after it was chosen');
    },
  },
  {
    name: 'an edited message',
    async run({ openSession, send, list, question }) {
      const session = await openSession();
      const id = newMessageId();
      const replaces = storedId(await send(session, { id, text: question }), id);
      await send(session, { id: newMessageId(), text: `${question}!`, replaces });
      const shown = (await list(session)).filter((item) => item.extra?.visible !== false);
      expect(
        shown.length === 2 && shown[0]?.text === `${question}!`,
        `the list shows ${shown.map(({ text }) => text).join(' | ')}`,
      );
    },
  },
  {
    name: 'abort while nothing is running',
    async run({ openSession, json }) {
      const { conversationId, token } = await openSession();
      const { id } = await json(routes.abort(conversationId), abortResponseSchema, { token, body: {} });
      expect(id === null, '`id` is not null');
    },
  },
  {
    name: 'wrong requests are refused with their reasons',
    async run({ openSession, call }) {
      const { conversationId, token } = await openSession();
      const path = routes.complete(conversationId);
      await expectRefusal(
        await call(path, { token, body: { id: 'x', text: 5 } }),
        [400, 422],
        'a text that is a number',
      );
      await expectRefusal(
        await call(path, { token, body: { text: 'x'.repeat(40_000) } }),
        [400, 413, 422],
        'a long text',
      );
      await expectRefusal(await call('/v1/nothing/here', { token }), [404], 'an unknown path');
    },
  },
  {
    name: 'calls from pages of another site',
    needs: ({ origin }) => (origin === undefined ? 'no `origin` was given' : undefined),
    async run({ call, options: { widget, origin } }) {
      const response = await call(routes.widgetSessionCreate(widget), { body: {} });
      const allowed = response.headers.get('Access-Control-Allow-Origin') ?? 'none';
      expect(allowed === origin || allowed === '*', `Access-Control-Allow-Origin is ${allowed}`);
      const asked = await call(routes.widgetSessionCreate(widget), {
        method: 'OPTIONS',
        headers: {
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,last-event-id',
        },
      });
      expect(asked.ok, `the preflight responds with ${String(asked.status)}`);
      const headers = (asked.headers.get('Access-Control-Allow-Headers') ?? '').toLowerCase();
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'last-event-id'])
        expect(headers.includes(name), `the preflight does not allow ${name}`);
    },
  },
];
