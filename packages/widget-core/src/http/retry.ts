import { isWidgetError, WidgetError } from '../errors';
import { backoffDelay } from '../lib/backoff';
import { delay, type Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';

/** Maximum attempts of a send that gets no response (contract 1.4). */
export const SEND_ATTEMPTS = 5;
/** Maximum attempts if the server responds with an error: more would only repeat what it refuses. */
export const ANSWERED_ATTEMPTS = 3;
/** How long to try reconnecting a lost stream, in milliseconds (contract 1.4). */
export const RESUME_PATIENCE_MS = 600_000;

const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

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
    (code !== 'LIMITS_REACHED' && status !== undefined && RETRYABLE_STATUS.has(status))
  );
}

/** Maximum attempts for this kind of failure; a failed session counts as no response to the send. */
export function sendAttempts({ status }: WidgetError): number {
  return status === undefined ? SEND_ATTEMPTS : ANSWERED_ATTEMPTS;
}

/** Milliseconds before the next attempt; the server's `Retry-After` takes precedence. */
export function retryDelay(error: WidgetError, failures: number, random: () => number): number {
  return rootError(error).retryAfterMs ?? backoffDelay(failures, random);
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

/** Waits before the next attempt; while offline, until the connection is back. Rejects when the signal is aborted. */
export async function waitToRetry(
  { clock, random, connectivity }: Patience,
  error: WidgetError,
  failures: number,
  signal: AbortSignal,
): Promise<void> {
  if (connectivity.isOnline()) {
    await untilOnlineOr(delay(clock, retryDelay(error, failures, random), signal), connectivity, error);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const off = connectivity.onChange((isOnline) => {
      if (!isOnline) return;
      finish();
      resolve();
    });
    const onAbort = (): void => {
      finish();
      reject(signal.reason as Error);
    };
    function finish(): void {
      off();
      signal.removeEventListener('abort', onAbort);
    }
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Ends the wait once the connection is back, unless the server requested a delay. */
async function untilOnlineOr(waiting: Promise<void>, connectivity: Connectivity, error: WidgetError): Promise<void> {
  if (rootError(error).retryAfterMs !== undefined) return waiting;
  let off = (): void => undefined;
  const online = new Promise<void>((resolve) => {
    off = connectivity.onChange((isOnline) => {
      if (isOnline) resolve();
    });
  });
  try {
    await Promise.race([waiting, online]);
  } finally {
    off();
    waiting.catch(() => undefined);
  }
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
      if (!isRetryable(error) || failures >= SEND_ATTEMPTS || signal.aborted) throw error;
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
