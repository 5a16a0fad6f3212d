// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { LONGEST_MS, walk } from '../../testing/walk/walk';
import type { Budget } from '../../testing/walk/world';

/** A message that was answered, and one whose reply was stopped: what is said before a walk begins. */
const ANSWERED = ['say 0'];
const STOPPED = ['say 0', 'write r-m1', 'stop 0', 'stop of 0'];

/**
 * What may happen on a walk, and how many states there are then; a number with `first` is where it ends before all of
 * them.
 */
const WALKS: readonly {
  readonly name: string;
  readonly budget: Partial<Budget>;
  readonly before?: readonly string[];
  readonly first?: number;
}[] = [
  { name: 'a message whose connection breaks, with a longer reply', budget: { sends: 1, cuts: 1, tokens: 2 } },
  { name: 'a message that is stopped', budget: { sends: 1, stops: 1 } },
  { name: 'a message whose connection breaks, with an outage', budget: { sends: 1, cuts: 1, outages: 1 } },
  { name: 'a message, and a restart in one of the tabs', budget: { sends: 1, restarts: 1 } },
  { name: 'two messages, and a restart', budget: { sends: 2, restarts: 1 }, first: 10_000 },
  {
    name: 'a message, and the server deletes the conversation',
    budget: { sends: 1, deletions: 1 },
  },
  { name: 'two messages, and the server deletes the conversation', budget: { sends: 2, deletions: 1 }, first: 30_000 },
  { name: 'a message, and a reload', budget: { sends: 1, reloads: 1 }, first: 120_000 },
  { name: 'a message, and a tab in the back/forward cache', budget: { sends: 1, leaves: 1 } },
  { name: 'two messages, and a tab in the back/forward cache', budget: { sends: 2, leaves: 1 }, first: 60_000 },
  { name: 'a message that is edited', budget: { sends: 1, edits: 1 }, before: ANSWERED },
  {
    name: 'an edit that the server refuses, and the next try',
    budget: { sends: 1, edits: 1, refusals: 1, retries: 1 },
    before: ANSWERED,
  },
  { name: 'an edit, and a reload', budget: { sends: 1, edits: 1, reloads: 1 }, before: ANSWERED, first: 60_000 },
  { name: 'a reply that is continued', budget: { sends: 1, stops: 1, continues: 1 }, before: STOPPED },
  {
    name: 'a Continue that the server refuses, and another',
    budget: { sends: 1, stops: 1, continues: 2, refusals: 1 },
    before: STOPPED,
  },
  {
    name: 'a Continue whose connection breaks',
    budget: { sends: 1, stops: 1, continues: 1, cuts: 1 },
    before: STOPPED,
  },
  { name: 'a message whose reply calls a function', budget: { sends: 1, tools: 1, tokens: 2 } },
  { name: 'a function, and a reload', budget: { sends: 1, tools: 1, reloads: 1 }, first: 120_000 },
  { name: 'a function, and a connection that breaks', budget: { sends: 1, tools: 1, cuts: 1, tokens: 2 } },
  { name: 'a function, and a stop', budget: { sends: 1, tools: 1, stops: 1 } },
  { name: 'a token that is over', budget: { sends: 1, expiries: 1, retries: 1 } },
  { name: 'three messages', budget: { sends: 3 }, first: 60_000 },
  { name: 'consent that is given in both tabs', budget: { sends: 1, consents: 2 } },
  {
    name: 'two messages without a connection, and consent in both tabs',
    budget: { sends: 2, consents: 2, outages: 1 },
    first: 120_000,
  },
  { name: 'consent, while a function runs', budget: { sends: 1, consents: 2, tools: 1 } },
  { name: 'consent that is taken back', budget: { sends: 1, withdrawals: 1 } },
  {
    name: 'consent that is taken back while a tab is in the back/forward cache',
    budget: { sends: 1, withdrawals: 1, leaves: 1 },
    first: 120_000,
  },
  {
    name: 'consent that is taken back and given again',
    budget: { sends: 2, consents: 3, withdrawals: 1 },
    before: ['allow 0', 'say 0'],
    first: 120_000,
  },
  { name: 'a message that is given up and tried again', budget: { sends: 1, cuts: 1, retries: 1 }, first: 120_000 },
];

/** Of each walk the beginning, where most faults show; all of it with `SOTTO_ALL=1`. */
const PLAYS_ALL = process.env['SOTTO_ALL'] === '1';
const BEGINNING = 20_000;

describe('F313 every order of what two tabs can do and what can happen to them', () => {
  const total = { states: 0 };

  it.each(WALKS)(
    '$name',
    ({ budget, before, first }) => {
      const limit = Math.min(first ?? Number.POSITIVE_INFINITY, PLAYS_ALL ? Number.POSITIVE_INFINITY : BEGINNING);
      const walked = walk(budget, limit, before);
      expect(walked.found).toBeUndefined();
      if (walked.isWhole) expect(first).toBeUndefined();
      else expect(walked.states).toBeGreaterThan(limit);
      expect(walked.quiet).toBeGreaterThan(0);
      total.states += walked.states;
    },
    LONGEST_MS,
  );

  // With those of `twoMessages.walk.test.ts` more than a million. They are walked beside each other.
  if (PLAYS_ALL)
    it('are 600,000 states at least', () => {
      expect(total.states).toBeGreaterThan(600_000);
    });
});
