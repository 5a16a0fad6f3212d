import { describe, expect, it, vi } from 'vitest';
import type { PanelHost } from '../panelHost';
import type { Functions, WidgetConfig } from '../types';
import { callFunction, createSession, navigate } from './hostCalls';

function setUp(functions: Functions = {}, config: WidgetConfig = {}) {
  const emit = vi.fn((..._event: unknown[]) => true);
  const page = { location: { href: 'https://shop.test/cart' }, open: vi.fn(), fetch: vi.fn() };
  const host = {
    state: { functions, config },
    element: {},
    emit,
    window: page,
    signal: new AbortController().signal,
  } as unknown as PanelHost;
  return { host, emit, page, events: () => emit.mock.calls.map(([type]) => type) };
}
const call = (name: string, args: unknown = {}) => ({ name, args: args as never, callId: 'c1' });

describe('W-40 functions of the page', () => {
  it('run with their arguments, once, and answer plain data', async () => {
    const handler = vi.fn(({ a, b }: { a: number; b: number }) => ({ sum: a + b, at: new Date(0) }));
    const { host, events } = setUp({ add: { description: '', parameters: {}, handler } });
    await expect(callFunction(host, call('add', { a: 2, b: 3 }))).resolves.toEqual({
      value: { sum: 5, at: '1970-01-01T00:00:00.000Z' },
    });
    expect(handler).toHaveBeenCalledTimes(1);
    expect(events()).toEqual(['functioncall', 'functionresult']);
  });

  it('answer null for nothing, a constant result, and an abort', async () => {
    const { host } = setUp({
      nothing: { description: '', parameters: {}, handler: () => undefined },
      constant: { description: '', parameters: {}, result: { data: 7 } },
      ends: { description: '', parameters: {}, handler: () => AbortSignal.abort() },
    });
    await expect(callFunction(host, call('nothing'))).resolves.toEqual({ value: null });
    await expect(callFunction(host, call('constant'))).resolves.toEqual({ value: 7 });
    await expect(callFunction(host, call('ends'))).resolves.toEqual({ abort: true });
  });

  it('tell what they throw', async () => {
    const { host, events } = setUp({
      bad: {
        description: '',
        parameters: {},
        handler: () => {
          throw new Error('No stock');
        },
      },
    });
    await expect(callFunction(host, call('bad'))).rejects.toMatchObject({
      code: 'function_failed',
      message: 'No stock',
    });
    expect(events()).toEqual(['functioncall', 'functionresult', 'error']);
  });

  it('are not called with arguments that do not fit, and the model is told what is wrong', async () => {
    const handler = vi.fn();
    const { host } = setUp({ add: { description: '', parameters: { type: 'object', required: ['a'] }, handler } });
    await expect(callFunction(host, call('add', { b: 1 }))).rejects.toMatchObject({
      code: 'bad_payload',
      message: 'arguments.a is missing',
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('that take too long are told to stop, and nobody waits for them', async () => {
    vi.useFakeTimers();
    let isStopped = false;
    const { host } = setUp({
      slow: {
        description: '',
        parameters: {},
        timeoutMs: 50,
        handler: (_args, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              isStopped = true;
            });
          }),
      },
    });
    const pendingCall = callFunction(host, call('slow'));
    const outcome = expect(pendingCall).rejects.toMatchObject({ message: 'slow took too long' });
    await vi.advanceTimersByTimeAsync(60);
    await outcome;
    expect(isStopped).toBe(true);
    vi.useRealTimers();
  });

  it.each(['constructor', 'toString', '__proto__', 'removed', 'unknown'])(
    'A410 are only those that are registered, not %s',
    async (name) => {
      await expect(callFunction(setUp({ removed: null }).host, call(name))).rejects.toMatchObject({
        code: 'unsupported',
      });
    },
  );
});

describe('navigation', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://shop.test/x', 'http://['])(
    'refuses %s',
    (url) => {
      const { host, page } = setUp();
      expect(() => navigate(host, { url, target: '_top' })).toThrow(expect.objectContaining({ code: 'not_allowed' }));
      expect(page.open).not.toHaveBeenCalled();
    },
  );

  it('goes to web addresses, unless the page takes over', () => {
    const { host, emit, page } = setUp();
    expect(navigate(host, { url: '/help', target: '_top' })).toEqual({ handled: false });
    expect(page.open).toHaveBeenCalledWith('https://shop.test/help', '_top', '');
    emit.mockReturnValue(false);
    expect(navigate(host, { url: '/help', target: '_top' })).toEqual({ handled: true });
    expect(page.open).toHaveBeenCalledTimes(1);
  });

  it('FT-8: opens a new tab that has no way back to the page', () => {
    const { host, page } = setUp();
    expect(navigate(host, { url: 'https://elsewhere.test/', target: '_blank' })).toEqual({ handled: false });
    expect(page.open).toHaveBeenCalledExactlyOnceWith('https://elsewhere.test/', '_blank', 'noopener');
  });
});

describe('5.1 sessions made by the page', () => {
  const session = { conversationId: 'c', token: 't', expiresAt: 1 };

  it('come from its callback or its address', async () => {
    await expect(createSession(setUp({}, { createSession: () => Promise.resolve(session) }).host, {})).resolves.toEqual(
      session,
    );
    const { host, page } = setUp({}, { createSession: '/session' });
    page.fetch.mockResolvedValue(Response.json(session));
    await expect(createSession(host, {})).resolves.toEqual(session);
    expect(page.fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', credentials: 'same-origin' });
  });

  it('fail with a code, and are unsupported where the page makes none', async () => {
    const { host, page } = setUp({}, { createSession: '/session' });
    page.fetch.mockResolvedValue(new Response('', { status: 500 }));
    await expect(createSession(host, {})).rejects.toMatchObject({ code: 'session_failed' });
    await expect(createSession(setUp().host, {})).rejects.toMatchObject({ code: 'unsupported' });
  });
});
