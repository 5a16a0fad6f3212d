import type { CancelTimer, Clock } from '../lib/clock';
import type { ConversationApi } from '../transport/conversationApi';
import type { ConversationStore } from './conversationStore';
import type { ReplyContinuation } from './replyContinuation';
import type { ServerHistory } from './serverHistory';

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
  readonly history: ServerHistory;
  readonly replies: Pick<ReplyContinuation, 'cancelRun' | 'runningKey'>;
}

/**
 * The server stops and the stream says so; a stream that does not is ended here, with the text so far.
 *
 * A reply that the server has not begun, as far as is known here, is stopped as soon as it has: what was sent cannot be taken back.
 */
export function createReplyStopper({ clock, conversation, api, history, replies }: ReplyStopperOptions): ReplyStopper {
  const { store, dispatch } = conversation;
  const closed = new AbortController();
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
    // The server may have written more than was heard here.
    if (!isOwnSend) history.sync('here').catch(() => undefined);
  }

  /** Resolves when the server has begun a reply, or, with false, when the reply or the conversation is over. */
  function hasBegun(key: string): Promise<boolean> {
    return new Promise((resolve) => {
      const look = (): void => {
        const { reply } = store.getState();
        if (reply?.key === key && reply.runId === undefined && !closed.signal.aborted) return;
        stopLooking();
        resolve(reply?.key === key && !closed.signal.aborted);
      };
      const stopLooking = store.subscribe(look);
      closed.signal.addEventListener('abort', look, { once: true });
      look();
    });
  }

  return {
    async stop() {
      const { reply, conversationId } = store.getState();
      if (!reply) return;
      if (!api) {
        endHere(reply.key);
        return;
      }
      cancel?.();
      cancel = clock.setTimer(() => {
        endHere(reply.key);
      }, STOP_PATIENCE_MS);
      try {
        if (conversationId !== undefined) await api.abort(undefined);
        if (reply.runId === undefined && (await hasBegun(reply.key))) await api.abort(undefined);
      } catch {
        endHere(reply.key);
      }
    },
    close() {
      closed.abort();
      cancel?.();
    },
  };
}
