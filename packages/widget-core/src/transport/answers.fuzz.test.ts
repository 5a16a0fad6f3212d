// @vitest-environment node
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { replyEventData } from '../api/replyEvents';
import { isWidgetError } from '../errors';
import { FUZZ } from '../testing/fuzzRuns';
import { createManualClock } from '../testing/manualClock';
import { createHttpClient } from '../http/httpClient';
import { readReply } from '../http/readReply';

const NAMES = [...Object.keys(replyEventData), 'constructor', '__proto__', 'toString'];
const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.oneof(
        fc.json(),
        fc
          .record({ id: fc.string(), token: fc.string(), text: fc.string(), message: fc.string(), code: fc.string() })
          .map((value) => JSON.stringify(value)),
      ),
    )
    .map(([name, data]) => `event: ${name}\nid: 1-2\ndata: ${data}\n\n`),
  fc.tuple(fc.constantFrom(...NAMES), fc.json()).map(([type, data]) => `{"type":"${type}","data":${data}}\n`),
  fc.constantFrom(
    ': hb\n\n',
    'retry: 0\n',
    'retry: 999999999\n',
    'data:\n',
    '\uFEFF',
    '\r',
    '\n',
    'data: {"token":"Zwölf 🥊"}\n\n',
    'id: \u0000\n',
    'null\n',
    '7\n',
    '[]\n',
    '{}\n',
  ),
  fc.string({ unit: 'binary' }),
);

function streamOf(bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      const size = Math.max(1, sizes[turn++ % sizes.length] ?? 1);
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

describe('A408 F108 any bytes of a stream', () => {
  it('are records of known names or none, the same ones however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom('text/event-stream', 'application/jsonl'),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
        fc.uint8Array({ maxLength: 4 }),
        async (lines, type, sizes, noise) => {
          const bytes = new Uint8Array([...new TextEncoder().encode(lines.join('')), ...noise]);
          const read = async (pieces: readonly number[]): Promise<unknown[]> => {
            const records: unknown[] = [];
            for await (const record of readReply(
              streamOf(bytes, pieces),
              type,
              () => undefined,
              new AbortController().signal,
            )) {
              if (record.event) expect(Object.keys(replyEventData)).toContain(record.event.type);
              records.push(record);
            }
            return records;
          };
          expect(await read(sizes)).toEqual(await read([1_000_000]));
        },
      ),
      FUZZ,
    );
  });

  it.each([
    ['a line that never ends', 'x'],
    ['data that is never sent off', 'data: x\n'],
  ])('end when they only grow: %s', async (_, text) => {
    for (const type of ['text/event-stream', 'application/jsonl']) {
      if (type === 'application/jsonl' && text.includes('\n')) continue;
      const chunk = new TextEncoder().encode(text.repeat(500_000 / text.length));
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          controller.enqueue(chunk);
        },
      });
      const reading = (async () => {
        for await (const record of readReply(body, type, () => undefined, new AbortController().signal)) void record;
      })();
      await expect(reading).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    }
  });
});

describe('A408 any answer of a server', () => {
  it('is what was asked for, or an error of ours', async () => {
    const schema = v.object({ conversationId: v.string(), token: v.string() });
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          code: fc.anything(),
          message: fc.anything(),
          details: fc.anything(),
          conversationId: fc.anything(),
          token: fc.anything(),
        })
        .map((value) => {
          try {
            return JSON.stringify(value);
          } catch {
            return '{';
          }
        }),
    );
    const headers = fc.dictionary(
      fc.constantFrom('Retry-After', 'Content-Type'),
      fc.constantFrom('', '5', '-5', '1e400', 'Thu, 01 Jan 1970', 'never', 'NaN'),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), body, headers, async (status, text, given) => {
        const hasBody = ![204, 205, 304].includes(status);
        const http = createHttpClient('https://chat.example', {
          fetch: () => Promise.resolve(new Response(hasBody ? text : null, { status, headers: given })),
          clock: createManualClock(),
        });
        const outcome = await http.request('/x', schema, {}).catch((error: unknown) => error);
        if (isWidgetError(outcome)) expect(outcome.message).not.toBe('');
        else expect(v.is(schema, outcome)).toBe(true);
      }),
      FUZZ,
    );
  });
});
