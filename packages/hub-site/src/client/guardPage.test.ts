import { describe, expect, it } from 'vitest';
import { guardPage } from './guardPage';

/** A window with the little that the guard needs. */
function setUp(kept: Map<string, string> = new Map(), requestId?: string) {
  const listeners: ((event: unknown) => void)[] = [];
  const timers: (() => void)[] = [];
  const shown: string[] = [];
  const element = () => ({ className: '', href: '', textContent: '', setAttribute() { /* said */ }, append: (...parts: unknown[]) => { shown.push(...parts.map((part) => (typeof part === 'string' ? part : (part as { textContent: string }).textContent))); } });
  const page = {
    sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => { kept.set(key, value); }, removeItem: (key: string) => { kept.delete(key); } },
    setTimeout: (action: () => void) => timers.push(action),
    addEventListener: (_: string, listener: (event: unknown) => void) => { listeners.push(listener); },
    document: { documentElement: { dataset: requestId === undefined ? {} : { request: requestId } }, querySelector: () => null, createElement: element, body: { prepend() { /* shown */ } } },
    location: { origin: 'http://localhost' },
  } as unknown as Window;
  const reloads: number[] = [];
  const guard = guardPage(page, () => { reloads.push(reloads.length); });
  return { guard, reloads, timers, shown, kept };
}

describe('H-14 a page that fails', () => {
  it('reloads three times at most, then says so', () => {
    const { guard, reloads, shown } = setUp();
    for (let count = 0; count < 5; count += 1) guard.report();
    expect(reloads).toHaveLength(3);
    expect(shown[0]).toContain('does not work');
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
    late.timers.forEach((run) => { run(); });
    late.guard.report();
    expect(late.reloads).toHaveLength(1);
  });
});
