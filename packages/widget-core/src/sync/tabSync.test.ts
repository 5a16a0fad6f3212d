// @vitest-environment node
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import type { TabChannel } from '../lib/environment';
import { createTabSync } from './tabSync';

/** A channel that hands every post to every listener, also to the one who posts. */
function setUp() {
  const listeners = new Set<(message: unknown) => void>();
  const posted: unknown[] = [];
  const heard: string[] = [];
  let opened = 0;
  let closed = 0;
  const open = (): TabChannel => {
    opened += 1;
    return {
      post(message) {
        posted.push(message);
        for (const listener of listeners) listener(message);
      },
      onMessage(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => void (closed += 1),
    };
  };
  const say = (message: unknown): void => {
    for (const listener of listeners) listener(message);
  };
  const sync = createTabSync({ open, tabId: 'own', schema: v.string(), onMessage: (message) => heard.push(message) });
  return { sync, say, posted, heard, listeners, counts: () => ({ opened, closed }) };
}

describe('W-30 the line to other tabs', () => {
  it('carries a message in its envelope', () => {
    const { sync, posted } = setUp();
    sync.post('hello');
    expect(posted).toEqual([{ v: 1, from: 'own', message: 'hello' }]);
  });

  it('hears other tabs, and not itself', () => {
    const { sync, say, heard } = setUp();
    sync.post('mine');
    say({ v: 1, from: 'other', message: 'theirs' });
    expect(heard).toEqual(['theirs']);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'theirs'],
    ['another version', { v: 2, from: 'other', message: 'theirs' }],
    ['nobody', { v: 1, message: 'theirs' }],
    ['a message of another form', { v: 1, from: 'other', message: 7 }],
  ])('takes no notice of %s', (_title, message) => {
    const { say, heard } = setUp();
    say(message);
    expect(heard).toEqual([]);
  });

  it('hears and says nothing while it pauses, and holds no channel then', () => {
    const { sync, say, posted, heard, listeners, counts } = setUp();
    sync.pause();
    expect([listeners.size, counts()]).toEqual([0, { opened: 1, closed: 1 }]);
    sync.post('mine');
    say({ v: 1, from: 'other', message: 'theirs' });
    expect([posted, heard]).toEqual([[], []]);
    sync.resume();
    sync.resume();
    say({ v: 1, from: 'other', message: 'again' });
    expect([heard, listeners.size, counts()]).toEqual([['again'], 1, { opened: 2, closed: 1 }]);
    sync.pause();
    expect([listeners.size, counts()]).toEqual([0, { opened: 2, closed: 2 }]);
  });
});
