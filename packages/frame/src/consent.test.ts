import { describe, expect, it, vi } from 'vitest';
import type { TabChannel, WidgetEnvironment } from '@sotto/widget-core';
import { forget, holdBack } from './consent';

const nothing = (): void => undefined;
const PAGE = { onLeave: () => nothing, onReturn: () => nothing };

function setUp() {
  localStorage.clear();
  sessionStorage.clear();
  const posted: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const channel: TabChannel = {
    post: (message) => void posted.push(message),
    onMessage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      listeners.clear();
    },
  };
  const environment = {
    localStorage,
    sessionStorage,
    page: PAGE,
    openChannel: () => channel,
  } as unknown as WidgetEnvironment;
  return { held: holdBack(environment), environment, posted, listeners };
}

describe('2.4 consent', () => {
  it('nothing is kept before it, and it reads as if it were', () => {
    const { held } = setUp();
    held.environment.localStorage?.setItem('sotto:demo:a', '1');
    held.environment.sessionStorage?.setItem('sotto:demo:b', '2');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(held.environment.localStorage?.getItem('sotto:demo:a')).toBe('1');
    expect(held.environment.localStorage?.key(0)).toBe('sotto:demo:a');
    held.environment.localStorage?.removeItem('sotto:demo:a');
    expect(held.environment.localStorage?.length).toBe(0);
  });

  it('other tabs are neither sent anything nor listened to before it; granted, they are', () => {
    const { held, posted, listeners } = setUp();
    const heard: unknown[] = [];
    const line = held.environment.openChannel('x');
    line?.onMessage((message) => heard.push(message));
    line?.post('before');
    expect([posted, listeners.size]).toEqual([[], 0]);
    held.grant();
    line?.post('logout');
    for (const listener of listeners) listener('restart');
    expect([posted, heard]).toEqual([['logout'], ['restart']]);
    line?.close();
    expect(listeners.size).toBe(0);
  });

  it('EN-14: granted, work that is under way has the lock that other tabs wait for, before they can see it', async () => {
    const log: string[] = [];
    const { environment } = setUp();
    const real = {
      hold: async (name: string, action: (lost: AbortSignal) => Promise<unknown>) => {
        log.push(`${name} taken, ${String(localStorage.length)} kept`);
        await action(theft.signal);
        log.push(`${name} free`);
      },
    };
    const theft = new AbortController();
    const held = holdBack({ ...environment, locks: real } as unknown as WidgetEnvironment);
    await held.environment.locks.hold('sotto:done', () => Promise.resolve());
    let isLost = false;
    let finish = (): void => undefined;
    const work = held.environment.locks.hold('sotto:conv_1', async (lost) => {
      lost.addEventListener('abort', () => (isLost = true));
      await new Promise<void>((resolve) => (finish = resolve));
    });
    held.environment.localStorage?.setItem('sotto:demo:a', '1');
    expect(log).toEqual([]);
    held.grant();
    expect(log).toEqual(['sotto:conv_1 taken, 0 kept']);
    theft.abort();
    expect(isLost).toBe(true);
    finish();
    await work;
    await vi.waitFor(() => {
      expect(log.at(-1)).toBe('sotto:conv_1 free');
    });
  });

  it('granted, the running chat is kept, and from then on everything', () => {
    const { held } = setUp();
    held.environment.localStorage?.setItem('sotto:demo:a', '1');
    held.grant();
    held.environment.localStorage?.setItem('sotto:demo:c', '3');
    expect([localStorage.getItem('sotto:demo:a'), localStorage.getItem('sotto:demo:c')]).toEqual(['1', '3']);
    expect(held.environment.localStorage?.getItem('sotto:demo:a')).toBe('1');
  });

  it('granted where the browser denies storage, it stays in memory', () => {
    const held = holdBack({
      localStorage: undefined,
      sessionStorage: undefined,
      page: PAGE,
    } as unknown as WidgetEnvironment);
    held.environment.localStorage?.setItem('a', '1');
    held.grant();
    expect(held.environment.localStorage?.getItem('a')).toBe('1');
  });

  it('revoked, all of this widget goes and nothing else, then the page starts again', async () => {
    const { environment } = setUp();
    for (const key of ['sotto:demo:peek:1', 'sotto:session:demo:day', 'sotto:other:peek:1', 'mine'])
      localStorage.setItem(key, '1');
    sessionStorage.setItem('sotto:demo:day:draft', '1');
    const order: string[] = [];
    const note = (name: string) =>
      vi.fn(() => {
        order.push(name);
      });
    await forget(
      {
        integration: { integrationId: 'demo' },
        logout: async () => {
          order.push('logout');
        },
        close: note('close'),
      } as never,
      {
        ...environment,
        onFrame: (callback) => {
          order.push('frame');
          callback();
          return () => undefined;
        },
      },
      note('start'),
    );
    expect(order).toEqual(['logout', 'frame', 'close', 'start']);
    expect(Object.keys({ ...localStorage }).sort()).toEqual(['mine', 'sotto:other:peek:1']);
    expect(sessionStorage.length).toBe(0);
  });
});
