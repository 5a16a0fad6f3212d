// @vitest-environment node
import { expect, it } from 'vitest';
import { createSilenceWatch } from '../../http/silenceWatch';
import { createManualClock } from '../../testing/manualClock';
import type { RunnerContext } from '../openSession';
import { createPlatformTransport } from './network';

const HEAD =
  'id: r.1\nevent: completeBegin\ndata: {"id":"r","conversationId":"c1","messageId":"b"}\n\n' +
  'id: r.2\nevent: token\ndata: {"token":"Hello"}\n\n';

it('a reply that was cut is not asked for in another conversation', async () => {
  const clock = createManualClock();
  const paths: string[] = [];
  const conversations = ['c1', 'c2'];
  const context = {
    environment: {},
    session: {
      getFresh: () => Promise.resolve({ token: 't', conversationId: conversations.shift() ?? 'c2' }),
      refuse: () => undefined,
    },
    http: {
      watchSilence: createSilenceWatch(clock),
      open: (path: string) => {
        paths.push(path);
        return Promise.resolve(new Response(HEAD, { headers: { 'Content-Type': 'text/event-stream' } }));
      },
    },
    patience: { clock, random: () => 0.5, connectivity: { isOnline: () => true, onChange: () => () => undefined } },
  } as unknown as RunnerContext;
  const transport = createPlatformTransport(context);
  const texts: string[] = [];
  const reading = (async () => {
    const signal = new AbortController().signal;
    for await (const event of transport.send({ key: 'm1', body: { type: 'user', hidden: false } }, { signal }))
      if (event.type === 'token') texts.push(event.data.token);
  })();
  const outcome = expect(reading).rejects.toMatchObject({ code: 'GONE' });
  await clock.advance(60_000);
  await outcome;
  expect(texts).toEqual(['Hello']);
  expect(paths).toEqual(['/v1/conversation/c1/complete']);
});
