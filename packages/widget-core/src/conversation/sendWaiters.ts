import { WidgetError } from '../errors';
import type { Message } from '../api/message';
import { messageKey } from './conversationState';
import type { AppliedEvent, ConversationStore } from './conversationStore';
import { isVisitors } from './history';

/** Senders that wait for what becomes of their messages, whichever tab does the work. */
export interface SendWaiters {
  /** @param key - render key of the message, or the entry's id when the bot only goes on */
  readonly wait: (key: string) => Promise<Message | undefined>;
  /** Which send a reply belongs to. */
  readonly noteReply: (replyKey: string, key: string) => void;
  /** Follows what happens, to tell the senders. */
  readonly follow: (applied: AppliedEvent) => void;
  /** Tells every sender, except those of some keys, that nothing more will come. */
  readonly rejectAll: (error: WidgetError, except?: ReadonlySet<string>) => void;
}

interface Waiter {
  readonly resolve: (message: Message | undefined) => void;
  readonly reject: (error: WidgetError) => void;
}

/** @see SendWaiters */
export function createSendWaiters({ store }: ConversationStore): SendWaiters {
  const waiters = new Map<string, Waiter>();
  /** Keys of waiters, by render key of the reply. */
  const replies = new Map<string, string>();

  function settle(key: string | undefined, act: (waiter: Waiter) => void): void {
    const waiter = key === undefined ? undefined : waiters.get(key);
    if (!waiter || key === undefined) return;
    waiters.delete(key);
    act(waiter);
  }
  function resolve(key: string | undefined, message: Message | undefined): void {
    settle(key, (waiter) => {
      waiter.resolve(message);
    });
  }
  function reject(key: string | undefined, error: WidgetError): void {
    settle(key, (waiter) => {
      waiter.reject(error);
    });
  }
  function noteReply(replyKey: string, key: string): void {
    if (waiters.has(key)) replies.set(replyKey, key);
  }

  function endReply(replyKey: string, message: Message | undefined): void {
    const key = replies.get(replyKey);
    replies.delete(replyKey);
    // Without a message and still under way, the send itself is repeated later: the sender goes on waiting.
    const isUnderWay = key !== undefined && Object.hasOwn(store.getState().deliveries, key);
    if (message !== undefined || !isUnderWay) resolve(key, message);
  }

  /** A message that wants no reply is done when it is stored. */
  function endStored(key: string): void {
    if ([...replies.values()].includes(key)) return;
    const stored = store.getState().messages.find((message) => messageKey(message) === key);
    if (stored && isVisitors(stored)) resolve(key, stored);
  }

  function follow({ event }: AppliedEvent): void {
    if (event.type === 'reply-start' && event.answers !== undefined) noteReply(event.key, event.answers);
    else if (event.type === 'reply-end') endReply(event.key, event.message);
    else if (event.type === 'message-stored') endStored(event.key);
    else if (event.type === 'reply-failed') {
      reject(replies.get(event.key), new WidgetError(event.failure.code, { message: event.failure.message }));
      replies.delete(event.key);
    } else if (event.type === 'delivery-changed' && event.delivery.state === 'failed') {
      reject(event.key, new WidgetError(event.delivery.code, { message: event.delivery.message }));
    }
  }

  return {
    wait: (key) =>
      new Promise((onResolve, onReject) => {
        waiters.set(key, { resolve: onResolve, reject: onReject });
      }),
    noteReply,
    follow,
    rejectAll(error, except) {
      for (const key of [...waiters.keys()]) if (!except?.has(key)) reject(key, error);
      replies.clear();
    },
  };
}
