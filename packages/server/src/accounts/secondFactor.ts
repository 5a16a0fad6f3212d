import { createHash, randomBytes } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import {
  confirmSecondFactor,
  deleteSecondFactor,
  markSession,
  readSecondFactor,
  saveSecondFactor,
  setRecovery,
  takeRecovery,
  takeStep,
  turnOnWithPasskeys,
} from '../db/queries/accounts/secondFactorQueries';
import type { Vault } from './vault';

/** What an account has of a second factor. */
export interface SecondFactorState {
  readonly isOn: boolean;
  /** Whether an app makes codes; else passkeys are the second factor. */
  readonly hasApp: boolean;
  /** Recovery codes that were not used yet. */
  readonly recoveryLeft: number;
}

/**
 * One-time codes of an app (RFC 6238) or passkeys beside code, link or password, and recovery codes for a lost phone.
 */
export interface SecondFactors {
  state(userId: string): Promise<SecondFactorState>;
  /** Creates a secret for an authenticator app. It takes effect with `confirm`. */
  begin(user: { readonly id: string; readonly email: string }): Promise<{ secret: string; uri: string }>;
  /** Turns it on. @returns the recovery codes, this once; undefined when the code is not right */
  confirm(userId: string, sessionId: string, code: string): Promise<readonly string[] | undefined>;
  /**
   * Turns it on with the passkeys of the account, of which one was just used. @returns the recovery codes, this once;
   * undefined when it is on already
   */
  confirmPasskeys(userId: string, sessionId: string): Promise<readonly string[] | undefined>;
  /** Notes that a sign-in has its second factor: a passkey was used. */
  markPasskey(sessionId: string): Promise<void>;
  /** Whether this is the app's code, or a recovery code, of now. A code is taken once; the sign-in is then whole. */
  verify(userId: string, sessionId: string, code: string): Promise<boolean>;
  /** Replaces the recovery codes. @returns the new ones, this once */
  renewRecovery(userId: string): Promise<readonly string[]>;
  /** Turns it off. */
  remove(userId: string): Promise<void>;
}

/** How long a code counts, in milliseconds, and how many steps a phone's clock may be off. */
const STEP_MS = 30_000;
const WINDOW = [-1, 0, 1];
const DIGITS = 6;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** Where the vault keeps the secret of an account's authenticator app. */
export function secondFactorPlace(userId: string): string {
  return `second-factor ${userId}`;
}

/** @see SecondFactors */
export function createSecondFactors({ db, clock, vault }: { db: Database; clock: Clock; vault: Vault }): SecondFactors {
  /** Takes a code of the app, once. */
  async function takeCode(userId: string, sealed: string | null, code: string): Promise<boolean> {
    if (sealed === null) return false;
    const secret = vault.open(sealed, secondFactorPlace(userId));
    if (secret === undefined) return false;
    const { hotp } = createOTP(secret, { digits: DIGITS });
    const now = Math.floor(clock.now() / STEP_MS);
    for (const offset of WINDOW) if ((await hotp(now + offset)) === code) return takeStep(db, userId, now + offset);
    return false;
  }

  return {
    async state(userId) {
      const found = await readSecondFactor(db, userId);
      const isOn = found?.confirmedAt != null;
      return { isOn, hasApp: isOn && found.secret !== null, recoveryLeft: isOn ? found.recovery.length : 0 };
    },
    async begin({ id, email }) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      await saveSecondFactor(db, {
        userId: id,
        secret: vault.seal(secret, secondFactorPlace(id)),
        createdAt: clock.now(),
      });
      return { secret: base32.encode(secret, { padding: false }), uri: createOTP(secret).url('Sotto', email) };
    },
    async confirm(userId, sessionId, code) {
      const found = await readSecondFactor(db, userId);
      if (!found || found.confirmedAt !== null || !(await takeCode(userId, found.secret, digitsOf(code))))
        return undefined;
      const codes = makeRecoveryCodes();
      await confirmSecondFactor(db, { userId, sessionId, recovery: codes.map(digestOf), now: clock.now() });
      return codes;
    },
    async confirmPasskeys(userId, sessionId) {
      const codes = makeRecoveryCodes();
      const recovery = codes.map(digestOf);
      return (await turnOnWithPasskeys(db, { userId, sessionId, recovery, now: clock.now() })) ? codes : undefined;
    },
    markPasskey: (sessionId) => markSession(db, sessionId, clock.now()),
    async verify(userId, sessionId, code) {
      const found = await readSecondFactor(db, userId);
      if (found?.confirmedAt == null) return false;
      const isRight =
        (await takeCode(userId, found.secret, digitsOf(code))) || (await takeRecovery(db, userId, digestOf(code)));
      if (isRight) await markSession(db, sessionId, clock.now());
      return isRight;
    },
    async renewRecovery(userId) {
      const codes = makeRecoveryCodes();
      await setRecovery(db, userId, codes.map(digestOf));
      return codes;
    },
    remove: (userId) => deleteSecondFactor(db, userId),
  };
}

/** Such as `abcd-efgh-ijkl-mnop`. */
function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    base32
      .encode(randomBytes(RECOVERY_BYTES), { padding: false })
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
}

function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}

/** A recovery code has 80 random bits: no salt is needed. */
function digestOf(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest('base64url');
}
