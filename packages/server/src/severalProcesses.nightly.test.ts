import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { NumberedReplyEvent } from '@sotto/widget-core/api';
import { callAs, callConversation as call, listTexts, openSession } from './testing/browserCalls';
import { readAllSse, readSse, textOf } from './testing/readStream';
import { HAS_SHARED_SERVICES, useSharedProcesses } from './testing/processes/sharedProcesses';
import { clientId } from './testing/startTestServer';

/** Starting processes takes seconds on a busy machine, and a dead process is waited for. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

describe.skipIf(!HAS_SHARED_SERVICES)('several processes on PostgreSQL and Redis', () => {
  const startTwo = useSharedProcesses();
  let upstream: { server: Server; url: string; open: Set<ServerResponse> } | undefined;

  afterAll(() => {
    upstream?.server.closeAllConnections();
    upstream?.server.close();
  });

  /** Reads until an event fits, and leaves. */
  async function readUntil(
    response: Response,
    isEnough: (event: NumberedReplyEvent, count: number) => boolean,
  ): Promise<NumberedReplyEvent[]> {
    const events: NumberedReplyEvent[] = [];
    for await (const event of readSse(response)) {
      events.push(event);
      if (isEnough(event, events.length)) break;
    }
    return events;
  }

  it('F101 a reply goes on at another process, byte-equal, from wherever it was cut', async () => {
    const { urls } = await startTwo();
    const session = await openSession(urls[0]);
    const id = clientId();
    const body = { id, text: 'slowly' };
    const whole = call(urls[0], session, 'complete', body, { 'Idempotency-Key': id }).then(readAllSse);
    const cuts = [5, 17, 60].map(async (cut) => {
      const begun = await readUntil(
        await call(urls[0], session, 'complete', body, { 'Idempotency-Key': id }),
        (_, count) => count === cut,
      );
      const headers = { 'Last-Event-ID': begun.at(-1)?.id ?? '', 'Idempotency-Key': id };
      // By POST as our client does after a lost connection, by GET as another tab does.
      const rest = await Promise.all([
        readAllSse(await call(urls[1], session, 'complete', body, headers)),
        readAllSse(await call(urls[1], session, 'complete', undefined, headers)),
      ]);
      return rest.map((events) => [...begun, ...events]);
    });
    const attached = (await Promise.all(cuts)).flat();
    const events = await whole;
    expect(textOf(events).length).toBeGreaterThan(500);
    expect(events.map(({ id: number }) => Number(number?.split('.')[1]))).toEqual(events.map((_, index) => index + 1));
    for (const each of attached) expect(each).toEqual(events);
    // Afterwards the other process answers the same send from what is kept.
    expect(await readAllSse(await call(urls[1], session, 'complete', body, { 'Idempotency-Key': id }))).toEqual(events);
    expect(await listTexts(urls[1], session)).toEqual(['slowly', textOf(events)]);
  });

  it('F107 a stop at another process ends the call of the model', async () => {
    const open = new Set<ServerResponse>();
    const server = createServer((request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"The beginning"},"finish_reason":null}]}\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    upstream = { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`, open };
    const { urls } = await startTwo({ OPENAI_MODEL: 'm', OPENAI_BASE_URL: upstream.url });
    const session = await openSession(urls[0]);
    const response = await call(urls[0], session, 'complete', { text: 'tell me' });
    const [first] = await readUntil(response.clone(), (event) => event.type === 'token');
    expect(open.size).toBe(1);
    const stoppedAt = performance.now();
    const stopped = (await (await call(urls[1], session, 'abort', { reason: 'enough' })).json()) as { id: string };
    expect(first).toMatchObject({ type: 'completeBegin', data: { id: stopped.id } });
    await vi.waitFor(() => expect(open.size).toBe(0), { interval: 5 });
    console.info(
      `A stop at another process ended the call of the model after ${(performance.now() - stoppedAt).toFixed(0)} ms`,
    );
    expect((await readAllSse(response)).slice(-3)).toMatchObject([
      { type: 'abort', data: { reason: 'enough' } },
      { type: 'result', data: { text: 'The beginning' } },
      { type: 'completeEnd' },
    ]);
    expect(await listTexts(urls[1], session)).toEqual(['tell me', 'The beginning']);
    expect(await (await call(urls[1], session, 'abort', {})).json()).toEqual({ id: null });
  });

  it('S-10 a function’s result arrives from another process', async () => {
    const { urls } = await startTwo();
    const session = await openSession(urls[1]);
    const functions = { getOrder: { description: 'The order', parameters: {} } };
    const events: NumberedReplyEvent[] = [];
    for await (const event of readSse(await call(urls[0], session, 'complete', { text: 'call it', functions }))) {
      events.push(event);
      if (event.type !== 'waitForChannelMessageBegin') continue;
      const publish = () =>
        callAs(urls[1], session, `channel/${event.data.channel}/publish`, { message: { value: { order: 7 } } });
      expect((await publish()).status).toBe(200);
      expect((await publish()).status).toBe(409);
    }
    expect(textOf(events)).toBe('The page said: {"order":7}');
  });

  it('F106 a process killed in mid-reply is noticed; its readers elsewhere are told, and the same send is answered', async () => {
    const { one, urls } = await startTwo();
    const session = await openSession(urls[0]);
    const id = clientId();
    const body = { id, text: 'please hang' };
    const begun = await readUntil(
      await call(urls[0], session, 'complete', body, { 'Idempotency-Key': id }),
      (event) => event.type === 'token',
    );
    const attached = call(urls[1], session, 'complete', undefined, { 'Last-Event-ID': begun.at(-1)?.id ?? '' });
    await attached;
    one.child.kill('SIGKILL');
    await one.ended;
    expect((await attached.then(readAllSse)).slice(-2)).toMatchObject([
      { type: 'error', data: { code: 'SERVICE_UNAVAILABLE' } },
      { type: 'completeEnd' },
    ]);
    expect((await call(urls[1], session, 'complete')).status).toBe(204);

    const again = await readUntil(
      await call(urls[1], session, 'complete', body, { 'Idempotency-Key': id }),
      (event) => event.type === 'token',
    );
    expect(again[0]).toMatchObject({
      type: 'completeBegin',
      data: begun[0]?.data && 'userMessageId' in begun[0].data ? { userMessageId: begun[0].data.userMessageId } : {},
    });
    await call(urls[1], session, 'abort', {});
    expect((await listTexts(urls[1], session))[0]).toBe('please hang');
    expect(textOf(await readAllSse(await call(urls[1], session, 'complete', { text: 'and now?' })))).toBe(
      'You said: and now?',
    );
    const texts = await listTexts(urls[1], session);
    expect(texts.filter((text) => text === 'please hang')).toHaveLength(1);
  });

  it('F504 SIGTERM lets replies come to their end, and the next one is answered elsewhere', async () => {
    const { one, urls } = await startTwo({ DRAIN_SECONDS: '20', SOTTO_LAME_DUCK: '0' });
    const session = await openSession(urls[0]);
    const streams = [call(urls[0], session, 'complete', { text: 'slowly' }).then(readAllSse)];
    const other = await openSession(urls[1]);
    const attached = call(urls[0], other, 'complete', { text: 'slowly' });
    await attached;
    one.child.kill('SIGTERM');
    const [events = []] = await Promise.all([...streams, attached.then(readAllSse)]);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['result', 'completeEnd']);
    expect(await one.ended).toBe(0);
    expect(await listTexts(urls[1], session)).toEqual(['slowly', textOf(events)]);
    expect(textOf(await readAllSse(await call(urls[1], session, 'complete', { text: 'next' })))).toBe('You said: next');
  });

  it('FO-8 SIGTERM is told at /readyz while calls are still answered; a reply that outlasts the drain goes on elsewhere, once', async () => {
    const { one, urls } = await startTwo({ DRAIN_SECONDS: '1', SOTTO_LAME_DUCK: '2' });
    const session = await openSession(urls[0]);
    const id = clientId();
    const headers = { 'Idempotency-Key': id };
    const begun: NumberedReplyEvent[] = [];
    const reading = (async () => {
      for await (const event of readSse(await call(urls[0], session, 'complete', { id, text: 'patiently' }, headers)))
        begun.push(event);
    })();
    // Read at the other process from the beginning to the end.
    await vi.waitFor(
      () => {
        expect(begun.length).toBeGreaterThan(5);
      },
      { timeout: 20_000 },
    );
    const elsewhere = call(urls[1], session, 'complete', undefined, { 'Last-Event-ID': begun[0]?.id ?? '' }).then(
      readAllSse,
    );
    one.child.kill('SIGTERM');
    await vi.waitFor(async () => {
      expect(await (await fetch(`${urls[0]}/readyz`)).json()).toEqual({ status: 'stopping' });
    });
    const other = await openSession(urls[0]);
    expect(textOf(await readAllSse(await call(urls[0], other, 'complete', { text: 'still there?' })))).toBe(
      'You said: still there?',
    );
    await reading.catch(() => undefined);
    expect(await one.ended).toBe(0);
    expect(begun.at(-1)?.type).toBe('token');

    const rest = await readAllSse(
      await call(
        urls[1],
        session,
        'complete',
        { id, text: 'patiently' },
        { ...headers, 'Last-Event-ID': begun.at(-1)?.id ?? '' },
      ),
    );
    const events = [...begun, ...rest];
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['result', 'completeEnd']);
    expect(events.map(({ id: number }) => Number(number?.split('.')[1]))).toEqual(events.map((_, index) => index + 1));
    const whole = textOf(events);
    expect(whole).toBe('Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. '.repeat(10));
    expect(await elsewhere).toEqual(events.slice(1));
    expect(await listTexts(urls[1], session)).toEqual(['patiently', whole]);
    expect(await readAllSse(await call(urls[1], session, 'complete', { id, text: 'patiently' }, headers))).toEqual(
      events,
    );
  });
});
