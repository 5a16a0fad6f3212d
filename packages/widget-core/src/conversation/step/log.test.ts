import { describe, expect, it } from 'vitest';
import type { Message } from '../../api/message';
import type { Fact } from '../events';
import { reduceFact } from './log';
import { EMPTY_CONVERSATION, type EngineState } from '../state';
import { mergeHistory } from './history';

const apply = (events: readonly Fact[], state: EngineState = EMPTY_CONVERSATION): EngineState =>
  events.reduce(reduceFact, state);
const user = (id: string, text = id): Message => ({ id, type: 'user', text });
const bot = (id: string, text = id): Message => ({ id, type: 'bot', text });
const stored = (id: string, key: string, text = key): Message => ({ id, originalMessageId: key, type: 'user', text });
const START: Fact = { type: 'reply-start', key: 'k', startedAt: 0 };
const delta = (offset: number, text: string, key = 'k'): Fact => ({ type: 'text-delta', key, offset, text });

describe('W-15 the text of a reply', () => {
  it('grows by what is new, whatever is told twice or in pieces of another size', () => {
    const state = apply([START, delta(0, 'one '), delta(0, 'one '), delta(2, 'e tw'), delta(4, 'two three')]);
    expect(state.reply).toMatchObject({ text: 'one two three', state: 'writing' });
  });

  it('refuses what has lost something before it', () => {
    expect(apply([START, delta(0, 'one '), delta(9, 'three')]).reply?.text).toBe('one ');
  });

  it('keeps the same reference when nothing changed, and when another reply is meant', () => {
    const state = apply([START, delta(0, 'one ')]);
    expect(reduceFact(state, delta(0, 'one'))).toBe(state);
    expect(reduceFact(state, delta(4, 'x', 'other'))).toBe(state);
    expect(reduceFact(state, { type: 'reply-end', key: 'other' })).toBe(state);
  });
});

describe('W-14 the order of messages', () => {
  it('puts a reply before what the visitor has sent in the meantime', () => {
    const sending = { state: 'sending' as const };
    const state = apply([
      { type: 'message-sent', message: user('u1'), delivery: sending },
      START,
      { type: 'message-stored', key: 'u1', id: 's1' },
      { type: 'message-sent', message: user('u2'), delivery: sending },
      { type: 'reply-end', key: 'k', message: bot('b1') },
    ]);
    expect(state.messages.map(({ id }) => id)).toEqual(['s1', 'b1', 'u2']);
    expect(state.deliveries).toEqual({ u2: sending });
  });

  it('keeps function calls as context lines before the reply they led to', () => {
    const activity = { id: 'a1', type: 'activity' as const, text: '', meta: { activity: { type: 'request' } } };
    const state = apply([
      START,
      { type: 'activity-added', key: 'k', activity },
      { type: 'activity-added', key: 'k', activity },
      { type: 'reply-end', key: 'k', message: bot('b1') },
    ]);
    expect(state.messages.map(({ id, type }) => `${type} ${id}`)).toEqual(['context a1', 'bot b1']);
  });
});

describe('F313 events in another order', () => {
  const sending = { state: 'sending' as const };
  const failed = { state: 'failed' as const, code: 'NETWORK' as const, message: '' };
  const sent = (id: string): Fact => ({ type: 'message-sent', message: user(id), delivery: sending });
  const ids = (state: EngineState): string[] => state.messages.map(({ id }) => id);

  it('shows the message of a reply whose beginning was never heard, before what is under way', () => {
    expect(ids(apply([sent('u1'), { type: 'reply-end', key: 'elsewhere', message: bot('b1') }]))).toEqual(['b1', 'u1']);
  });

  it('moves what goes out again behind what has been said since, unless the server has placed it', () => {
    const again: Fact = { type: 'delivery-changed', key: 'u1', delivery: sending };
    const given = [
      sent('u1'),
      { type: 'delivery-changed', key: 'u1', delivery: failed },
      { type: 'message-received', message: bot('b1') },
      sent('u2'),
    ] as const;
    expect(ids(apply([...given, again]))).toEqual(['b1', 'u1', 'u2']);
    expect(
      ids(apply([...given, { type: 'history-synced', messages: [stored('s1', 'u1'), bot('b1')] }, again])),
    ).toEqual(['s1', 'b1', 'u2']);
  });

  it('takes back what a restart has forgotten, and nothing that the server has', () => {
    expect(apply([sent('u1'), { type: 'message-withdrawn', key: 'u1' }])).toMatchObject({
      messages: [],
      deliveries: {},
    });
    expect(
      ids(
        apply([sent('u1'), { type: 'message-stored', key: 'u1', id: 's1' }, { type: 'message-withdrawn', key: 'u1' }]),
      ),
    ).toEqual(['s1']);
  });
});

describe('W-28 another conversation', () => {
  it('keeps only what is under way', () => {
    const state = apply([
      { type: 'session-started', conversationId: 'c1' },
      { type: 'messages-replaced', messages: [user('u1'), bot('b1')] },
      { type: 'message-sent', message: user('u2'), delivery: { state: 'sending' } },
      { type: 'session-started', conversationId: 'c2' },
    ]);
    expect(state).toMatchObject({ conversationId: 'c2', messages: [{ id: 'u2' }] });
  });
});

