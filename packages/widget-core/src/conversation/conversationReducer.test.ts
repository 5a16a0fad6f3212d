import { describe, expect, it } from 'vitest';
import type { Message } from '../api/message';
import type { ConversationEvent } from './conversationEvents';
import { conversationReducer, EMPTY_CONVERSATION } from './conversationReducer';
import type { ConversationState } from './conversationState';
import { mergeHistory } from './history';

const apply = (events: readonly ConversationEvent[], state: ConversationState = EMPTY_CONVERSATION): ConversationState => events.reduce(conversationReducer, state);
const user = (id: string, text = id): Message => ({ id, type: 'user', text });
const bot = (id: string, text = id): Message => ({ id, type: 'bot', text });
const START: ConversationEvent = { type: 'reply-start', key: 'k', startedAt: 0 };
const delta = (offset: number, text: string, key = 'k'): ConversationEvent => ({ type: 'text-delta', key, offset, text });

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
    expect(conversationReducer(state, delta(0, 'one'))).toBe(state);
    expect(conversationReducer(state, delta(4, 'x', 'other'))).toBe(state);
    expect(conversationReducer(state, { type: 'reply-end', key: 'other' })).toBe(state);
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
    const state = apply([START, { type: 'activity-added', key: 'k', activity }, { type: 'activity-added', key: 'k', activity }, { type: 'reply-end', key: 'k', message: bot('b1') }]);
    expect(state.messages.map(({ id, type }) => `${type} ${id}`)).toEqual(['context a1', 'bot b1']);
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
    const merged = mergeHistory([known, bot('local', 'said by the page'), user('u2', 'two')], [user('s1', 'one'), bot('s2', 'reply'), user('s3', 'two')]);
    expect(merged.map(({ id }) => id)).toEqual(['s1', 'local', 's2', 's3']);
    expect(merged[0]).toBe(known);
    expect(merged[3]).toMatchObject({ id: 's3', originalMessageId: 'u2' });
  });

  it('does not take one stored message for two that say the same', () => {
    const merged = mergeHistory([user('u1', 'yes'), user('u2', 'yes')], [user('s1', 'yes')]);
    expect(merged.map(({ id, originalMessageId }) => originalMessageId ?? id)).toEqual(['u1', 'u2']);
  });
});
