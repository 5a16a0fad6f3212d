import { expect, it } from 'vitest';
import type { Run } from '../../db/queries/conversations/runQueries';
import { createPendingCompletions } from './pendingCompletions';

it('an end that is added while an earlier one of its conversation is being stored is stored as well', async () => {
  const pending = createPendingCompletions();
  const run = { conversationId: 'c' } as Run;
  const stored: string[] = [];
  const later = async (): Promise<unknown> => stored.push('later');
  pending.add(run, async () => {
    pending.add(run, later);
    stored.push('earlier');
  });
  await pending.settle('c');
  await pending.settle('c');
  await pending.settle('c');
  expect(stored).toEqual(['earlier', 'later']);
});
