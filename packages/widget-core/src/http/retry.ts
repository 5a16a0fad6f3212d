import { isWidgetError, WidgetError } from '../errors';
import { backoffDelay } from '../lib/backoff';
import { readHttpDate, type Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';

/** Maximum attempts of a send that gets no response (contract 1.4). */
export const SEND_ATTEMPTS = 5;
/** Maximum attempts if the server responds with an error: more would only repeat what it refuses. */
export const ANSWERED_ATTEMPTS = 3;
/** Maximum delay of an automatic retry, in milliseconds; after a longer one only the visitor can retry. */
const LONGEST_WAIT_MS = 60_000;
/** How long to try reconnecting a lost stream, in milliseconds (contract 1.4). */
export const RESUME_PATIENCE_MS = 600_000;

const RETRYABLE_STATUS: readonly unknown[] = [408, 429, 502, 503, 504];

/** The root cause: the error behind a failed session, or the error itself. */
export function rootError(error: WidgetError): WidgetError {
  return error.code === 'session_failed' && isWidgetError(error.cause) ? error.cause : error;
}

/** Whether the same call may succeed later (contract 1.4). */
export function isRetryable(error: unknown): error is WidgetError {
  if (!isWidgetError(error)) return false;
  const { code, status } = rootError(error);
  // A proxy's 429 has no Sotto code. An exhausted quota has the same status but does not recover.
  return (
    code === 'NETWORK' ||
    code === 'TOO_MANY_REQUESTS' ||
    (code !== 'LIMITS_REACHED' && RETRYABLE_STATUS.includes(status))
  );
}

/**
 * Maximum attempts for this kind of failure: one retry if the response names a time. A failed session counts as no
 * response to the send.
 */
export function sendAttempts(error: WidgetError): number {
  const { retryAfterMs } = rootError(error);
  if (retryAfterMs) return retryAfterMs > LONGEST_WAIT_MS ? 1 : 2;
  return error.status ? ANSWERED_ATTEMPTS : SEND_ATTEMPTS;
}

/** Milliseconds before the next attempt; the server's `Retry-After` takes precedence, up to a limit. */
export function retryDelay(error: WidgetError, failures: number, random: () => number): number {
  return Math.min(rootError(error).retryAfterMs ?? backoffDelay(failures, random), LONGEST_WAIT_MS);
}

/** Parses `Retry-After`, seconds or a date, to milliseconds from now. */
export function readRetryAfter(value: string, clock: Clock): number | undefined {
  const seconds = parseFloat(value);
  const ms = seconds >= 0 ? seconds * 1000 : (readHttpDate(value) ?? 0) - clock.now();
  return ms > 0 ? ms : undefined;
}

/** Clock, randomness and connectivity for retries. */
export interface Patience {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connectivity: Connectivity;
}

/**
 * Whether visitors see that a reply's connection is lost: from the second failure, or at once while offline. A phone
 * ends the requests of background tabs, and the first attempt usually restores them before anyone notices.
 */
export function isLossShown(failures: number, { connectivity }: Pick<Patience, 'connectivity'>): boolean {
  return failures === 2 || (failures === 1 && !connectivity.isOnline());
}

/**
 * Waits before the next attempt; while offline, until the connection is back. A restored connection ends the wait,
 * unless the server requested a delay. Rejects when the signal is aborted.
 */
export function waitToRetry(
  { clock, random, connectivity }: Patience,
  error: WidgetError,
  failures: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isOffline = !connectivity.isOnline();
    const cancel = isOffline ? undefined : clock.setTimer(end, retryDelay(error, failures, random));
    const off = connectivity.onChange((isOnline) => {
      if (isOnline && (isOffline || rootError(error).retryAfterMs === undefined)) end();
    });
    function end(): void {
      cancel?.();
      off();
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    }
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Runs a repeatable call (a GET, or a POST with a key) with the same retries as a send. */
export async function withRetry<Result>(
  patience: Patience,
  signal: AbortSignal,
  action: () => Promise<Result>,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await action();
    } catch (error) {
      if (!isRetryable(error) || failures >= sendAttempts(error) || signal.aborted) throw error;
      await waitToRetry(patience, error, failures, signal);
    }
  }
}

/** Loads a part of our own code with the same retries as a send. Throws WidgetError. */
export function loadPart<Part>(patience: Patience, signal: AbortSignal, load: () => Promise<Part>): Promise<Part> {
  return withRetry(patience, signal, () =>
    load().catch((cause: unknown) => {
      throw new WidgetError('NETWORK', { cause });
    }),
  );
}
