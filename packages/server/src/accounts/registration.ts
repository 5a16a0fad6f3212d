import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';
import type { AccessConfig } from '../config/accessConfig';
import type { Database } from '../db/database';
import { deleteInvitation, isInvited } from '../db/queries/accounts/invitationQueries';
import { makeOperator, readUserByEmail } from '../db/queries/accounts/userQueries';
import { claimSetting, readSetting } from '../db/queries/settingQueries';

/** Who may make an account, and who becomes the first operator. */
export interface Registration {
  readonly mode: AccessConfig['registration']['mode'];
  readonly domains: readonly string[];
  /** @param operatorCode - the code of the log, with which the first operator registers in any mode */
  mayRegister(email: string, operatorCode?: string): Promise<boolean>;
  /** Who has an account, or may make one. Nobody signs in as a team. */
  mayEnter(email: string, operatorCode?: string): Promise<boolean>;
  /** Takes the invitation away that was used. */
  noteRegistered(email: string): Promise<void>;
  /** The code that makes the first operator; undefined when there has been one. */
  pendingCode(): Promise<string | undefined>;
  /** Makes this person the first operator. @returns false for another code, or when there has been one */
  claimOperator(userId: string, code: string): Promise<boolean>;
}

/** The setting that records that there was a first operator, and not who: that account may be erased. */
const CLAIM = 'first-operator';
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 16;

/** @param secret - the code is derived from it, so that all processes of an installation have the same one */
export function createRegistration({
  db,
  clock,
  secret,
  access: { mode, domains },
}: {
  db: Database;
  clock: Clock;
  secret: string;
  access: AccessConfig['registration'];
}): Registration {
  const code = codeFrom(secret);
  const isClaimed = async (): Promise<boolean> => (await readSetting(db, CLAIM)) !== undefined;
  const isRight = (given: string): boolean => {
    const [one, other] = [given, code].map((text) =>
      createHmac('sha256', secret)
        .update(text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
        .digest(),
    ) as [Buffer, Buffer];
    return timingSafeEqual(one, other);
  };

  return {
    mode,
    domains,
    async mayEnter(email, operatorCode) {
      const known = await readUserByEmail(db, email);
      return known ? !known.isTeam : this.mayRegister(email, operatorCode);
    },
    async mayRegister(email, operatorCode) {
      if (mode === 'open') return true;
      if (operatorCode !== undefined && isRight(operatorCode) && !(await isClaimed())) return true;
      if (mode === 'domain') return domains.includes(email.toLowerCase().split('@').at(-1) ?? '');
      return mode === 'invite' && isInvited(db, email);
    },
    async noteRegistered(email) {
      await deleteInvitation(db, email);
    },
    pendingCode: async () => ((await isClaimed()) ? undefined : code),
    async claimOperator(userId, given) {
      if (!isRight(given) || !(await claimSetting(db, CLAIM, 'claimed', clock.now()))) return false;
      await makeOperator(db, userId);
      return true;
    },
  };
}

function codeFrom(secret: string): string {
  const bytes = createHmac('sha256', secret).update('first operator').digest();
  const letters = [...bytes.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}