describe('the server’s list over what is shown', () => {
  it('keeps render keys, local messages in their place, and references of what did not change', () => {
    const known = { ...user('s1', 'one'), originalMessageId: 'u1' };
    const merged = mergeHistory(
      [known, bot('local', 'said by the page'), user('u2', 'two')],
      [user('s1', 'one'), bot('s2', 'reply'), user('s3', 'two')],
    );
    expect(merged.map(({ id }) => id)).toEqual(['s1', 'local', 's2', 's3']);
    expect(merged[0]).toBe(known);
    expect(merged[3]).toMatchObject({ id: 's3', originalMessageId: 'u2' });
  });

  it('F313 puts what is under way behind everything that the server has, also a reply that only the list knows', () => {
    const deliveries = { u2: { state: 'sending' as const }, u3: { state: 'waiting' as const } };
    const merged = mergeHistory(
      [stored('s1', 'u1'), user('u2'), user('u3')],
      [stored('s1', 'u1'), bot('b1')],
      deliveries,
    );
    expect(merged.map(({ id }) => id)).toEqual(['s1', 'b1', 'u2', 'u3']);
  });

  it('F313 puts what was stored after the list was read behind the list, with what followed it', () => {
    const reply = { ...bot('b2'), originalMessageId: 'k2' };
    const merged = mergeHistory(
      [stored('s1', 'u1'), reply, { ...bot('page'), extra: { local: true } }],
      [stored('s1', 'u1'), stored('s2', 'u2')],
    );
    expect(merged.map(({ id }) => id)).toEqual(['s1', 's2', 'b2', 'page']);
  });

  it('F313 keeps what was given up behind the message it followed', () => {
    const deliveries = { lost: { state: 'failed' as const, code: 'NETWORK' as const, message: '' } };
    const merged = mergeHistory(
      [stored('s1', 'u1'), user('lost'), stored('s2', 'u2')],
      [stored('s1', 'u1'), stored('s2', 'u2')],
      deliveries,
    );
    expect(merged.map(({ id }) => id)).toEqual(['s1', 'lost', 's2']);
  });

  it('W-14: a message that is known stays in its place', () => {
    const messages = [stored('s1', 'u1'), bot('b1', 'Half'), stored('s2', 'u2'), bot('b2')];
    const after = apply([{ type: 'message-received', message: bot('b1', 'Half and whole') }], {
      ...EMPTY_CONVERSATION,
      messages,
    });
    expect(after.messages.map(({ text }) => text)).toEqual(['u1', 'Half and whole', 'u2', 'b2']);
  });

  it('EN-20: a message of the server that was taken for another one is shown beside it, once', () => {
    const state = apply([{ type: 'reply-end', key: 'none' }], {
      ...EMPTY_CONVERSATION,
      messages: [stored('s1', 'u1'), { ...bot('b1'), originalMessageId: 'k' }, bot('b2')],
    });
    const after = apply([{ type: 'message-received', message: { ...bot('b2'), originalMessageId: 'k' } }], state);
    expect(after.messages.map(({ id, originalMessageId }) => [id, originalMessageId ?? id])).toEqual([
      ['s1', 'u1'],
      ['b1', 'b1'],
      ['b2', 'k'],
    ]);
  });

  it('EN-5: what an edit replaced stays hidden when a list comes that was read before the edit', () => {
    const hidden = { visible: false };
    const local = [{ ...stored('s1', 'u1'), extra: hidden }, { ...bot('b1'), extra: hidden }, stored('s2', 'u2')];
    const shown = (server: readonly Message[]) =>
      mergeHistory(local, server).flatMap(({ id, extra }) => (extra?.visible === false ? [] : [id]));
    expect(shown([stored('s1', 'u1'), bot('b1')])).toEqual(['s2']);
    // A list that has the edit decides.
    expect(shown([stored('s1', 'u1'), bot('b1'), stored('s2', 'u2')])).toEqual(['s1', 'b1', 's2']);
  });

  it('F313 shows a message once that two tabs knew by different names', () => {
    const merged = mergeHistory([{ ...bot('b1'), originalMessageId: 'k1' }, bot('b1')], [bot('b1')]);
    expect(merged).toEqual([{ ...bot('b1'), originalMessageId: 'k1' }]);
  });

  it('F310 brings back in its place what storage has lost', () => {
    const all = [stored('s1', 'u1'), bot('b1'), stored('s2', 'u2'), bot('b2')];
    for (const lost of all)
      expect(
        mergeHistory(
          all.filter((message) => message !== lost),
          all,
        ).map(({ id }) => id),
      ).toEqual(['s1', 'b1', 's2', 'b2']);
  });

  it('does not take a message of another tab for one of its own that says the same', () => {
    const merged = mergeHistory([user('u2', 'yes')], [stored('s1', 'u1', 'yes')], { u2: { state: 'sending' } });
    expect(merged.map(({ id }) => id)).toEqual(['s1', 'u2']);
  });

  it('does not take one stored message for two that say the same', () => {
    const merged = mergeHistory([user('u1', 'yes'), user('u2', 'yes')], [user('s1', 'yes')]);
    expect(merged.map(({ id, originalMessageId }) => originalMessageId ?? id)).toEqual(['u1', 'u2']);
  });
});
