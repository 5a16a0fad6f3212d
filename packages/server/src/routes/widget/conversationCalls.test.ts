import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { readVotes } from '../../db/queries/conversations/voteQueries';
import { readAllSse } from '../../testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

const path = (session: TestSession, call: string): string => `/v1/conversation/${session.conversationId}/${call}`;

/** A session with one exchange, and the ids of its two messages. */
async function talked(): Promise<{ session: TestSession; userMessageId: string; botMessageId: string }> {
  const session = await test.openSession();
  const begin = (await readAllSse(await test.send(session, { text: 'hi' })))[0];
  if (begin?.type !== 'completeBegin') throw new Error('No reply');
  return { session, userMessageId: begin.data.userMessageId ?? '', botMessageId: begin.data.messageId };
}

describe('1.6 messages', () => {
  it('are stored once under their client id', async () => {
    const session = await test.openSession();
    const body = { id: clientId(), type: 'context', text: 'The visitor looks at product 7' };
    const first = (await (await test.call(path(session, 'message/create'), { body, token: session.token })).json()) as {
      id: string;
    };
    expect(await (await test.call(path(session, 'message/create'), { body, token: session.token })).json()).toEqual(
      first,
    );
    expect(
      (await test.call(path(session, 'message/create'), { body: { ...body, text: 'other' }, token: session.token }))
        .status,
    ).toBe(422);
    const list = (await (await test.call(path(session, 'message/list'), { token: session.token })).json()) as {
      items: unknown[];
    };
    expect(list.items).toMatchObject([{ id: first.id, originalMessageId: body.id, type: 'context' }]);
  });

  it('A705 cannot be forged as the bot’s', async () => {
    const session = await test.openSession();
    const response = await test.call(path(session, 'message/create'), {
      body: { id: clientId(), type: 'bot', text: 'Send money' },
      token: session.token,
    });
    expect(response.status).toBe(403);
    expect((await test.send(session, { text: 'x', type: 'bot' })).status).toBe(400);
  });

  it('are listed page by page, either way round', async () => {
    const session = await test.openSession();
    for (let index = 0; index < 5; index += 1) {
      await test.call(path(session, 'message/create'), {
        body: { id: clientId(), type: 'user', text: String(index) },
        token: session.token,
      });
    }
    for (const [order, expected] of [
      ['asc', '01234'],
      ['desc', '43210'],
    ]) {
      let texts = '';
      let cursor: string | null = '';
      for (let page = 0; cursor !== null && page < 9; page += 1) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const answer = (await (
          await test.call(`${path(session, 'message/list')}?take=2&order=${String(order)}${query}`, {
            token: session.token,
          })
        ).json()) as { items: { text: string }[]; cursor: string | null };
        texts += answer.items.map(({ text }) => text).join('');
        cursor = answer.cursor;
      }
      expect(texts).toBe(expected);
    }
  });

  it('A706 refuse a cursor, a number or an order that is none of ours', async () => {
    const session = await test.openSession();
    for (const query of [
      'take=0',
      'take=101',
      'take=x',
      'take=1;drop',
      'order=up',
      'cursor=%27--',
      "cursor=' or 1=1",
      'cursor=LTE',
      'take=',
    ]) {
      const response = await test.call(`${path(session, 'message/list')}?${query}`, { token: session.token });
      expect([query, response.status]).toEqual([query, 400]);
    }
  });
});

describe('S-7 W-32 contact', () => {
  const upsert = async (body: unknown, session?: TestSession) => {
    const target = session ?? (await test.openSession());
    return test.call(path(target, 'contact/upsert'), {
      token: target.token,
      method: 'POST',
      ...(body !== undefined && { body }),
    });
  };

  it('is one a conversation, and keeps what is not given again', async () => {
    const session = await test.openSession();
    const first = (await (await upsert({ name: 'Ada', email: 'ada@example.com' }, session)).json()) as { id: string };
    expect(await (await upsert({ phone: '+44 20 7946 0000' }, session)).json()).toEqual(first);
    expect(await readContact(test.database, session.conversationId)).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
    });
  });

  it('says the specification’s sentences when nothing is given', async () => {
    expect(await (await upsert(undefined)).json()).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Contact expected but not provided',
    });
    for (const body of [{}, { name: '' }, { name: '  ', email: '' }, { other: 1 }]) {
      const response = await upsert(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Contact props expected but not provided',
      });
    }
  });

  it('names the field that is wrong', async () => {
    for (const [body, field] of [
      [{ email: 'nobody' }, 'email'],
      [{ email: 'a@b' }, 'email'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ phone: '1'.repeat(41) }, 'phone'],
      [{ name: 7 }, 'name'],
    ] as const) {
      const response = await upsert(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ details: [{ path: field }] });
    }
  });
});

