import { WidgetError } from '../errors';
import type { Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';
import { createId } from '../lib/ids';
import type { Attachment, Message } from '../api/message';
import type { JsonObject } from '../lib/json';
import { messageKey } from './conversationState';
import type { AppliedEvent, ConversationStore } from './conversationStore';
import type { Outbox } from './outbox';
import { createSendWaiters } from './sendWaiters';

/** What is sent in the visitor's name. */
export interface OutgoingMessage {
  readonly text: string;
  readonly type: 'user' | 'input';
  readonly isHidden: boolean;
  readonly shouldRespond: boolean;
  readonly meta: JsonObject | undefined;
  readonly attachments: readonly Attachment[] | undefined;
  /** Id of the message whose place it takes. */
  readonly replaces?: string;
}

/** Puts messages on their way and tells their senders what became of them, whichever tab does the work. */
export interface Sender {
  /** Shows the message and puts it into the outbox. Resolves with the reply, or with the stored message when none is wanted. */
  readonly send: (outgoing: OutgoingMessage) => { readonly message: Message; readonly finished: Promise<Message> };
  /** Asks the bot to go on without a new message: to begin, to answer again, or for another version of a reply. Resolves with what it said, if anything. */
  readonly goOn: (answers: string | undefined, replaces?: string) => Promise<Message | undefined>;
  /** What was given up goes out again, with the same ids. */
  readonly retry: () => void;
  /** Which send a reply belongs to. */
  readonly noteReply: (replyKey: string, entryId: string) => void;
  /** Follows what happens, to tell the senders. */
  readonly follow: (applied: AppliedEvent) => void;
  /** Tells every sender, except those of some entries, that nothing more will come. */
  readonly rejectAll: (error: WidgetError, except?: ReadonlySet<string>) => void;
}

/** What sending needs. */
export interface SenderOptions {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly conversation: ConversationStore;
  readonly outbox: Outbox;
  /** There is something to send. */
  readonly onQueued: (entryId: string) => void;
}

/** @see Sender */
export function createSender({ clock, connectivity, conversation, outbox, onQueued }: SenderOptions): Sender {
  const { dispatch } = conversation;
  const waiters = createSendWaiters(conversation);
  const firstDelivery = (): { state: 'sending' | 'waiting' } => ({ state: connectivity.isOnline() ? 'sending' : 'waiting' });

  return {
    send({ text, type, isHidden, shouldRespond, meta, attachments, replaces }) {
      const id = createId('msg', clock);
      const message: Message = {
        id,
        type,
        text,
        createdAt: clock.now(),
        ...(meta && { meta }),
        ...(isHidden && { extra: { hidden: true } }),
        ...(attachments && { attachments: [...attachments] }),
      };
      const finished = waiters.wait(id).then((reply) => {
        if (!reply) throw new WidgetError('ABORTED');
        return reply;
      });
      outbox.add({ id, message, respond: shouldRespond, replaces });
      dispatch({ type: 'message-sent', message, delivery: firstDelivery(), replaces });
      onQueued(id);
      return { message, finished };
    },
    goOn(answers, replaces) {
      const id = createId('msg', clock);
      const finished = waiters.wait(id);
      outbox.add({ id, respond: true, answers, replaces });
      onQueued(id);
      return finished;
    },
    retry() {
      for (const { failure, ...entry } of outbox.list()) {
        if (!failure) continue;
        outbox.put(entry);
        if (entry.message) dispatch({ type: 'delivery-changed', key: messageKey(entry.message), delivery: firstDelivery() });
        onQueued(entry.id);
      }
    },
    noteReply: waiters.noteReply,
    follow: waiters.follow,
    rejectAll: waiters.rejectAll,
  };
}
