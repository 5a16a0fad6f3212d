import { isWidgetError, WidgetError } from '../errors';
import type { NumberedReplyEvent } from '../api/replyEvents';
import { routes } from '../api/routes';
import type { Session, SessionManager } from '../session/sessionManager';
import { toNetworkError, withToken, type HttpClient } from '../http/httpClient';
import type { ReplyRecord } from './readReply';
import { isLossShown, isRetryable, RESUME_PATIENCE_MS, sendAttempts, waitToRetry, type Patience } from '../http/retry';
import type { StreamOptions, WireTransport } from './wireTransport';

/** Options of `createPlatformTransport`. */
export interface PlatformTransportOptions {
  readonly http: HttpClient;
  readonly session: SessionManager;
  readonly patience: Patience;
  /** IANA name of the visitor's time zone, for the model. */
  readonly timeZone: string | undefined;
}

/**
 * The Sotto API: sends with POST, and resumes after the last event seen with the same POST or with GET [S-12, W-15]
 * (contract 1.6, 1.7).
 */
export function createPlatformTransport({
  http,
  session,
  patience,
  timeZone,
}: PlatformTransportOptions): WireTransport {
  const streaming = { ...patience, watchSilence: http.watchSilence };
  const headers = (lastEventId: string | undefined): Record<string, string> => ({
    Accept: 'text/event-stream',
    ...(timeZone !== undefined && { 'X-Timezone': timeZone }),
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  });

  /** A run belongs to its conversation: a send is never repeated in another one. */
  function pinned(): (present: Session, lastEventId: string | undefined) => void {
    let conversationId: string | undefined;
    return (present, lastEventId) => {
      if (lastEventId !== undefined && conversationId !== undefined && conversationId !== present.conversationId)
        throw new WidgetError('GONE');
      conversationId = present.conversationId;
    };
  }

  return {
    send(request, options) {
      const check = pinned();
      return streamReply(
        (lastEventId, signal) =>
          withToken(session, (present) => {
            check(present, lastEventId);
            return http.open(routes.complete(present.conversationId), {
              token: present.token,
              body: request.body,
              headers: { ...headers(lastEventId), 'Idempotency-Key': request.key },
              signal,
            });
          }),
        undefined,
        streaming,
        options,
      );
    },
    resume(startAfter, options) {
      const check = pinned();
      return streamReply(
        async (lastEventId, signal) => {
          const response = await withToken(session, (present) => {
            check(present, lastEventId);
            return http.open(routes.complete(present.conversationId), {
              token: present.token,
              headers: headers(lastEventId),
              signal,
            });
          });
          return response.status === 204 ? undefined : response;
        },
        startAfter,
        streaming,
        options,
      );
    },
  };
}

/** Whether a reply can no longer be streamed, so that its result must be read from the message list. */
export function isRunGone(error: unknown): boolean {
  return isWidgetError(error) && (error.code === 'GONE' || error.code === 'NOT_FOUND');
}

/** Opens a stream after `lastEventId`; undefined if no reply is running (204). */
export type OpenStream = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response | undefined>;

/** Options for reading a stream over several connections. */
export type StreamPatience = Patience & Pick<HttpClient, 'watchSilence'>;

/** Loads the stream parser, which is not needed before the first reply. */
const importReader = () => import('./readReply');

/**
 * Reads a reply to its end over as many connections as necessary.
 *
 * A lost connection is resumed after the last event seen; repeated events are dropped, and a gap in their numbers
 * counts as a lost connection. Before the first event a send fails after five attempts, or after three that got a
 * response; after it, reconnecting continues for ten minutes. Throws WidgetError.
 */
