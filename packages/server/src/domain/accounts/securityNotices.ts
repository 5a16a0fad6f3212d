import type { AuditAction } from './audit';
import type { MailQueue } from '../../accounts/mailQueue';
import type { Database } from '../../db/database';

/** Security-related changes, with the text of the mail. */
const SENTENCES = {
  'passkey.add': 'A passkey was added to your account',
  'passkey.remove': 'A passkey was removed from your account',
  'second-factor.add': 'Two-factor authentication was turned on for your account',
  'second-factor.remove': 'Two-factor authentication was turned off for your account',
  'second-factor.recovery': 'The recovery codes of your account were replaced',
  'password.update': 'A new password was set for your account',
} as const satisfies Partial<Record<AuditAction, string>>;

/** A change to the ways of signing in. */
export type SecurityChange = keyof typeof SENTENCES;

/** Notifies the owner of an account by mail about changes to its sign-in, so that changes by others are noticed. */
export interface SecurityNotices {
  /** Queues the mail. A failure is reported and does not undo the change. */
  send(user: { readonly id: string; readonly email: string }, change: SecurityChange): Promise<void>;
}

/** @param baseUrl - public address of the server */
export function createSecurityNotices({
  db,
  mails,
  baseUrl,
  onError,
}: {
  readonly db: Database;
  readonly mails: MailQueue;
  readonly baseUrl: () => string;
  readonly onError: (error: unknown) => void;
}): SecurityNotices {
  return {
    async send({ id, email }, change) {
      const lines = [
        `${SENTENCES[change]} (${email} at ${baseUrl()}).`,
        'If this was you, nothing needs to be done.',
        'If it was not you, somebody else is signed in to your account. Sign in, sign every other browser out, and remove what you did not add:',
        `${baseUrl()}/account`,
      ];
      const mail = { to: email, subject: SENTENCES[change], text: lines.join('\n\n') };
      await mails.within(db, (_tx, add) => add({ ...mail, purpose: 'security-notice', accountId: id })).catch(onError);
    },
  };
}
