import type { Clock } from '../lib/clock';
import type { Message } from '../api/message';
import type { ActivityMessage, NumberedReplyEvent } from '../api/replyEvents';
import { isVisitors } from './history';
import type { ConversationEvent } from './conversationEvents';

/** One reply as it is read from its stream. */
export interface ReplyReader {
  /** What an event of the stream means for the conversation. */
  read(event: NumberedReplyEvent): ConversationEvent[];
}

/**
 * Turns what the stream says into what happened to the conversation.
 *
 * @param key - render key of the reply
 * @param answers - render key of the message it answers
 * @param offset - how many characters of the reply are known already, when a stream is resumed
 */
export function createReplyReader(key: string, answers: string | undefined, offset: number, clock: Clock): ReplyReader {
  let position = offset;
  let messageId: string | undefined;

  const stored = (id: string | null | undefined): ConversationEvent[] =>
    id && answers !== undefined ? [{ type: 'message-stored', key: answers, id }] : [];

  return {
    read(event) {
      switch (event.type) {
        case 'completeBegin':
          messageId = event.data.messageId;
          position = 0;
          return [...stored(event.data.userMessageId), { type: 'reply-identified', key, runId: event.data.id, messageId }];
        case 'message': {
          const message = event.data;
          if (isActivity(message)) return [{ type: 'activity-added', key, activity: message }];
          if (message.id === messageId || isVisitors(message)) return [];
          return [{ type: 'message-received', message }];
        }
        case 'token': {
          const { token } = event.data;
          const delta: ConversationEvent = { type: 'text-delta', key, offset: position, text: token };
          position += token.length;
          return token === '' ? [] : [delta];
        }
        case 'result':
          return [...stored(event.data.userMessageId), { type: 'reply-end', key, message: readResult(event.data, key, clock) }];
        default:
          return [];
      }
    },
  };
}

type Result = Extract<NumberedReplyEvent, { type: 'result' }>['data'];

/** The finished message; undefined when nothing was written, such as after an early stop. */
function readResult(result: Result, key: string, clock: Clock): Message | undefined {
  if (result.text === '') return undefined;
  return {
    id: result.id,
    originalMessageId: key,
    type: 'bot',
    text: result.text,
    createdAt: clock.now(),
    ...(result.references && { references: result.references }),
    ...(result.meta && { meta: result.meta }),
  };
}

/** Whether a listed or streamed message is a function call or reasoning. */
export function isActivity(message: Message | ActivityMessage): message is ActivityMessage {
  return message.type === 'activity' || message.type === 'reasoning';
}
