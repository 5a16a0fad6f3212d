import type { ActivityMessage, Message } from '@sotto/widget-core/api';
import { MESSAGE_TYPES } from '@sotto/widget-core/internal/server';
import type { StoredMessage } from '../../db/queries/conversations/messageQueries';

/**
 * A stored message as returned by the API. Its client id becomes `originalMessageId`, the id the sender knows it by.
 *
 * @param versions - ids of all versions, if there are several
 * @param failure - error of its reply
 * @param turnStart - first message of its turn, if there are several
 */
export function toMessage(
  stored: StoredMessage,
  versions?: readonly string[],
  failure?: Message['failure'],
  turnStart?: string,
): Message | ActivityMessage {
  const view = {
    id: stored.id,
    ...(stored.clientId !== null && { originalMessageId: stored.clientId }),
    ...(turnStart !== undefined && { sequenceMessageId: turnStart }),
    text: stored.text,
    ...(stored.meta && { meta: stored.meta }),
    ...((stored.isHidden || !stored.isCurrent) && {
      extra: { ...(stored.isHidden && { hidden: true }), ...(!stored.isCurrent && { visible: false }) },
    }),
    ...(versions && { versions: [...versions] }),
    ...(stored.references && { references: stored.references }),
    ...(stored.attachments && { attachments: stored.attachments }),
    ...(failure && { failure }),
    ...(stored.parts && { parts: stored.parts }),
    ...(stored.endReason !== null && { end: stored.endReason }),
    ...(stored.author && { author: stored.author }),
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  };
  const type = MESSAGE_TYPES.find((name) => name === stored.type);
  if (type) return { ...view, type };
  return { ...view, type: stored.type === 'reasoning' ? 'reasoning' : 'activity' };
}
