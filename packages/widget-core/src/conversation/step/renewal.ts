import { isWidgetError } from '../../errors';
import type { Message } from '../../api/message';
import { findMessage, messageKey, type Send } from '../state';
import { dropSend, findSend, keepSend, setWork, want, type Stepping } from './log';
import { end } from './tabs';

/**
 * Whether a send was refused because the server does not know the conversation any more. A new one that refuses it as
 * well is not the reason.
 */
export function isConversationGone({ state, hasServer }: Stepping, given: Send, error: unknown): boolean {
  return (
    hasServer &&
    isWidgetError(error) &&
    error.code === 'NOT_FOUND' &&
    state.conversationId !== undefined &&
    !state.work.hasBegunAnew &&
    given.continues === undefined
  );
}

/**
 * A new conversation begins, and what was to be said goes along: the message, or the question that has no answer.
 *
 * @param send - says something anew
 */
export function beginAnew(
  step: Stepping,
  given: Send,
  send: (step: Stepping, sent: { readonly message: Message; readonly respond: boolean }) => void,
): void {
  const { conversationId, messages } = step.state;
  if (conversationId === undefined) return;
  setWork(step, { hasBegunAnew: true });
  end(step, conversationId);
  want(step, { type: 'leave-session', conversationId });
  const question = given.message ? undefined : findMessage(messages, given.answers);
  if (!question) return;
  dropSend(step, given.id);
  want(step, { type: 'settled', id: given.id });
  const { originalMessageId: _id, failure: _failure, ...message } = question;
  const id = messageKey(question);
  send(step, { message: { ...message, id }, respond: true });
  // The other tabs know it as a message of the conversation that is over: the list tells them.
  const sent = findSend(step.state, id);
  if (sent) keepSend(step, { ...sent, attempt: 1 });
}