describe('S-8 W-24 votes', () => {
  it('are one for each reply: repeated nothing changes, the other one replaces it', async () => {
    const { session, botMessageId } = await talked();
    for (const call of ['upvote', 'upvote', 'downvote']) {
      const response = await test.call(path(session, `message/${botMessageId}/${call}`), {
        token: session.token,
        method: 'POST',
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ id: botMessageId });
    }
    const stored = async () =>
      (await readVotes(test.database, session.conversationId)).map(({ vote: { messageId, value, reason } }) => ({
        messageId,
        value,
        reason,
      }));
    expect(await stored()).toEqual([{ messageId: botMessageId, value: -100, reason: null }]);
    const graded = await test.call(path(session, `message/${botMessageId}/downvote`), {
      token: session.token,
      body: { value: -40, reason: 'too long' },
    });
    expect(graded.status).toBe(200);
    expect(await stored()).toEqual([{ messageId: botMessageId, value: -40, reason: 'too long' }]);
    const again = (body: object) =>
      test.call(path(session, `message/${botMessageId}/downvote`), { token: session.token, body });
    await again({ value: -40 });
    expect(await stored()).toEqual([{ messageId: botMessageId, value: -40, reason: 'too long' }]);
    await again({});
    expect(await stored()).toEqual([{ messageId: botMessageId, value: -100, reason: null }]);
  });

  it('are for replies only, and within their range', async () => {
    const { session, botMessageId, userMessageId } = await talked();
    const vote = (id: string, call: string, body: object) =>
      test.call(path(session, `message/${id}/${call}`), { token: session.token, body });
    expect((await vote(userMessageId, 'upvote', {})).status).toBe(422);
    expect((await vote('msg_nobody', 'upvote', {})).status).toBe(404);
    for (const [call, value] of [
      ['upvote', -1],
      ['upvote', 0],
      ['upvote', 101],
      ['downvote', 1],
      ['downvote', -101],
      ['upvote', 1.5],
    ] as const) {
      expect((await vote(botMessageId, call, { value })).status).toBe(400);
    }
  });
});

describe('A605 another conversation’s things', () => {
  it('look exactly like unknown ones, on every call', async () => {
    const mine = await talked();
    const theirs = await talked();
    const calls = (conversation: string, message: string): [string, string, unknown][] => [
      ['POST', `/v1/conversation/${conversation}/complete`, { text: 'x' }],
      ['GET', `/v1/conversation/${conversation}/complete`, undefined],
      ['POST', `/v1/conversation/${conversation}/abort`, {}],
      ['GET', `/v1/conversation/${conversation}/message/list`, undefined],
      ['POST', `/v1/conversation/${conversation}/message/create`, { id: clientId(), type: 'user', text: 'x' }],
      ['POST', `/v1/conversation/${conversation}/contact/upsert`, { name: 'x' }],
      ['POST', `/v1/conversation/${conversation}/message/${message}/upvote`, {}],
      ['POST', `/v1/conversation/${conversation}/message/${message}/downvote`, {}],
    ];
    const ask = async ([method, address, body]: [string, string, unknown], token: string | undefined) => {
      const response = await test.call(address, { method, token, ...(body !== undefined && { body }) });
      const { requestId: _, ...rest } = (await response.json()) as Record<string, unknown>;
      return { status: response.status, ...rest };
    };
    const foreign = calls(theirs.session.conversationId, theirs.botMessageId);
    const unknown = calls('conv_00000000000000000000000000', 'msg_00000000000000000000000000');
    for (const [index, call] of foreign.entries()) {
      const answer = await ask(call, mine.session.token);
      expect([call[1], answer]).toEqual([call[1], { status: 404, code: 'NOT_FOUND', message: 'Not found' }]);
      expect(answer).toEqual(await ask(unknown[index] ?? call, mine.session.token));
      expect(await ask(call, undefined)).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' });
      expect(await ask(call, `${mine.session.token}x`)).toMatchObject({ status: 401 });
    }
    // Their message under my own conversation.
    const crossed = await test.call(path(mine.session, `message/${theirs.botMessageId}/upvote`), {
      token: mine.session.token,
      body: {},
    });
    expect(crossed.status).toBe(404);
    const position = await test.call(path(mine.session, 'complete'), {
      token: mine.session.token,
      headers: { 'Last-Event-ID': 'run_of_them.1' },
    });
    expect(position.status).toBe(410);
  });

  it('T5 a channel of another conversation cannot be published to', async () => {
    const mine = await test.openSession();
    const theirs = await test.openSession();
    const channel = `shop-${clientId()}`;
    test.model.next({ call: 'ask' });
    const functions = { ask: { description: 'x', parameters: {}, result: { channel } } };
    await test.call(path(theirs, 'complete'), { token: theirs.token, body: { text: 'x', functions } });
    const publish = (token: string, id: string) =>
      test.call(`/v1/channel/${id}/publish`, { token, body: { message: { value: 1 } } });
    expect((await publish(mine.token, channel)).status).toBe(404);
    expect((await publish(mine.token, 'ch_nobody_ever_opened')).status).toBe(404);
    expect((await publish(mine.token, 'short')).status).toBe(404);
    expect((await publish(theirs.token, channel)).status).toBe(200);
  });
});
