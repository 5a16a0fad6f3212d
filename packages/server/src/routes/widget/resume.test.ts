import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runs } from '../../db/schema';
import { readAllSse, readSse, textOf } from '../../testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

const path = (session: TestSession, call: string): string => `/v1/conversation/${session.conversationId}/${call}`;

async function listed(
  session: TestSession,
): Promise<{ id: string; type: string; text: string; originalMessageId?: string }[]> {
  const response = await test.call(`${path(session, 'message/list')}?take=100`, { token: session.token });
  return ((await response.json()) as { items: { id: string; type: string; text: string }[] }).items;
}

/** A gate that a test opens. */
function gate(): { until: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

describe('1.7 resume', () => {
  const TEXT = 'Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. '.repeat(6);

  it('F101 F102 gives byte-equal text from every position, live and stored', async () => {
    const session = await test.openSession();
    const id = clientId();
    const { until, open } = gate();
    test.model.next({ text: TEXT, pieceLength: 3 }, { until }, { text: TEXT, pieceLength: 3 });
    const whole = test.send(session, { id, text: 'long' });
    const first = await whole;
    const events: Awaited<ReturnType<typeof readAllSse>> = [];
    const cut: string[] = [];
    for await (const event of readSse(first)) {
      events.push(event);
      if (event.id !== undefined) cut.push(event.id);
      if (events.length === 60) break;
    }
    // The connection is gone; others come back at positions before it, by POST and by GET, while the reply still runs.
    const body = { id, text: 'long' };
    const headers = (position: string) => ({
      'Last-Event-ID': position,
      Accept: 'text/event-stream',
      'Idempotency-Key': id,
    });
    const positions = [1, 2, 17, 33, 59, 60];
    const resumed = await Promise.all(
      positions.flatMap((position) => {
        const at = headers(cut[position - 1] ?? '');
        return [
          test.send(session, body, at),
          test.call(path(session, 'complete'), { token: session.token, headers: at }),
        ];
      }),
    );
    open();
    const rest = await Promise.all(resumed.map(readAllSse));
    const full = (await readAllSse(await test.send(session, body))) ?? [];
    expect(textOf(full)).toBe(TEXT + TEXT);
    positions.forEach((position, index) => {
      for (const events of rest.slice(index * 2, index * 2 + 2)) expect(events).toEqual(full.slice(position));
    });
    for (let position = 1; position < full.length; position += 1) {
      const after = await test.call(path(session, 'complete'), {
        token: session.token,
        headers: headers(full[position - 1]?.id ?? ''),
      });
      expect(textOf(full.slice(0, position)) + textOf(await readAllSse(after))).toBe(TEXT + TEXT);
    }
  });

  it('attaches without a position to the running reply from its start, and answers 204 when none runs', async () => {
    const session = await test.openSession();
    const attach = () =>
      test.call(path(session, 'complete'), { token: session.token, headers: { Accept: 'text/event-stream' } });
    expect((await attach()).status).toBe(204);
    const { until, open } = gate();
    test.model.next({ text: 'one ' }, { until }, { text: 'two' });
    const sent = await test.send(session, { text: 'hi' });
    const attached = await attach();
    open();
    expect(await readAllSse(attached)).toEqual(await readAllSse(sent));
    expect((await attach()).status).toBe(204);
  });

  it('answers 204 after the last event, 410 for events that are not kept, 400 for what is no event id', async () => {
    const session = await test.openSession();
    const events = await readAllSse(await test.send(session, { text: 'hi' }));
    const at = (position: string) =>
      test.call(path(session, 'complete'), { token: session.token, headers: { 'Last-Event-ID': position } });
    expect((await at(events.at(-1)?.id ?? '')).status).toBe(204);
    expect((await at('run_of_yesterday.4')).status).toBe(410);
    expect(await (await at('nonsense')).json()).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('FT-5: answers 410 to who comes back to the end of a reply that was interrupted, and the same send begins it anew', async () => {
    const session = await test.openSession();
    const body = { id: clientId(), text: 'tell me' };
    test.model.next({ text: 'The beginning of' });
    const events = await readAllSse(await test.send(session, body));
    const [begin, last] = [events[0], events.at(-1)];
    if (begin?.type !== 'completeBegin' || last?.id === undefined) throw new Error('Not the grammar of the contract');
    const headers = { 'Last-Event-ID': last.id, Accept: 'text/event-stream' };
    const byGet = () => test.call(path(session, 'complete'), { token: session.token, headers });
    expect((await byGet()).status).toBe(204);
    // As another process writes it that takes this one for dead.
    await test.database
      .update(runs)
      .set({ status: 'interrupted', endReason: 'error' })
      .where(eq(runs.id, begin.data.id));
    for (const gone of [await byGet(), await test.send(session, body, headers)]) {
      expect([gone.status, await gone.json()]).toEqual([
        410,
        expect.objectContaining({ code: 'GONE', message: 'This reply was interrupted' }),
      ]);
    }
    test.model.next({ text: 'The whole' });
    expect(textOf(await readAllSse(await test.send(session, body)))).toBe('The whole');
  });

  it('keeps writing when nobody listens', async () => {
    const session = await test.openSession();
    const { until, open } = gate();
    test.model.next({ text: 'one ' }, { until }, { text: 'two' });
    const response = await test.send(session, { text: 'hi' });
    await response.body?.cancel();
    const attached = test.call(path(session, 'complete'), {
      token: session.token,
      headers: { Accept: 'text/event-stream' },
    });
    const reading = attached.then(readAllSse);
    await attached;
    open();
    await reading;
    expect((await listed(session)).map(({ text }) => text)).toEqual(['hi', 'one two']);
  });
});

describe('F107 stop', () => {
  it('ends the model call, keeps the text so far, and does not touch a later reply', async () => {
    const session = await test.openSession();
    const stoppedBefore = test.model.stoppedCalls;
    test.model.next({ text: 'The beginning of a long' }, { hang: true });
    const response = await test.send(session, { text: 'tell me' });
    const reader = readSse(response);
    let runId = '';
    for await (const event of reader) {
      if (event.type === 'completeBegin') runId = event.data.id;
      if (event.type === 'token') break;
    }
    const stop = () => test.call(path(session, 'abort'), { body: { reason: 'enough' }, token: session.token });
    expect(await (await stop()).json()).toEqual({ id: runId });
    expect(test.model.openCalls).toBe(0);
    expect(test.model.stoppedCalls).toBe(stoppedBefore + 1);

    const resumed = await readAllSse(
      await test.call(path(session, 'complete'), {
        token: session.token,
        headers: { 'Last-Event-ID': `${runId}.2`, Accept: 'text/event-stream' },
      }),
    );
    expect(resumed).toMatchObject([
      { type: 'abort', data: { reason: 'enough' } },
      { type: 'result', data: { text: 'The beginning of a long', end: { reason: 'abort' } } },
      { type: 'completeEnd' },
    ]);
    expect((await listed(session)).map(({ text }) => text)).toEqual(['tell me', 'The beginning of a long']);

    expect(await (await stop()).json()).toEqual({ id: null });
    expect(textOf(await readAllSse(await test.send(session, { text: 'next' })))).toBe('You said: next');
  });

  it('before the first word stores no empty message', async () => {
    const session = await test.openSession();
    test.model.next({ hang: true });
    const response = await test.send(session, { text: 'hm' });
    await test.call(path(session, 'abort'), { body: '{}', token: session.token });
    expect((await readAllSse(response)).slice(-2)).toMatchObject([
      { type: 'result', data: { text: '', end: { reason: 'abort' } } },
      { type: 'completeEnd' },
    ]);
    expect(await listed(session)).toHaveLength(1);
  });
});

describe('W-40 a function of the page', () => {
  const functions = { getOrder: { description: 'The order', parameters: {} } };

  it('is asked for, answered by publish, and the reply goes on', async () => {
    const session = await test.openSession();
    test.model.next({ call: 'getOrder' });
    test.model.next({ text: 'Order 7 is on its way.' });
    const response = await test.send(session, { text: 'Where?', functions });
    const events: string[] = [];
    for await (const event of readSse(response)) {
      events.push(event.type);
      if (event.type !== 'waitForChannelMessageBegin') continue;
      expect(event.data).toMatchObject({ function: { name: 'getOrder', args: {} }, timeoutMs: 60_000 });
      const publish = () =>
        test.call(`/v1/channel/${event.data.channel}/publish`, {
          body: { message: { value: { order: 7 } } },
          token: session.token,
        });
      expect(await (await publish()).json()).toEqual({ id: event.data.channel });
      expect((await publish()).status).toBe(409);
    }
    expect(events.filter((type) => type !== 'message' && type !== 'usage')).toEqual([
      'completeBegin',
      'toolBegin',
      'waitForChannelMessageBegin',
      'waitForChannelMessageEnd',
      'toolEnd',
      'token',
      'result',
      'completeEnd',
    ]);
    expect(JSON.stringify(test.model.requests.at(-1)?.messages.at(-1))).toContain('order');
  });

  it('ends a JSON turn with the call and its channel, which goes on later', async () => {
    const session = await test.openSession();
    test.model.next({ call: 'getOrder' });
    const reply = (await (
      await test.call(path(session, 'complete'), { body: { text: 'Where?', functions }, token: session.token })
    ).json()) as {
      end: { reason: string };
      messages: { meta?: { activity?: { channel?: string } } }[];
    };
    expect(reply.end.reason).toBe('activity');
    expect(JSON.stringify(reply.messages.at(-1))).toContain('channel');
  });

  it('may be defined as a list with names', async () => {
    const session = await test.openSession();
    await readAllSse(
      await test.send(session, { text: 'hi', functions: [{ name: 'getOrder', description: 'The order' }] }),
    );
    expect(test.model.requests.at(-1)?.tools.map(({ name }) => name)).toEqual(['getOrder']);
  });
});
