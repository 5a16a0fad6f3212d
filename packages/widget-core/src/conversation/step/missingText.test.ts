import { describe, expect, it } from 'vitest';
import type { Fact } from '../events';
import { EMPTY_CONVERSATION } from '../state';
import { step } from '../machine';

const AROUND = { now: 0, isOnline: true, hasServer: true };

/** How often a tab that reads along asks the tab that streams for text that it has missed. */
function countRequests(events: readonly Fact[]): number {
  let state = EMPTY_CONVERSATION;
  let requests = 0;
  for (const event of events) {
    const stepped = step(state, { type: 'tab-message', message: { type: 'event', event } }, AROUND);
    ({ state } = stepped);
    requests += stepped.effects.filter((effect) => effect.type === 'post' && effect.message.type === 'state?').length;
  }
  return requests;
}

const start = (key: string): Fact => ({ type: 'reply-start', key, startedAt: 0 });
const late = (key: string, offset = 4): Fact => ({ type: 'text-delta', key, offset, text: 'two ' });

describe('EN-14 text of another tab that is missing', () => {
  it('is asked for once while it is missing', () => {
    expect(countRequests([start('a'), late('a'), late('a', 8)])).toBe(1);
  });

  it('is asked for in a later reply also when no tab has answered in an earlier one', () => {
    expect(countRequests([start('a'), late('a'), start('b'), late('b')])).toBe(2);
  });
});
