import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import type { Speech } from '../../model/speech/speech';
import { createManualClock } from '../../testing/manualClock';
import { readAllSse } from '../../testing/readStream';
import { startMediaServer, type MediaServer } from '../../testing/startMediaServer';
import { startTestServer, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createManualClock();
const spoken: [string, string | undefined][] = [];
const speech: Speech = {
  name: 'parrot',
  async speak(text, language) {
    spoken.push([text, language]);
    if (text.includes('fail')) throw new ApiError('BAD_GATEWAY', 'This reply cannot be spoken right now');
    return { type: 'audio/wav', bytes: new TextEncoder().encode(`RIFF${text}`) };
  },
};
let test: MediaServer;
beforeAll(async () => {
  test = await startMediaServer({ clock, speech });
});
afterAll(() => test.stop());

/** A session in which the bot has said something. */
async function requestSpeech(text: string, widget = 'open'): Promise<{ session: TestSession; messageId: string }> {
  const session = await test.openSession(widget);
  test.model.next({ text });
  const begin = (await readAllSse(await test.send(session, { text: 'hi' })))[0];
  if (begin?.type !== 'completeBegin') throw new Error('No reply');
  spoken.length = 0;
  return { session, messageId: begin.data.messageId };
}
const synthesize = (session: TestSession, messageId: string, body: object = {}) =>
  test.call(`/v1/conversation/${session.conversationId}/message/${messageId}/synthesize`, {
    body,
    token: session.token,
  });

describe('S-9 W-27 synthesize', () => {
  it('speaks the stored text, plain, in the widget’s language, and gives a link for an hour', async () => {
    const { session, messageId } = await requestSpeech('**Hello** [you](https://example.com)');
    const answer = (await (await synthesize(session, messageId)).json()) as {
      id: string;
      url: string;
      expiresAt: number;
    };
    expect(answer).toEqual({
      id: expect.stringMatching(/^speech_/),
      url: expect.stringContaining(`/v1/conversation/${session.conversationId}/speech/`),
      expiresAt: clock.now() + 3_600_000,
    });
    expect(spoken).toEqual([['Hello you', 'de']]);
    const audio = await test.call(answer.url);
    expect([audio.status, audio.headers.get('content-type'), await audio.text()]).toEqual([
      200,
      'audio/wav',
      'RIFFHello you',
    ]);
    clock.advance(3_600_001);
    expect((await test.call(answer.url)).status).toBe(403);
  });

  it('speaks a given text instead, and the same words once', async () => {
    const { session, messageId } = await requestSpeech('Hello');
    const first = (await (await synthesize(session, messageId, { text: 'Other words' })).json()) as { id: string };
    const second = (await (await synthesize(session, messageId, { text: 'Other *words*' })).json()) as { id: string };
    expect([second.id, spoken]).toEqual([first.id, [['Other words', 'de']]]);
    clock.advance(3_600_001);
    const renewed = {
      ...session,
      ...((await (
        await test.call('/v1/integration/widget/open/session/create', {
          body: { conversationId: session.conversationId },
          token: session.token,
        })
      ).json()) as TestSession),
    };
    const third = (await (await synthesize(renewed, messageId, { text: 'Other words' })).json()) as { id: string };
    expect(third.id).not.toBe(first.id);
  });

  it('answers ranges, so that a player can seek', async () => {
    const { session, messageId } = await requestSpeech('0123456789');
    const { url } = (await (await synthesize(session, messageId)).json()) as { url: string };
    const get = async (range: string) => {
      const response = await test.call(url, { headers: { Range: range } });
      return [
        response.status,
        response.headers.get('content-range'),
        response.headers.get('content-length'),
        await response.text(),
      ];
    };
    expect(await get('bytes=0-3')).toEqual([206, 'bytes 0-3/14', '4', 'RIFF']);
    expect(await get('bytes=4-')).toEqual([206, 'bytes 4-13/14', '10', '0123456789']);
    expect(await get('bytes=-2')).toEqual([206, 'bytes 12-13/14', '2', '89']);
    expect(await get('bytes=10-999')).toEqual([206, 'bytes 10-13/14', '4', '6789']);
    for (const range of ['bytes=14-', 'bytes=-0', 'bytes=99-100'])
      expect((await get(range)).slice(0, 2)).toEqual([416, 'bytes */14']);
    for (const range of ['bytes=3-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      expect((await get(range))[0]).toBe(200);
  });

  it('A605 knows only messages and recordings of its own conversation', async () => {
    const mine = await requestSpeech('mine');
    const theirs = await requestSpeech('theirs');
    expect((await synthesize(mine.session, theirs.messageId)).status).toBe(404);
    expect((await synthesize(mine.session, 'msg_unknown')).status).toBe(404);
    const { url } = (await (await synthesize(theirs.session, theirs.messageId)).json()) as { url: string };
    const plain = url.split('?')[0] ?? '';
    expect((await test.call(plain)).status).toBe(401);
    expect((await test.call(plain, { token: mine.session.token })).status).toBe(404);
    expect((await test.call(plain, { token: theirs.session.token })).status).toBe(200);
    expect(spoken).toEqual([['theirs', 'de']]);
  });

  it('passes on a voice’s failure, and says when there is nothing to say or the chat does not speak', async () => {
    const { session, messageId } = await requestSpeech('please fail');
    expect((await synthesize(session, messageId)).status).toBe(502);
    expect((await synthesize(session, messageId, { text: '```\ncode\n```' })).status).toBe(422);
    expect((await synthesize(session, messageId, { text: 'x'.repeat(32_769) })).status).toBe(422);
    const silent = await requestSpeech('Hello', 'closed');
    expect((await synthesize(silent.session, silent.messageId)).status).toBe(403);
  });

  it('is offered to browsers only where the server can speak; otherwise it answers 501', async () => {
    const features = async (call: typeof test.call, widget: string) =>
      ((await (await call(`/v1/integration/widget/${widget}/config`)).json()) as { features: object }).features;
    expect(await features(test.call, 'open')).toEqual({
      synthesize: true,
      unfurl: true,
      upload: true,
      live: true,
      threads: 'verified',
    });
    const mute = await startTestServer();
    expect(await features(mute.call, 'demo')).toEqual({
      synthesize: false,
      unfurl: true,
      upload: true,
      live: true,
      threads: 'verified',
    });
    await mute.server.close(0);
    const silent = await startMediaServer();
    const session = await silent.openSession('open');
    const begin = (await readAllSse(await silent.send(session, { text: 'hi' })))[0];
    const id = begin?.type === 'completeBegin' ? begin.data.messageId : '';
    const response = await silent.call(`/v1/conversation/${session.conversationId}/message/${id}/synthesize`, {
      body: {},
      token: session.token,
    });
    expect([response.status, await response.json()]).toMatchObject([501, { code: 'NOT_IMPLEMENTED' }]);
    await silent.stop();
  });
});
