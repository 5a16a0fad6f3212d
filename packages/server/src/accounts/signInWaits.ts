import { createHmac } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { clearWaits, countFailure, deleteOldWaits, readWaits, setWait } from '../db/queries/accounts/signInWaitQueries';
import { ApiError } from '../lib/apiError';

/** What is tried: a secret that can be guessed, or a mail that is sent to somebody. */
export type SignInTry = 'password' | 'code' | 'mail' | 'second-factor';

/** Who tries it: the account that is meant, and the network it is tried from. */
export interface SignInTarget {
  readonly what: SignInTry;
  /** Mail address, or id of the account. */
  readonly account: string;
  readonly network: string;
}

/**
 * Growing waits for whoever fails to sign in.
 *
 * Three counters: this account from this network, this account from anywhere, this network with any account. The first
 * waits early. The others wait late, so that a stranger elsewhere does not hold up the account's owner, and neither
 * ever stops the link of a mail, which nobody can guess.
 */
export interface SignInWaits {
  /** @throws ApiError 429 with the seconds to wait */
  require(target: SignInTarget): Promise<void>;
  /** Counts a failure (or, for mails, one that was sent). */
  fail(target: SignInTarget): Promise<void>;
  /** Forgets what failed for this account, here and elsewhere. */
  succeed(target: SignInTarget): Promise<void>;
  /** Whether one of these would have to wait, without a failure. */
  isWaiting(target: SignInTarget, counter: Counter): Promise<boolean>;
  sweep(): Promise<void>;
}

/** A counter of failures. */
type Counter = 'pair' | 'account' | 'network';
const COUNTERS: readonly Counter[] = ['pair', 'account', 'network'];

/** How many tries are free. */
const FREE = { pair: 5, account: 30 };
/** How long the first wait is, in milliseconds; each further one doubles it. */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS: Readonly<Record<Counter, number>> = { pair: 3_600_000, account: 300_000, network: 3_600_000 };
/** After how long without a failure all is forgotten, in milliseconds (a day). */
const MEMORY_MS = 86_400_000;

/**
 * @param secret - keys the digests under which failures are counted: no address is stored
 * @param perNetwork - failures that one network has free, for all accounts together
 */
export function createSignInWaits({
  db,
  clock,
  secret,
  perNetwork,
}: {
  db: Database;
  clock: Clock;
  secret: string;
  perNetwork: number;
}): SignInWaits {
  const free: Readonly<Record<Counter, number>> = { ...FREE, network: perNetwork };
  const digestKey = createHmac('sha256', secret).update('sign-in waits').digest();
  const digest = (text: string): string => createHmac('sha256', digestKey).update(text).digest('base64url');
  const keyOf = ({ what, account, network }: SignInTarget, counter: Counter): string => {
    const parts = { pair: [account, network], account: [account], network: [network] }[counter];
    return digest(JSON.stringify([what, counter, ...parts]).toLowerCase());
  };
  const keysOf = (target: SignInTarget): string[] => COUNTERS.map((counter) => keyOf(target, counter));

  return {
    async require(target) {
      const now = clock.now();
      const waits = [...(await readWaits(db, keysOf(target), now)).values()];
      if (waits.length === 0) return;
      const seconds = Math.ceil((Math.max(...waits) - now) / 1000);
      throw new ApiError('TOO_MANY_REQUESTS', `Too many tries. Please wait ${describeWait(seconds)}.`, {
        retryAfterSeconds: seconds,
      });
    },
    async fail(target) {
      const now = clock.now();
      for (const counter of COUNTERS) {
        const key = keyOf(target, counter);
        const failures = await countFailure(db, key, { now, forgetBefore: now - MEMORY_MS });
        const waitMs = waitAfter(failures - free[counter] - 1, LONGEST_WAIT_MS[counter]);
        if (waitMs > 0) await setWait(db, key, now + waitMs);
      }
    },
    succeed: (target) => clearWaits(db, [keyOf(target, 'pair'), keyOf(target, 'account')]),
    async isWaiting(target, counter) {
      return (await readWaits(db, [keyOf(target, counter)], clock.now())).size > 0;
    },
    sweep: () => deleteOldWaits(db, clock.now() - MEMORY_MS),
  };
}

/** @param over - failures beyond those that are free */
function waitAfter(over: number, longestMs: number): number {
  return over < 0 ? 0 : Math.min(longestMs, FIRST_WAIT_MS * 2 ** Math.min(over, 30));
}

function describeWait(seconds: number): string {
  if (seconds <= 90) return `${String(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${String(minutes)} minutes` : 'an hour';
}
