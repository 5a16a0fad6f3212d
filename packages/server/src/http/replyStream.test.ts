import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../events/eventLog';
import { createManualClock } from '../testing/manualClock';
import { chooseForm, HEARTBEAT_MS, STALLED_MS, streamReply, type StreamForm } from './replyStream';

const page = (text: string): readonly LoggedEvent[] => [{ number: 1, event: { type: 'token', data: { token: text } } }];

function setUp(form: StreamForm, pages: AsyncGenerator<readonly LoggedEvent[]>) {
  const clock = createManualClock();
  const abort = new AbortController();
  const stream = streamReply({ runId: 'r', form, clock, pages, show: (event) => event, abort });
  return { clock, abort, stream };
}

async function* silent(): AsyncGenerator<readonly LoggedEvent[]> {
  await new Promise(() => undefined);
  yield [];
}

/** Lets everything run that waits for nothing but its turn. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('F109 a silent reply', () => {
  it.each([
    ['sse', ': keep-alive\n\n'],
    ['jsonl', '{"type":"ping","data":{}}\n'],
  ] as const)('says every 15 seconds that it lives (%s)', async (form, sign) => {
    const { clock, stream } = setUp(form, silent());
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    for (let beat = 0; beat < 3; beat += 1) {
      const read = reader.read();
      await turns();
      clock.advance(HEARTBEAT_MS);
      expect(await read).toEqual({ done: false, value: sign });
    }
  });
});

describe('F506 a reader that does not read', () => {
  it('is sent one buffer, and is cut after a minute', async () => {
    let taken = 0;
    async function* endless(): AsyncGenerator<readonly LoggedEvent[]> {
      for (;;) {
        taken += 1;
        yield page('x'.repeat(10_000));
      }
    }
    const { clock, abort, stream } = setUp('sse', endless());
    for (let turn = 0; turn < 50; turn += 1) await turns();
    expect(taken).toBeLessThan(10);
    clock.advance(STALLED_MS);
    expect(abort.signal.aborted).toBe(true);
    await expect(stream.getReader().read()).rejects.toThrow('The reader does not read');
  });

  it('stops reading the log when it leaves', async () => {
    const { abort, stream } = setUp('sse', silent());
    await stream.cancel();
    expect(abort.signal.aborted).toBe(true);
  });
});

describe('the form of a reply', () => {
  it.each([
    ['text/event-stream', 'sse'],
    ['application/jsonl', 'jsonl'],
    ['application/json, text/event-stream', 'json'],
    ['text/event-stream; q=1, application/json', 'sse'],
    ['*/*', 'json'],
    [undefined, 'json'],
  ])('for Accept: %s is %s', (accept, form) => {
    expect(chooseForm(accept)).toBe(form);
  });
});
