import { makeOperator } from '../db/queries/accounts/userQueries';
import { claimSetting } from '../db/queries/settingQueries';
import { MailRefused, type Mail, type Mailer } from '../accounts/mailer';
import type { TestServer } from './startTestServer';

/** Keeps what would have been sent. */
export interface TestMailer extends Mailer {
  codeFor(email: string): string;
  linkFor(email: string): string;
  /** The whole of the last mail; empty when there was none. */
  textFor(email: string): string;
  /** Every mail, the oldest first. */
  mailsTo(email: string): readonly Mail[];
  /** Waits for the next mail to an address. */
  next(email: string): Promise<void>;
  /** Whether mails are refused, to be sent again later. */
  isRefusing: boolean;
}

/** A mailer that a test reads. @param isReal - whether mails go through the queue, and arrive after the call */
export function createTestMailer(isReal = false): TestMailer {
  const sent = new Map<string, Mail>();
  const all: Mail[] = [];
  const waiting = new Map<string, () => void>();
  const find = (email: string, pattern: RegExp): string => pattern.exec(sent.get(email)?.text ?? '')?.[0] ?? '';
  return {
    isReal,
    isRefusing: false,
    async send(mail) {
      if (this.isRefusing) throw new MailRefused(false, new Error('450 Later'));
      sent.set(mail.to, mail);
      all.push(mail);
      waiting.get(mail.to)?.();
    },
    next: (email) => new Promise((resolve) => waiting.set(email, resolve)),
    codeFor: (email) => find(email, /\b\d{6}\b/),
    linkFor: (email) => find(email, /https?:\S+/),
    textFor: (email) => sent.get(email)?.text ?? '',
    mailsTo: (email) => all.filter(({ to }) => to === email),
  };
}

/** Signs somebody in and gives the headers with which they call from the site itself. */
export async function signInAs(
  test: TestServer,
  mailer: TestMailer,
  email: string,
  {
    userAgent,
    origin: Origin = 'http://localhost:3000',
    operatorCode,
  }: { userAgent?: string; origin?: string; operatorCode?: string | undefined } = {},
): Promise<{ Cookie: string; Origin: string }> {
  const arrived = mailer.next(email);
  await test.call('/v1/auth/signin/email', { body: { email, operatorCode }, headers: { Origin } });
  if (mailer.isReal) await arrived;
  const response = await test.call('/v1/auth/signin/verify', {
    body: { email, code: mailer.codeFor(email), name: email.split('@')[0], operatorCode },
    headers: { Origin, ...(userAgent !== undefined && { 'User-Agent': userAgent }) },
  });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('sotto_user='));
  if (cookie === undefined) throw new Error(`Signing in failed: ${await response.text()}`);
  // The first who signs in takes the operator's part, as if they had typed the code of the log.
  const { user } = (await response.json()) as { user: { id: string } | null };
  if (user && (await claimSetting(test.database, 'first-operator', 'claimed', 1)))
    await makeOperator(test.database, user.id);
  return { Cookie: cookie.split(';')[0] ?? '', Origin };
}
