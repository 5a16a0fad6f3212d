// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { carryRefused } from './refusedQuestion';

type Chat = Parameters<typeof carryRefused>[3];

/** A page of the skillset `s`, with the conversation of a session. */
function arrive(session: string, thing = 's') {
  const drafts: string[] = [];
  let notify: Parameters<Chat['conversation']['subscribe']>[0] = () => undefined;
  carryRefused(window, thing, session, {
    conversation: {
      subscribe: (listener) => {
        notify = listener;
      },
    },
    draft: { set: (text) => drafts.push(text) },
  });
  const refuse = (code: string): void => {
    notify(
      {
        messages: [
          { id: 'a', text: 'Is it mine?' },
          { id: 'srv', originalMessageId: 'b', text: 'Sent before.' },
        ],
        deliveries: { a: { state: 'failed', code } },
      },
      { deliveries: {} },
    );
  };
  return { drafts, say: refuse };
}

describe('H-8 a question that was refused', () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it('stands in the box after signing in, once', () => {
    arrive('hub-s').say('LIMITS_REACHED');
    expect(arrive('hub-s').drafts).toEqual([]);
    expect(arrive('hub-s-ben').drafts).toEqual(['Is it mine?']);
    expect(arrive('hub-s-ben').drafts).toEqual([]);
  });

  it('stays with the thing it was asked of, and is none when signing in does not help', () => {
    arrive('hub-s').say('LIMITS_REACHED');
    expect(arrive('hub-t-ben', 't').drafts).toEqual([]);
    sessionStorage.clear();
    arrive('hub-s').say('NETWORK');
    expect(arrive('hub-s-ben').drafts).toEqual([]);
  });

  it('is not carried by a browser that keeps nothing', () => {
    const denied = {
      get sessionStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const setDraft = vi.fn();
    expect(() => {
      carryRefused(denied, 's', 'hub-s', { conversation: { subscribe: () => undefined }, draft: { set: setDraft } });
    }).not.toThrow();
    expect(setDraft).not.toHaveBeenCalled();
  });
});
