// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { showTrialCount } from './trialCount';

afterEach(() => {
  document.body.replaceChildren();
});

/** A page of a stranger, and a conversation of which a test says what is in it. */
function setUp() {
  document.body.innerHTML = '<p data-chat-tries hidden><span data-chat-tries-left></span></p>';
  let state = { messages: [] as { type: string }[], deliveries: {} as Record<string, { state: string }> };
  let notify = (): void => undefined;
  const showLeft = showTrialCount(document, {
    getState: () => state,
    subscribe: (listener) => {
      notify = listener;
    },
  });
  return {
    tell: showLeft,
    become: (states: string[], underWay = 0) => {
      state = {
        messages: states.map((type) => ({ type })),
        deliveries: Object.fromEntries(
          Array.from({ length: underWay }, (_, index) => [String(index), { state: 'sending' }]),
        ),
      };
      notify();
    },
    text: () =>
      document.querySelector<HTMLElement>('[data-chat-tries]')?.hidden
        ? undefined
        : document.querySelector('[data-chat-tries-left]')?.textContent,
  };
}

describe('H-3 the tries of a stranger', () => {
  it('are shown once the server has said how many, and go down with what it has taken', () => {
    const { tell: showLeft, become, text } = setUp();
    expect(text()).toBeUndefined();
    showLeft(2);
    expect(text()).toBe('2 tries left today');
    become(['user'], 1);
    expect(text()).toBe('2 tries left today');
    become(['user', 'bot']);
    expect(text()).toBe('1 try left today');
    become(['user', 'bot', 'input', 'bot']);
    expect(text()).toBe('No tries left today');
    become(['user', 'bot', 'input', 'bot', 'user']);
    expect(text()).toBe('No tries left today');
  });

  it('are not given back by a restart, and are what the server says of the new conversation, in which a message waits already', () => {
    const { tell: showLeft, become, text } = setUp();
    showLeft(20);
    become(['user', 'bot', 'user', 'bot']);
    expect(text()).toBe('18 tries left today');
    become([]);
    expect(text()).toBe('18 tries left today');
    become(['user'], 1);
    showLeft(17);
    expect(text()).toBe('17 tries left today');
    become(['user', 'bot']);
    expect(text()).toBe('16 tries left today');
  });

  it('are not counted for who is signed in', () => {
    const { tell: showLeft, become, text } = setUp();
    showLeft(undefined);
    become(['user', 'bot']);
    expect(text()).toBeUndefined();
    document.body.replaceChildren();
    expect(() => {
      showTrialCount(document, { getState: () => ({ messages: [], deliveries: {} }), subscribe: () => undefined })(3);
    }).not.toThrow();
  });
});