export async function* streamReply(
  open: OpenStream,
  startAfter: string | undefined,
  patience: StreamPatience,
  options: StreamOptions,
): AsyncGenerator<NumberedReplyEvent> {
  const { signal } = options;
  // Loaded while the request is in flight; where the parser is needed, a failed load is retried or reported.
  importReader().catch(() => undefined);
  const sequence = createSequence(startAfter);
  let failures = 0;
  let lostAt: number | undefined;
  let hasOutcome = false;

  for (;;) {
    try {
      const response = await open(sequence.lastEventId(), signal);
      if (!response) return;
      // A proxy's 204 is not a valid response.
      if (!response.body) throw new WidgetError('NETWORK');
      for await (const record of readConnection(response, patience, signal)) {
        if (!sequence.accepts(record)) continue;
        if (lostAt !== undefined) options.onReconnecting?.(false);
        failures = 0;
        lostAt = undefined;
        const { event, id } = record;
        if (!event) continue;
        hasOutcome ||= event.type === 'result' || event.type === 'error';
        yield { ...event, ...(id !== undefined && { id }) };
        if (event.type === 'completeEnd') return;
      }
      throw new WidgetError('NETWORK');
    } catch (error) {
      if (signal.aborted) throw toNetworkError(error, signal);
      if (hasOutcome) return;
      if (!isRetryable(error)) throw error;
      failures += 1;
      if (sequence.hasBegun()) {
        if (isLossShown(failures, patience)) options.onReconnecting?.(true);
        lostAt ??= patience.clock.now();
        if (patience.clock.now() - lostAt > RESUME_PATIENCE_MS) throw error;
      } else if (failures >= sendAttempts(error) || !patience.connectivity.isOnline()) {
        throw error;
      }
      await waitToRetry(patience, error, failures, signal).catch((cause: unknown) => {
        throw toNetworkError(cause, signal);
      });
    }
  }
}

/** The records of one connection; throws NETWORK if it is silent for too long. */
async function* readConnection(
  response: Response,
  { watchSilence }: StreamPatience,
  signal: AbortSignal,
): AsyncGenerator<ReplyRecord> {
  const { body } = response;
  if (!body) return;
  const connection = new AbortController();
  const end = (): void => {
    connection.abort();
  };
  let isSilent = false;
  const watch = watchSilence(() => {
    isSilent = true;
    end();
  });
  signal.addEventListener('abort', end, { once: true });
  try {
    const { readReply } = await importReader();
    yield* readReply(body, response.headers.get('Content-Type') ?? '', watch.reset, connection.signal);
    if (isSilent) throw new WidgetError('NETWORK');
    if (signal.aborted) throw new WidgetError('ABORTED');
  } catch (error) {
    throw toNetworkError(error, signal);
  } finally {
    watch.stop();
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Position in a stream, from the ids of its events: `{runId}.{n}`. */
interface Sequence {
  lastEventId(): string | undefined;
  hasBegun(): boolean;
  /** Whether a record is new. Throws NETWORK if records before it are missing. */
  accepts(record: ReplyRecord): boolean;
}

function createSequence(startAfter: string | undefined): Sequence {
  let last = startAfter;
  let place = startAfter === undefined ? undefined : readEventId(startAfter);
  let hasBegun = startAfter !== undefined;
  let gapAfter: string | undefined;
  return {
    lastEventId: () => last,
    hasBegun: () => hasBegun,
    accepts({ id }) {
      hasBegun = true;
      if (id === undefined) return true;
      const [run, count] = readEventId(id);
      const [lastRun, lastCount] = place ?? [run, 0];
      if (run === lastRun && count <= lastCount) return false;
      // Missing events are requested once more; if they are still missing, the server does not have them.
      const before = last ?? '';
      if (run === lastRun && count > lastCount + 1 && gapAfter !== before) {
        gapAfter = before;
        throw new WidgetError('NETWORK');
      }
      last = id;
      place = [run, count];
      return true;
    },
  };
}

/** `r_4TzB.12` → run and number; other ids count as one run with increasing numbers. */
function readEventId(id: string): [run: string, count: number] {
  const match = /^(.*)\.(\d+)$/.exec(id);
  return match ? [match[1] ?? '', Number(match[2])] : [id, 1];
}
