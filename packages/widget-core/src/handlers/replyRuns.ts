import type { NumberedReplyEvent, ReplyEvent } from '../api/replyEvents';
import type { JsonObject } from '../lib/json';
import type { Clock } from '../lib/clock';

/** How long the events of a finished reply stay available, in milliseconds. */
const KEPT_MS = 600_000;

/** A running or recently finished reply with its events. */
export interface ReplyRun {
  readonly id: string;
  /** Id of the message it answers, or of the request. */
  readonly key: string;
  readonly conversationId: string;
  readonly stop: AbortController;
  readonly isDone: () => boolean;
  /** Whether it is running or has ended without a failure. */
  readonly isWell: () => boolean;
  /** Settles once the first event exists; rejects if the backend refused the message. */
  readonly begun: Promise<void>;
  /** Settles once everything is stored. */
  readonly ended: Promise<void>;
  /** Passes on the result of a page function. */
  readonly publish: (channel: string, message: JsonObject) => void;
  /** Yields the events after the given number (counted from 1) to the end. Ends early if the signal is aborted. */
  readonly follow: (after: number, signal: AbortSignal) => AsyncGenerator<NumberedReplyEvent>;
}

/** Options for starting a reply. */
export interface RunOptions {
  readonly id: string;
  readonly key: string;
  readonly conversationId: string;
  readonly publish: ReplyRun['publish'];
  /** Yields its events; each is logged before the next is requested. */
  readonly events: (signal: AbortSignal) => AsyncIterable<ReplyEvent>;
}

/** The replies of this process. */
export interface ReplyRuns {
  /** The newest reply of a conversation, until ten minutes after its end. */
  readonly newest: (conversationId: string) => ReplyRun | undefined;
  readonly start: (options: RunOptions) => ReplyRun;
}

/** Runs replies independently of their readers, who may disconnect and return. */
export function createReplyRuns(clock: Clock): ReplyRuns {
  const runs = new Map<string, ReplyRun>();
  return {
    newest: (conversationId) => runs.get(conversationId),
    start(options) {
      const run = startRun(options);
      runs.set(options.conversationId, run);
      void run.ended
        .catch(() => undefined)
        .then(() => {
          clock.setTimer(() => {
            if (runs.get(options.conversationId) === run) runs.delete(options.conversationId);
          }, KEPT_MS);
        });
      return run;
    },
  };
}

function startRun({ id, key, conversationId, publish, events }: RunOptions): ReplyRun {
  const log: NumberedReplyEvent[] = [];
  const stop = new AbortController();
  const waiting = new Set<() => void>();
  let isDone = false;
  let isWell = true;
  const wake = (): void => {
    for (const resume of [...waiting]) resume();
    waiting.clear();
  };
  let begin = (): void => undefined;
  let refuse = (_error: unknown): void => undefined;
  const begun = new Promise<void>((resolve, reject) => {
    begin = resolve;
    refuse = reject;
  });
  const ended = (async () => {
    try {
      for await (const event of events(stop.signal)) {
        if (event.type === 'error') isWell = false;
        log.push({ ...event, id: `${id}.${String(log.length + 1)}` });
        begin();
        wake();
      }
      begin();
    } catch (error) {
      isWell = false;
      refuse(error);
      throw error;
    } finally {
      isDone = true;
      wake();
    }
  })();
  // Marks the rejections as handled: the caller awaits `begun`.
  ended.catch(() => undefined);
  begun.catch(() => undefined);
  return {
    id,
    key,
    conversationId,
    stop,
    isDone: () => isDone,
    isWell: () => isWell,
    begun,
    ended,
    publish,
    async *follow(after, signal) {
      signal.addEventListener('abort', wake);
      try {
        for (let place = after; !signal.aborted;) {
          const event = log[place];
          if (event) {
            place += 1;
            yield event;
          } else if (isDone) return;
          else await new Promise<void>((resolve) => waiting.add(resolve));
        }
      } finally {
        signal.removeEventListener('abort', wake);
      }
    },
  };
}
