// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepConversationToken, readConversationToken } from './conversationTokens';

beforeEach(() => {
  localStorage.clear();
});

describe('H-3 the token of a conversation that was tried', () => {
  it('opens it until it expires', () => {
    keepConversationToken(window, { id: 'conv_1', token: 'secret', expiresAt: 5_000 }, 1_000);
    expect([
      readConversationToken(window, 'conv_1', 4_999),
      readConversationToken(window, 'conv_1', 5_000),
      readConversationToken(window, 'conv_2', 1_000),
    ]).toEqual(['secret', undefined, undefined]);
  });

  it('goes with the next one once it has expired, and leaves what is not ours', () => {
    localStorage.setItem('another', '{"token":"x","expiresAt":1}');
    localStorage.setItem('sotto:hub-conversation:conv_0', 'nonsense');
    keepConversationToken(window, { id: 'conv_1', token: 'old', expiresAt: 5_000 }, 1_000);
    keepConversationToken(window, { id: 'conv_2', token: 'new', expiresAt: 9_000 }, 6_000);
    expect(Object.keys(localStorage).sort()).toEqual(['another', 'sotto:hub-conversation:conv_2']);
  });

  it('is missed by nobody in a browser that keeps nothing', () => {
    const refusing = {
      get localStorage(): Storage {
        throw new Error('denied');
      },
    };
    expect(() => {
      keepConversationToken(refusing, { id: 'conv_1', token: 'x', expiresAt: 5_000 }, 1);
    }).not.toThrow();
    expect(readConversationToken(refusing, 'conv_1', 1)).toBeUndefined();
  });
});
