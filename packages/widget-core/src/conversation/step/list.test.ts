// @vitest-environment node
import { expect, it } from 'vitest';
import type { Event } from '../events';
import { step } from '../machine';
import { EMPTY_CONVERSATION } from '../state';

const ID = 'msg_1';
const message = { id: ID, type: 'user', text: 'Hello' } as const;

it('EN-8 a page that comes back shows as sent what another tab has sent, though its report did not arrive', () => {
  const events: Event[] = [
    { type: 'send', message, respond: true },
    // Storage no longer has it: the other tab has sent it.
    { type: 'became-writer', sends: [] },
  ];
  const take = (state: typeof EMPTY_CONVERSATION, event: Event) =>
    step(state, event, { now: 1, isOnline: true, hasServer: true }).state;
  const left = events.reduce(take, EMPTY_CONVERSATION);
  expect(left.deliveries).toMatchObject({ [ID]: { state: 'sending' } });

  const stored = { messages: [{ ...message, id: 'stored', originalMessageId: ID }], sends: [] };
  const back = take(left, { type: 'resume', session: 'none', stored });
  expect(back.deliveries).toEqual({});
  expect(back.messages.map(({ id }) => id)).toEqual(['stored']);
});
