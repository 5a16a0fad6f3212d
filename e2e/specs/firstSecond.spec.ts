import { describe, expect, it } from 'vitest';
import { isEverything } from '../everything';
import { measureOpening, SLOW_LINE } from '../firstSecond/measureOpening';
import { useStack } from '../useStack';

/** From the script tag to a chat that is still: every file, with its headers. */
const REQUESTS = 7;
const BYTES = 141 * 1024;
/** Until a plain first reply is whole, its requests included. */
const REPLY_BYTES = 143 * 1024;
/** Before the skeleton there is one file of the slow line: 0.23 s. The rest is room for a busy machine. */
const PAINTED_MS = 1_200;

const { browser, stack } = await useStack();

describe('the first second, on 1.6 Mbit/s with an empty cache', () => {
  it('FW-8, FT-11: few files, a picture at once, and nothing that appears or moves later', async () => {
    stack.model.script = ['An answer.'];
    const opening = await measureOpening(browser, { address: `${stack.origin}/demo`, line: SLOW_LINE });
    const { wire, movement } = opening;
    const list = wire.files.map(({ url, bytes }) => `${String(bytes)} ${url}`).join('\n');
    expect(wire.requests, list).toBeLessThanOrEqual(REQUESTS);
    expect(wire.bytes, list).toBeLessThanOrEqual(BYTES);
    expect(movement).toEqual({ shift: 0, appeared: [], vanished: [], moved: [] });
    if (isEverything) expect(opening.paintedMs).toBeLessThan(Math.min(PAINTED_MS, opening.usableMs));
    expect((await opening.ask('Hello')).bytes).toBeLessThanOrEqual(REPLY_BYTES);
    await opening.close();
  });
});
