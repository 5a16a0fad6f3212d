import { describe, expect, it } from 'vitest';
import type { Draft } from '../../db/schema';
import { createManualClock } from '../../testing/manualClock';
import { CHECKPOINT_BYTES, CHECKPOINT_MS, createCheckpoints } from './checkpoints';

const draft = (text: string): Draft => ({ text, parts: null, tokens: 0, steps: [] });

function setUp() {
  const clock = createManualClock();
  const saves: string[][] = [];
  const state = { skipped: '', failure: undefined as Error | undefined, hold: Promise.resolve() };
  const errors: unknown[] = [];
  const checkpoints = createCheckpoints({
    clock,
    async save(drafts) {
      saves.push(drafts.map(({ id, draft: { text } }) => `${id} ${text}`));
      await state.hold;
      if (state.failure) throw state.failure;
      return drafts.map(({ id }) => id).filter((id) => id !== state.skipped);
    },
    onError: (error) => errors.push(error),
  });
  const texts: Record<string, string> = {};
  const begin = (id: string) => {
    texts[id] = '';
    const { grew, end } = checkpoints.begin(id, () => draft(texts[id] ?? ''));
    return {
      end,
      write(text: string) {
        texts[id] += text;
        grew(text.length);
      },
    };
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { state, saves, errors, begin, pass, checkpoints };
}

describe('FW-1 checkpoints of replies', () => {
  it('FW-1: come a second after the first word, of all replies in one statement', async () => {
    const { saves, begin, pass } = setUp();
    const [a, b, idle] = [begin('a'), begin('b'), begin('idle')];
    a.write('one');
    await pass(CHECKPOINT_MS - 1);
    b.write('two');
    expect(saves).toEqual([]);
    await pass(1);
    expect(saves).toEqual([['a one', 'b two']]);
    await pass(CHECKPOINT_MS * 3);
    expect(saves).toHaveLength(1);
    a.write('!');
    await pass(CHECKPOINT_MS);
    expect(saves.at(-1)).toEqual(['a one!']);
    idle.end();
  });

  it('FW-1: come at once after 2 KiB', async () => {
    const { saves, begin, pass } = setUp();
    const a = begin('a');
    a.write('x'.repeat(CHECKPOINT_BYTES - 1));
    await pass(0);
    expect(saves).toEqual([]);
    a.write('y');
    await pass(0);
    expect(saves).toHaveLength(1);
  });

  it('FW-1: never two at a time; what comes meanwhile goes with the next', async () => {
    const { state, saves, begin, pass } = setUp();
    let release = (): void => undefined;
    state.hold = new Promise((resolve) => {
      release = resolve;
    });
    const a = begin('a');
    a.write('x'.repeat(CHECKPOINT_BYTES));
    a.write('y'.repeat(CHECKPOINT_BYTES));
    await pass(CHECKPOINT_MS * 2);
    expect(saves).toHaveLength(1);
    release();
    await pass(0);
    expect(saves).toHaveLength(2);
  });

  it('FW-1: what was not stored is tried again a second later', async () => {
    const { state, saves, errors, begin, pass } = setUp();
    state.failure = new Error('away');
    begin('a').write('one');
    state.skipped = 'b';
    begin('b').write('two');
    await pass(CHECKPOINT_MS);
    expect(errors).toEqual([state.failure]);
    state.failure = undefined;
    await pass(CHECKPOINT_MS);
    expect(saves.at(-1)).toEqual(['a one', 'b two']);
    state.skipped = '';
    await pass(CHECKPOINT_MS);
    expect(saves.at(-1)).toEqual(['b two']);
  });

  it('FW-1: are not made of a reply that is over, nor after the end of the process', async () => {
    const { saves, begin, pass, checkpoints } = setUp();
    const a = begin('a');
    a.write('one');
    a.end();
    await pass(CHECKPOINT_MS);
    expect(saves.flat()).toEqual([]);
    begin('b').write('two');
    checkpoints.close();
    await pass(CHECKPOINT_MS);
    expect(saves.flat()).toEqual([]);
  });
});
