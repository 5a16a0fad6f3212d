import { describe, expect, it } from 'vitest';
import { guardPage } from './guardPage';

/** A window with the little that the guard needs. */
function setUp(kept: Map<string, string> = new Map(), requestId?: string) {
  const listeners = new Map<string, (event: unknown) => void>();
  const timers: (() => void)[] = [];
  const shown: string[] = [];
  const navigator = { onLine: true };
  const element = () => ({
    className: '',
    href: '',
    textContent: '',
    setAttribute() {
      /* said */
    },
    append: (...parts: unknown[]) => {
      shown.push(
        ...parts.map((part) => (typeof part === 'string' ? part : (part as { textContent: string }).textContent)),
      );
    },
  });
  const page = {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        kept.set(key, value);
      },
      removeItem: (key: string) => {
        kept.delete(key);
      },
    },
    setTimeout: (action: () => void) => timers.push(action),
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      listeners.set(type, listener);
    },
    document: {
      documentElement: { dataset: requestId === undefined ? {} : { request: requestId } },
      querySelector: () => null,
      createElement: element,
      body: {
        prepend() {
          /* shown */
        },
      },
    },
    location: { origin: 'http://localhost' },
    navigator,
  } as unknown as Window;
  const reloads: number[] = [];
  const guard = guardPage(page, () => {
    reloads.push(reloads.length);
  });
  const runTimers = (): void => {
    for (const run of timers.splice(0)) run();
  };
  return {
    guard,
    reloads,
    runTimers,
    shown,
    kept,
    navigator,
    leave: () => {
      listeners.get('beforeunload')?.({});
    },
  };
}

describe('H-14 a page that fails', () => {
  it('reloads three times at most, then says so', () => {
    const kept = new Map<string, string>();
    const loads = Array.from({ length: 5 }, () => {
      const { guard, reloads, shown } = setUp(kept);
      guard.report();
      return [reloads.length, shown.join('').includes('does not work')];
    });
    expect(loads).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [0, true],
      [0, true],
    ]);
  });

  it('counts once what fails while it reloads: Firefox ends what the page still loads before the page hears that it is left', () => {
    const { guard, reloads, kept } = setUp();
    guard.report();
    guard.report();
    expect([reloads.length, kept.get('sotto:page-reloads')]).toEqual([1, '1']);
  });

  it('names the request, where the server gave it a name, so that support finds it in the log', () => {
    const spent = () => new Map([['sotto:page-reloads', '3']]);
    const named = setUp(spent(), 'req_01');
    named.guard.report();
    expect(named.shown.join('')).toContain('Request req_01');
    const unnamed = setUp(spent());
    unnamed.guard.report();
    expect(unnamed.shown.join('')).not.toContain('Request');
  });

  it('counts over reloads, and anew after a good run', () => {
    const kept = new Map([['sotto:page-reloads', '3']]);
    const late = setUp(kept);
    late.guard.report();
    expect(late.reloads).toHaveLength(0);
    late.runTimers();
    late.guard.report();
    expect(late.reloads).toHaveLength(1);
  });

  it('does not call back somebody who is leaving: Firefox ends what the page still loads before the answer to a form is there', () => {
    const { guard, reloads, runTimers, leave } = setUp();
    leave();
    guard.report();
    expect(reloads).toHaveLength(0);
    // It was a download, and the page is still here.
    runTimers();
    expect(reloads).toHaveLength(1);
  });

  it('does not reload without a connection: what was typed would be lost, and no page would come', () => {
    const { guard, reloads, shown, navigator } = setUp();
    navigator.onLine = false;
    guard.report();
    expect([reloads, shown]).toEqual([[], []]);
    navigator.onLine = true;
    guard.report();
    expect(reloads).toHaveLength(1);
  });
});
