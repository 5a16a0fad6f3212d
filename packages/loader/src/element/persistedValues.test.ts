import { describe, expect, it, vi } from 'vitest';
import type { WidgetState } from '../panelHost';
import { createPersistedValues } from './persistedValues';

function make(notifyFrame: (name: string) => Promise<unknown> = () => Promise.resolve()) {
  const state = { functions: {}, messages: [], meta: {}, contact: null, notifications: {} } as unknown as WidgetState;
  const notify = vi.fn(notifyFrame);
  return {
    state,
    notify,
    values: createPersistedValues(state, notify) as Record<string, (value?: unknown) => unknown>,
  };
}
const call = (values: Record<string, (value?: unknown) => unknown>, name: string, value?: unknown): unknown =>
  values[name]?.(value);

describe('what a page sets before there is a frame', () => {
  it.each([
    ['setMeta', 'meta', { plan: 'pro' }],
    ['setContact', 'contact', { name: 'Ada' }],
    ['setMessages', 'messages', [{ id: 'message_1', type: 'user', text: 'Hi' }]],
    ['setFunctions', 'functions', { now: { description: 'The time' } }],
  ])('%s is kept, and a frame that is there is told at once', async (method, name, value) => {
    const { state, notify, values } = make();
    await call(values, method, value);
    expect(state[name as 'meta']).toEqual(value);
    expect(notify).toHaveBeenCalledExactlyOnceWith(name);
  });

  it.each(['setMeta', 'setMessages', 'setFunctions'])('%s with null takes everything away', async (method) => {
    const { state, values } = make();
    await call(values, method, null);
    expect([state.meta, state.messages, state.functions]).toEqual([{}, [], {}]);
  });

  it('setNotifications names those that are gone: the frame adds to what it has', async () => {
    const { state, values } = make();
    await call(values, 'setNotifications', { a: { text: 'A' }, b: { text: 'B' } });
    await call(values, 'setNotifications', { b: { text: 'Bee' } });
    expect(state.notifications).toEqual({ a: null, b: { text: 'Bee' } });
  });

  it('registerFunctions adds, replaces those of the same name, and takes its own back', () => {
    const { state, values } = make();
    const [first, second, third] = [{ description: '1' }, { description: '2' }, { description: '3' }];
    call(values, 'registerFunctions', { one: first, two: first });
    const takeBack = call(values, 'registerFunctions', { two: second, three: third }) as () => void;
    expect(state.functions).toEqual({ one: first, two: second, three: third });
    takeBack();
    expect(state.functions).toEqual({ one: first });
    call(values, 'unregisterFunctions', ['one', 'unknown']);
    expect(state.functions).toEqual({});
  });

  it('getFunctions gives a copy that changes nothing', () => {
    const { state, values } = make();
    call(values, 'registerFunctions', { one: { description: '1' } });
    delete (call(values, 'getFunctions') as Record<string, unknown>)['one'];
    expect(Object.keys(state.functions)).toEqual(['one']);
  });

  it('registering never rejects, when the frame does not take it; setting says so', async () => {
    const { state, values } = make(() => Promise.reject(new Error('gone')));
    call(values, 'registerFunctions', { one: { description: '1' } });
    await Promise.resolve();
    expect(Object.keys(state.functions)).toEqual(['one']);
    await expect(call(values, 'setMeta', { a: 1 })).rejects.toThrow('gone');
    expect(state.meta).toEqual({ a: 1 });
  });
});
