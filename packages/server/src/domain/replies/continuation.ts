import { messageParts } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readHistory, readMessage, type StoredMessage } from '../../db/queries/conversations/messageQueries';
import { readRunOfMessage } from '../../db/queries/conversations/runQueries';
import type { EarlierText } from '../../model/turnState';

/** Types of messages that end a turn. */
const TURN_TYPES = ['user', 'input', 'bot'];

/**
 * Finds the reply to continue: the newest message of the shown branch, if it ended early.
 *
 * A running one is returned too, because starting a reply detects it.
 *
 * @throws ApiError 404 if the message is not in this conversation, 422 if it cannot be continued
 */
export async function readContinuable(db: Database, conversationId: string, id: string): Promise<StoredMessage> {
  const message = await readMessage(db, conversationId, id);
  if (!message) throw new ApiError('NOT_FOUND', 'The reply to continue is not part of this conversation');
  if (message.type !== 'bot') throw new ApiError('UNPROCESSABLE_ENTITY', 'Only a reply can be continued');
  const [last] = await readHistory(db, conversationId, { types: TURN_TYPES, take: 1 });
  if (last?.id !== id) throw new ApiError('UNPROCESSABLE_ENTITY', 'Only the newest reply can be continued');
  const run = await readRunOfMessage(db, conversationId, id);
  const isWhole = message.endReason === null && (run === undefined || run.status === 'done');
  if (isWhole) throw new ApiError('UNPROCESSABLE_ENTITY', 'This reply is already complete');
  return message;
}

/** The part of a reply that a continuation needs. */
export function earlierText(message: StoredMessage): EarlierText {
  return {
    text: message.text,
    references: message.references ?? [],
    isWithinText: messageParts(message).at(-1)?.type === 'text',
  };
}
