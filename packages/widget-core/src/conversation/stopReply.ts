import type { CancelTimer, Clock } from '../lib/clock';
import type { ConversationApi } from '../transport/conversationApi';
import type { ConversationStore } from './conversationStore';
import type { ReplyContinuation } from './replyContinuation';

/** How long the stream may take to say that it was stopped, in milliseconds. */
const STOP_PATIENCE_MS = 3_000;

/** Ends the running reply, everywhere. */
export interface ReplyStopper {
  readonly stop: () => Promise<void>;
  readonly close: () => void;
}

/** What stopping needs. */
export interface ReplyStopperOptions {
  readonly clock: Clock;
  readonly conversation: ConversationStore;
  readonly api: ConversationApi | undefined;
  readonly replies: Pick<ReplyContinuation, 'cancelRun' | 'runningKey'>;
}

/** The server stops and the stream says so; a stream that does not is ended here, with the text so far. */
export function createReplyStopper({ clock, conversation, api, replies }: ReplyStopperOptions): ReplyStopper {
  const { store, dispatch } = conversation;
  let cancel: CancelTimer | undefined;

  function endHere(key: string): void {
    conversation.flush();
    const { reply } = store.getState();
    if (reply?.key !== key) return;
    const { text, messageId } = reply;
    // Not received yet: the send is taken back and can be tried again.
    const isOwnSend = reply.runId === undefined && replies.runningKey() === key;
    if (!isOwnSend) {
      const message = { id: messageId ?? key, originalMessageId: key, type: 'bot' as const, text, createdAt: clock.now() };
      dispatch({ type: 'reply-end', key, ...(text !== '' && { message }) });
    }
    replies.cancelRun();
  }

  return {
    async stop() {
      const { reply, conversationId } = store.getState();
      if (!reply) return;
      if (!api || conversationId === undefined) {
        endHere(reply.key);
        return;
      }
      cancel?.();
      cancel = clock.setTimer(() => {
        endHere(reply.key);
      }, STOP_PATIENCE_MS);
      try {
        await api.abort(undefined);
        if (reply.runId === undefined && store.getState().reply?.runId === undefined) endHere(reply.key);
      } catch {
        endHere(reply.key);
      }
    },
    close() {
      cancel?.();
    },
  };
}
