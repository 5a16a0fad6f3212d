import { isWidgetError, WidgetError } from '../errors';
import { delay, type Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { StreamOptions, Transport } from '../transport/transport';
import { messageKey, type LiveReply } from './conversationState';
import type { ConversationStore } from './conversationStore';
import type { Outbox } from './outbox';
import { toFailure } from './replyFailure';
import type { ReplyRunner, RunningReply, RunOutcome } from './replyRunner';
import type { ServerHistory } from './serverHistory';

/** How long the end of a reply may still be on its way from the tab that streamed it, in milliseconds. */
const HANDOVER_MS = 100;

/** Streams replies in this tab: new ones, and those that began elsewhere. */
export interface ReplyContinuation {
  /** Reads a stream to its end. The signal is the turn's: its end leaves the reply to others. */
  readonly run: (reply: RunningReply, open: (options: StreamOptions) => ReturnType<Transport['resume']>, signal: AbortSignal) => Promise<RunOutcome>;
  /** Goes on with the reply that the state shows as running, when no tab streams it: after a reload, or when its tab was closed. */
  readonly continueReply: (signal: AbortSignal) => Promise<void>;
  /** Shows a reply that runs for this conversation and that nobody here began. Tells whether there was one. */
  readonly followForeignReply: (signal: AbortSignal) => Promise<boolean>;
  /** The stream cannot tell any more what became of the live reply: the message list does. */
  readonly repair: (signal: AbortSignal) => Promise<void>;
  /** The reply that this tab is streaming. */
  readonly runningKey: () => string | undefined;
  /** Ends reading; what the state says stays. */
  readonly cancelRun: () => void;
}

/** What streaming needs. */
export interface ReplyContinuationOptions {
  readonly clock: Clock;
  readonly conversation: ConversationStore;
  readonly outbox: Outbox;
  readonly transport: Transport;
  readonly history: ServerHistory;
  readonly runReply: ReplyRunner;
  /** The stream event up to which the state is complete. */
  readonly lastEventId: () => string | undefined;
}

/** @see ReplyContinuation */
export function createReplyContinuation(options: ReplyContinuationOptions): ReplyContinuation {
  const { clock, conversation, transport, history } = options;
  const { store } = conversation;
  const { run, runningKey, cancelRun } = createRuns(options);
  const repair = (signal: AbortSignal): Promise<void> => repairReply(options, signal);

  async function continueReply(signal: AbortSignal): Promise<void> {
    const key = store.getState().reply?.key;
    if (key === undefined) return;
    await delay(clock, HANDOVER_MS, signal).catch(() => undefined);
    const live = store.getState().reply;
    if (signal.aborted || live?.key !== key) return;
    if (isUnsent(live, options.outbox)) {
      conversation.dispatch({ type: 'reply-end', key });
      return;
    }
    const reply = { key, answers: live.answers, offset: live.text.length, isResumed: true };
    const outcome = await run(reply, (streamOptions) => transport.resume(options.lastEventId(), streamOptions), signal);
    if (outcome.kind !== 'settled') await repair(signal);
    // It may be another version, or answer one: only the server knows which there are.
    if (!signal.aborted) await history.sync('here').catch(() => undefined);
  }

  async function followForeignReply(signal: AbortSignal): Promise<boolean> {
    const key = createId('msg', clock);
    let hasBegun = false;
    const reply = { key, answers: undefined, offset: 0, isResumed: true, startsLate: true, onAccepted: () => (hasBegun = true) };
    const outcome = await run(reply, (streamOptions) => transport.resume(undefined, streamOptions), signal);
    if (outcome.kind !== 'settled' && store.getState().reply?.key === key) await repair(signal);
    if (hasBegun && !signal.aborted) await history.sync().catch(() => undefined);
    return hasBegun;
  }

  return { run, continueReply, followForeignReply, repair, runningKey, cancelRun };
}

/** Keeps hold of the one stream this tab reads. */
function createRuns({ conversation, runReply }: ReplyContinuationOptions): Pick<ReplyContinuation, 'run' | 'runningKey' | 'cancelRun'> {
  let running: { readonly key: string; readonly controller: AbortController } | undefined;

  return {
    async run(reply, open, signal) {
      const { key } = reply;
      const controller = new AbortController();
      const stop = (): void => {
        controller.abort(new WidgetError('ABORTED'));
      };
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      running = { key, controller };
      try {
        const onReconnecting = (isReconnecting: boolean): void => {
          conversation.dispatch({ type: 'reply-reconnecting', key, isReconnecting });
        };
        return await runReply(open({ signal: controller.signal, onReconnecting }), reply, signal);
      } finally {
        signal.removeEventListener('abort', stop);
        running = undefined;
      }
    },
    runningKey: () => running?.key,
    cancelRun() {
      running?.controller.abort(new WidgetError('ABORTED'));
    },
  };
}

/** Sent, but perhaps never received: the outbox sends it again, under the same id. */
function isUnsent(live: LiveReply, outbox: Outbox): boolean {
  const isWanted = outbox.list().some(({ failure, message, answers }) => !failure && (message ? messageKey(message) : answers) === live.answers);
  return live.runId === undefined && isWanted;
}

async function repairReply({ conversation, history }: ReplyContinuationOptions, signal: AbortSignal): Promise<void> {
  const { reply } = conversation.store.getState();
  if (!reply) return;
  const found = await history.findReply(reply).catch((error: unknown) => error);
  if (signal.aborted || found === 'ended') return;
  const failure =
    isWidgetError(found) && found.code !== 'GONE'
      ? { ...toFailure(reply.answers, found.code, found.message), canRetry: true }
      : toFailure(reply.answers, 'GONE', 'The reply was interrupted');
  conversation.dispatch({ type: 'reply-failed', key: reply.key, failure });
}
