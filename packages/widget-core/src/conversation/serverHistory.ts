import type { Message } from '../api/message';
import type { ConversationApi, ListedMessage } from '../transport/conversationApi';
import { activityToMessage } from './conversationReducer';
import { messageKey, type LiveReply } from './conversationState';
import type { ConversationStore } from './conversationStore';
import { isVisitors } from './history';
import type { Outbox } from './outbox';
import { toFailure } from './replyFailure';
import { isActivity } from './replyToEvents';

/** What the server has of the conversation, laid over what is shown. */
export interface ServerHistory {
  /** Reads the list and applies it; with `here` the other tabs are told. Throws WidgetError. */
  readonly sync: (origin?: 'server' | 'here') => Promise<void>;
  /** Looks for the message that a lost reply has become, whole or broken off, shows it when it is there, and tells which. */
  readonly findReply: (reply: LiveReply) => Promise<'ended' | 'unanswered'>;
  /** Reads the list and tells whether the bot has answered a message of the visitor, by its render key. */
  readonly isAnswered: (key: string) => Promise<boolean>;
}

/** @param api - undefined: there is no server to ask */
export function createServerHistory(api: ConversationApi | undefined, conversation: ConversationStore, outbox: Outbox): ServerHistory {
  const { store, dispatch } = conversation;

  async function readList(): Promise<readonly Message[]> {
    if (!api) return [];
    const { conversationId, items } = await api.listMessages();
    // The session may have been replaced on the way: then this is the list of the conversation that is open now.
    return conversationId === store.getState().conversationId ? items.map(toMessage) : [];
  }

  function apply(list: readonly Message[], origin: 'server' | 'here' = 'server'): void {
    if (list.length === 0) return;
    dispatch({ type: 'history-synced', messages: [...list] }, { origin });
    for (const { id, failure, message } of outbox.list()) {
      const listed = failure && message && list.find(({ originalMessageId }) => originalMessageId === id);
      if (!listed) continue;
      // Given up here, but the server had it.
      outbox.remove(id);
      dispatch({ type: 'message-stored', key: id, id: listed.id });
    }
  }

  /** What stands behind a message of the visitor in the server's list; everything when it is unknown there. */
  function behind(list: readonly Message[], key: string | undefined): readonly Message[] {
    const shown = store.getState().messages.find((message) => messageKey(message) === key);
    const index = list.findLastIndex((message) => message.id === shown?.id || (key !== undefined && message.originalMessageId === key));
    return index < 0 ? [] : list.slice(index + 1);
  }

  return {
    async sync(origin) {
      apply(await readList(), origin);
    },
    async findReply(reply) {
      const list = await readList();
      const found =
        list.find((message) => message.type === 'bot' && message.id === reply.messageId) ??
        behind(list, reply.answers).find(isAnswer);
      if (found?.failure) dispatch({ type: 'reply-failed', key: reply.key, failure: toFailure(reply.answers, found.failure.code, found.failure.message) });
      else if (found) dispatch({ type: 'reply-end', key: reply.key, message: { ...found, originalMessageId: reply.key } });
      apply(list);
      return found ? 'ended' : 'unanswered';
    },
    async isAnswered(key) {
      const list = await readList();
      const answer = beginsWithAnswer(behind(list, key));
      if (answer) apply(list);
      return answer;
    },
  };
}

/** Whether the bot speaks before the visitor does again. */
function beginsWithAnswer(list: readonly Message[]): boolean {
  return list.find((message) => isVisitors(message) || isAnswer(message))?.type === 'bot';
}

/** What broke off is none. */
function isAnswer({ type, failure }: Message): boolean {
  return type === 'bot' && !failure;
}

function toMessage(listed: ListedMessage): Message {
  return isActivity(listed) ? activityToMessage(listed) : listed;
}
