import { describe, expect, it, vi } from 'vitest';
import type { Message, NumberedReplyEvent } from '@sotto/widget-core/api';
import { callConversation as call, openSession } from './testing/browserCalls';
import { readAllSse, readSse, textOf } from './testing/readStream';
import { HAS_SHARED_SERVICES, useSharedProcesses } from './testing/processes/sharedProcesses';
import { clientId, type TestSession } from './testing/startTestServer';
import { PLAYS_ALL } from './testing/playsAll';

/** Starting processes takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

/** Longest silence that a reader may feel, in milliseconds. */
const SILENCE_MS = 3_000;

describe.skipIf(!HAS_SHARED_SERVICES)('FO-10 kill -9 of the process that writes a reply', () => {
  const startTwo = useSharedProcesses();

  /** A reply that has come to its third second or so, at the first of two processes. */
  async function startReply() {
    const { one, urls } = await startTwo();
    const session = await openSession(urls[0]);
    const id = clientId();
    const body = { id, text: 'please hang' };
    const send = (url: string) => call(url, session, 'complete', body, { 'Idempotency-Key': id });
    const begun: NumberedReplyEvent[] = [];
    for await (const event of readSse(await send(urls[0]))) {
      begun.push(event);
      if (textOf(begun) === 'The beginning ') break;
    }
    // Longer than the time between two checkpoints.
    await new Promise((resolve) => {
      setTimeout(resolve, 2_500);
    });
    const kill = async (): Promise<number> => {
      one.child.kill('SIGKILL');
      await one.ended;
      return performance.now();
    };
    return { urls, session, send, begun, kill };
  }
  async function listed(url: string, session: TestSession): Promise<Message[]> {
    const response = await call(url, session, 'message/list?take=100');
    return ((await response.json()) as { items: Message[] }).items;
  }

  it('FO-10, FW-1: a reader elsewhere hears of it within 3 s, and the text that was read stays', async () => {
    const { urls, session, begun, kill } = await startReply();
    const attached = await call(urls[1], session, 'complete', undefined, { 'Last-Event-ID': begun.at(-1)?.id ?? '' });
    const killedAt = await kill();
    const rest = await readAllSse(attached);
    const silence = performance.now() - killedAt;
    console.info(`FO-10: silence after kill -9: ${silence.toFixed(0)} ms`);
    expect(rest.slice(-2)).toMatchObject([
      { type: 'error', data: { code: 'SERVICE_UNAVAILABLE' } },
      { type: 'completeEnd' },
    ]);
    expect((await listed(urls[1], session)).map(({ type, text, failure }) => [type, text, failure?.code])).toEqual([
      ['user', 'please hang', undefined],
      ['bot', 'The beginning ', 'SERVICE_UNAVAILABLE'],
    ]);
    expect(silence).toBeLessThan(SILENCE_MS);
  });

  if (PLAYS_ALL)
    it('FO-10, W-15: the rest of the reply, wanted at once, is written by whoever runs', async () => {
      const { urls, session, begun, kill } = await startReply();
      const [begin] = begun;
      const messageId = begin?.type === 'completeBegin' ? begin.data.messageId : '';
      const killedAt = await kill();
      const response = await call(urls[1], session, 'complete', { id: clientId(), continues: messageId });
      const seen: NumberedReplyEvent[] = [];
      for await (const event of readSse(response)) {
        seen.push(event);
        if (event.type === 'token' || event.type === 'error') break;
      }
      const silence = performance.now() - killedAt;
      console.info(`FO-10: the rest begins after ${silence.toFixed(0)} ms`);
      expect(seen).toMatchObject([{ type: 'completeBegin', data: { messageId } }, { type: 'token' }]);
      expect(silence).toBeLessThan(SILENCE_MS);
      await call(urls[1], session, 'abort', {});
      const { text, end, failure } = (await listed(urls[1], session)).at(-1) ?? {};
      expect([text?.startsWith('The beginning '), end, failure]).toEqual([true, 'abort', undefined]);
    });

  if (PLAYS_ALL)
    it('FO-10: the same send, repeated at once, is taken by whoever runs', async () => {
      const { urls, send, kill } = await startReply();
      const killedAt = await kill();
      const response = await send(urls[1]);
      expect(response.status).toBe(200);
      const seen: NumberedReplyEvent[] = [];
      for await (const event of readSse(response)) {
        seen.push(event);
        if (event.type === 'token' || event.type === 'error') break;
      }
      const silence = performance.now() - killedAt;
      console.info(`FO-10: a repeated send is answered after ${silence.toFixed(0)} ms`);
      expect(seen.map(({ type }) => type)).toEqual(['completeBegin', 'token']);
      expect(silence).toBeLessThan(SILENCE_MS);
    });
});
