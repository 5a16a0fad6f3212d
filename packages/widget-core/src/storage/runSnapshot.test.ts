// @vitest-environment node
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { liveReplySchema, type Fact } from '../conversation/events';
import type { LiveReply } from '../conversation/state';
import type { StorageArea } from '../lib/environment';
import { createExpiringStore } from './expiringStore';
import { createManualClock } from '../testing/manualClock';
import { createMemoryStorage } from '../testing/memoryStorage';
import { createConversationStore } from '../conversation/machine';
import { createRunSnapshot, RUN_SNAPSHOT_INTERVAL_MS, RUN_SNAPSHOT_PIECE_LENGTH } from './runSnapshot';

/** A tab whose storage counts what is written into it. */
function setUp() {
  const clock = createManualClock();
  const storage = createMemoryStorage();
  const area = storage.tab();
  const written: number[] = [];
  const counting: StorageArea = {
    get length() {
      return area.length;
    },
    key: (index) => area.key(index),
    getItem: (key) => area.getItem(key),
    setItem(key, value) {
      written.push(value.length);
      area.setItem(key, value);
    },
    removeItem: (key) => {
      area.removeItem(key);
    },
  };
  const open = () =>
    createRunSnapshot<LiveReply>(
      createExpiringStore(counting, clock),
      'sotto:demo:day:run',
      clock,
      v.omit(liveReplySchema, ['parts']) as v.GenericSchema<unknown, Omit<LiveReply, 'parts' | 'text'>>,
    );
  const note = open();
  const conversation = createConversationStore({
    clock,
    onFrame: (callback) => clock.setTimer(callback, 16),
    connectivity: { isOnline: () => true, onChange: () => () => undefined },
    hasServer: true,
  });
  conversation.onEffect((effect) => {
    if (effect.type === 'keep-reply') note.follow(effect.reply, !effect.isWritten);
  });
  let events = 0;
  const happen = (event: Fact): void => {
    conversation.dispatch({ type: 'fact', fact: event, lastEventId: `run.${(events += 1)}` });
  };
  const begin = (key = 'reply'): void => {
    happen({ type: 'reply-start', key, startedAt: 0 });
  };
  const write = (text: string): void => {
    happen({ type: 'text-delta', key: 'reply', offset: conversation.store.getState().reply?.text.length ?? 0, text });
    conversation.flush();
  };
  return { clock, storage, written, note, open, conversation, happen, begin, write };
}

describe('W-30 the note of a running reply', () => {
  it('is read back whole, however long the reply, up to the event it was written after', async () => {
    const { clock, note, open, begin, write } = setUp();
    begin();
    let text = '';
    for (let index = 0; index < 1_000; index += 1) {
      text += `word ${index} `;
      write(`word ${index} `);
      await clock.advance(20);
    }
    note.flush();
    expect(open().read()).toMatchObject({ key: 'reply', text, state: 'writing', cursor: 'run.1001' });
  });

  it('is written four times a second at most while text comes, and not at all while none comes', async () => {
    const { clock, written, begin, write } = setUp();
    begin();
    const before = written.length;
    for (let index = 0; index < 40; index += 1) {
      write('word ');
      await clock.advance(50);
    }
    expect(written.length - before).toBeGreaterThan(4);
    expect(written.length - before).toBeLessThanOrEqual(9);
    await clock.advance(RUN_SNAPSHOT_INTERVAL_MS);
    const still = written.length;
    await clock.advance(10 * RUN_SNAPSHOT_INTERVAL_MS);
    expect(written.length).toBe(still);
    write('and on');
    await clock.advance(RUN_SNAPSHOT_INTERVAL_MS);
    expect(written.length).toBe(still + 1);
  });

  it('leaves nothing behind when the reply ends, also what another page has written', async () => {
    const { clock, storage, note, open, begin, write, happen } = setUp();
    begin();
    write('long '.repeat(3_000));
    await clock.advance(RUN_SNAPSHOT_INTERVAL_MS);
    write('and longer');
    note.flush();
    expect(storage.entries.size).toBe(2);
    open().clear();
    expect(storage.entries.size).toBe(0);
    write(' still');
    note.flush();
    happen({ type: 'reply-end', key: 'reply' });
    expect(storage.entries.size).toBe(0);
  });

  it('holds one reply: text of another one is not taken for its own', () => {
    const { note, open, begin, write, conversation } = setUp();
    begin();
    write('first '.repeat(1_000));
    note.flush();
    begin('other');
    conversation.addFact({ type: 'text-delta', key: 'other', offset: 0, text: 'second' });
    conversation.flush();
    note.flush();
    expect(open().read()?.text).toBe('second');
  });

  it('EN-17: holds what the bot did, as it stands now, where it happened', () => {
    const { note, open, begin, write, happen } = setUp();
    begin();
    write('Let me look.');
    const tool = { type: 'tool', callId: 'a', name: 'getOrder', state: 'running', startedAt: 1 } as const;
    happen({ type: 'tool-began', key: 'reply', tool });
    write('It is there.');
    note.flush();
    happen({ type: 'tool-ended', key: 'reply', callId: 'a', state: 'done', endedAt: 2 });
    note.flush();
    expect(open().read()).toMatchObject({
      text: 'Let me look.It is there.',
      parts: [{ text: 'Let me look.' }, { callId: 'a', state: 'done' }, { text: 'It is there.' }],
    });
  });

  it('goes on behind text that was there before it', () => {
    const { note, open, conversation, written, write } = setUp();
    const known = 'known '.repeat(2_000);
    const reply = {
      key: 'reply',
      state: 'writing',
      activities: [],
      isReconnecting: false,
      startedAt: 0,
    } as const;
    conversation.dispatch({
      type: 'fact',
      fact: { type: 'reply-restored', reply: { ...reply, parts: [{ type: 'text', text: known }], activities: [] } },
      origin: 'storage',
      lastEventId: 'run.7',
    });
    write('new');
    note.flush();
    write(' and newer');
    note.flush();
    expect(open().read()?.text).toBe(`${known}new and newer`);
    expect(written.at(-1)).toBeLessThan(500);
  });
});

describe('laws of cost: keeping a reply', () => {
  it('writes no more for a token of a long reply than for one of a short reply, four times a second at most', async () => {
    const { clock, written, begin, write } = setUp();
    begin();
    const frames = 900;
    for (let frame = 0; frame < frames; frame += 1) {
      write('eight ch'.repeat(4));
      await clock.advance(64);
    }
    const seconds = (frames * 64) / 1_000;
    expect(written.length).toBeLessThanOrEqual(seconds * 4 + 3);
    expect(Math.max(...written)).toBeLessThan(RUN_SNAPSHOT_PIECE_LENGTH + 500);
  });
});
