import { isWidgetError, WidgetError } from '../errors';
import { backoffDelay } from '../lib/backoff';
import { delay, type Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';

/** How often a send is tried before it is given up, as long as nothing answers (contract 1.4). */
export const SEND_ATTEMPTS = 5;
/** The same where something answers: more tries would be more of what it refuses. */
export const ANSWERED_ATTEMPTS = 3;
/** How long a lost stream is sought again, in milliseconds (contract 1.4). */
export const RESUME_PATIENCE_MS = 600_000;

const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

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
    (code !== 'LIMITS_REACHED' && status !== undefined && RETRYABLE_STATUS.has(status))
  );
}

/** How often a send may be tried that fails in this way; a session that is not to be had is no answer to it. */
export function sendAttempts({ status }: WidgetError): number {
  return status === undefined ? SEND_ATTEMPTS : ANSWERED_ATTEMPTS;
}

/** Milliseconds before the next try; what the server asked for comes first. */
export function retryDelay(error: WidgetError, failures: number, random: () => number): number {
  return rootError(error).retryAfterMs ?? backoffDelay(failures, random);
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

/** Waits before another try; while offline, until the connection is back. Rejects when the signal is aborted. */
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

/** A connection that has just come back is worth a try at once, unless the server asked us to wait. */
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
      if (!isRetryable(error) || failures >= SEND_ATTEMPTS || signal.aborted) throw error;
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
