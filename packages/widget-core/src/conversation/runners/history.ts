import { isVisitors, messageKey, type Message } from '../../api/message';
import type { CompleteRequest } from '../../api/requests';
import type { ConversationState } from '../state';

/**
 * What a model is told of a conversation: what has been said, and the message that is sent now.
 *
 * Superseded versions, what only this page has said, and what has not arrived are left out.
 */
export function toHistory(
  { messages, deliveries }: ConversationState,
  { id, replaces, text }: Pick<CompleteRequest, 'id' | 'replaces' | 'text'>,
): readonly Message[] {
  const place = messages.findIndex((message) =>
    text === undefined ? replaces !== undefined && message.id === replaces : messageKey(message) === id,
  );
  const end = place < 0 ? messages.length : text === undefined ? place : place + 1;
  return messages.slice(0, end).filter((message) => {
    const { type, extra } = message;
    if (type === 'intro' || extra?.local === true) return false;
    if (messageKey(message) === id) return true;
    const hasArrived = !isVisitors(message) || !Object.hasOwn(deliveries, messageKey(message));
    return extra?.visible !== false && hasArrived;
  });
}
