import { createHmac } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import {
  clearWaits,
  countTry,
  deleteOldWaits,
  readWaits,
  setWait,
  uncountTry,
} from '../db/queries/accounts/signInWaitQueries';
import { ApiError } from '../lib/apiError';

/** The kind of attempt: a secret that can be guessed, or a mail to be sent. */
export type SignInTry = 'password' | 'code' | 'mail' | 'second-factor';

/** Who tries it: the account that is meant, and the network it is tried from. */
export interface SignInTarget {
  readonly what: SignInTry;
  /** Mail address, or id of the account. */
  readonly account: string;
  readonly network: string;
}

/**
 * Increasing delays after failed sign-ins.
 *
 * Three counters: this account from this network, this account from anywhere, this network with any account. The first
 * waits early. The others wait late, so that a stranger elsewhere does not hold up the account's owner, and neither
 * ever blocks the link of a mail, which cannot be guessed.
 */
export interface SignInWaits {
  /**
   * Counts a try as failed before it is made, so that no more of them are made at once than one after the other.
   *
   * @throws ApiError 429 with the seconds to wait
   */
  begin(target: SignInTarget): Promise<void>;
  /** Takes the count of this try back, and forgets what failed for this account, here and elsewhere. */
  succeed(target: SignInTarget): Promise<void>;
  /** Whether one of these would have to wait, without a failure. */
  isWaiting(target: SignInTarget, counter: Counter): Promise<boolean>;
  sweep(): Promise<void>;
}

/** A counter of failures. */
type Counter = 'pair' | 'account' | 'network';
const COUNTERS: readonly Counter[] = ['pair', 'account', 'network'];

/** How many tries are free. Mails are read by somebody who may not have asked for any of them. */
const FREE = { pair: 5, account: 30, mail: 5 };
/** How long the first wait is, in milliseconds; each further one doubles it. */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = { pair: 3_600_000, account: 300_000, network: 3_600_000 } as const;
/** The same between mails to one address: shorter than a link lives, so that its owner always has one that works. */
const LONGEST_MAIL_WAIT_MS = 540_000;
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
  const limitsOf = (what: SignInTry, counter: Counter): { free: number; longestMs: number } =>
    what === 'mail' && counter === 'account'
      ? { free: FREE.mail, longestMs: LONGEST_MAIL_WAIT_MS }
      : { free: counter === 'network' ? perNetwork : FREE[counter], longestMs: LONGEST_WAIT_MS[counter] };
  const digestKey = createHmac('sha256', secret).update('sign-in waits').digest();
  const digest = (text: string): string => createHmac('sha256', digestKey).update(text).digest('base64url');
  const keyOf = ({ what, account, network }: SignInTarget, counter: Counter): string => {
    const parts = { pair: [account, network], account: [account], network: [network] }[counter];
    return digest(JSON.stringify([what, counter, ...parts]).toLowerCase());
  };
  const keysOf = (target: SignInTarget): string[] => COUNTERS.map((counter) => keyOf(target, counter));

  return {
    async begin(target) {
      const now = clock.now();
      await db.transaction(async (tx) => {
        for (const counter of COUNTERS) {
          const key = keyOf(target, counter);
          const tries = await countTry(tx, key, { now, forgetBefore: now - MEMORY_MS });
          if (tries === undefined) {
            const waits = await readWaits(tx, keysOf(target), now);
            throw tooMany(Math.ceil((Math.max(...waits.values()) - now) / 1000));
          }
          const { free, longestMs } = limitsOf(target.what, counter);
          const waitMs = waitAfter(tries - free - 1, longestMs);
          if (waitMs > 0) await setWait(tx, key, now + waitMs);
        }
      });
    },
    async succeed(target) {
      await clearWaits(db, [keyOf(target, 'pair'), keyOf(target, 'account')]);
      // A mail that was sent stays one, whatever its reader does with it.
      if (target.what !== 'mail') await uncountTry(db, keyOf(target, 'network'));
    },
    async isWaiting(target, counter) {
      return (await readWaits(db, [keyOf(target, counter)], clock.now())).size > 0;
    },
    sweep: () => deleteOldWaits(db, clock.now() - MEMORY_MS),
  };
}

function tooMany(seconds: number): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', `Too many attempts. Please wait ${describeWait(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
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
