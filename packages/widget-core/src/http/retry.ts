import { isWidgetError, WidgetError } from '../errors';
import { backoffDelay } from '../lib/backoff';
import { readHttpDate, type Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';

/** How often a send is tried before it is given up, as long as nothing answers (contract 1.4). */
export const SEND_ATTEMPTS = 5;
/** The same where something answers: more tries would be more of what it refuses. */
export const ANSWERED_ATTEMPTS = 3;
/** The longest wait before a try by itself, in milliseconds: whoever wants a longer one is asked by hand. */
const LONGEST_WAIT_MS = 60_000;
/** How long a lost stream is sought again, in milliseconds (contract 1.4). */
export const RESUME_PATIENCE_MS = 600_000;

const RETRYABLE_STATUS: readonly unknown[] = [408, 429, 502, 503, 504];

/** The failure below a failed session, or the error itself: what really went wrong. */
export function rootError(error: WidgetError): WidgetError {
  return error.code === 'session_failed' && isWidgetError(error.cause) ? error.cause : error;
}

/** Whether the same call may succeed a little later (contract 1.4). */
export function isRetryable(error: unknown): error is WidgetError {
  if (!isWidgetError(error)) return false;
  const { code, status } = rootError(error);
  // A proxy's 429 has no code of Sotto's. A quota that is used up has the same status, and stays used up.
  return (
    code === 'NETWORK' ||
    code === 'TOO_MANY_REQUESTS' ||
    (code !== 'LIMITS_REACHED' && RETRYABLE_STATUS.includes(status))
  );
}

/**
 * How often a call may be tried that fails in this way: once more, where the answer names a time at which it will
 * succeed. A session that is not to be had is no answer.
 */
export function sendAttempts(error: WidgetError): number {
  const { retryAfterMs } = rootError(error);
  if (retryAfterMs) return retryAfterMs > LONGEST_WAIT_MS ? 1 : 2;
  return error.status ? ANSWERED_ATTEMPTS : SEND_ATTEMPTS;
}

/** Milliseconds before the next try; what the server asked for comes first, up to a limit. */
export function retryDelay(error: WidgetError, failures: number, random: () => number): number {
  return Math.min(rootError(error).retryAfterMs ?? backoffDelay(failures, random), LONGEST_WAIT_MS);
}

/** `Retry-After` in either of its forms, seconds or a date, as milliseconds from now. */
export function readRetryAfter(value: string, clock: Clock): number | undefined {
  const seconds = parseFloat(value);
  const ms = seconds >= 0 ? seconds * 1000 : (readHttpDate(value) ?? 0) - clock.now();
  return ms > 0 ? ms : undefined;
}

/** Time, chance and connection, for whoever waits between tries. */
export interface Patience {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connectivity: Connectivity;
}

/**
 * Whether visitors see that a reply's connection is lost: from the second failure on, or at once without a network. A
 * phone ends the requests of a tab in the background, and the first try after it goes on before anybody reads a word.
 */
export function isLossShown(failures: number, { connectivity }: Pick<Patience, 'connectivity'>): boolean {
  return failures === 2 || (failures === 1 && !connectivity.isOnline());
}

/**
 * Waits before another try; while offline, until the connection is back. A connection that has just come back is worth
 * a try at once, unless the server asked us to wait. Rejects when the signal is aborted.
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

/** Runs a call that may be repeated (a GET, or a POST with a key), as often as a send is tried. */
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

/** Loads a part of our own code, as often as a send is tried. Throws WidgetError. */
export function loadPart<Part>(patience: Patience, signal: AbortSignal, load: () => Promise<Part>): Promise<Part> {
  return withRetry(patience, signal, () =>
    load().catch((cause: unknown) => {
      throw new WidgetError('NETWORK', { cause });
    }),
  );
}
