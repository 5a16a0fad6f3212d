import type { BuilderConfig } from '../config/builderConfig';
import { loadOnce } from '../lib/loadOnce';

/** A mail in plain words. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same at each attempt to send it, so that mail servers can recognise a repeated one. */
  readonly id?: string | undefined;
}

/** Sends mails. */
export interface Mailer {
  /** False: mails are only written to the log. */
  readonly isReal: boolean;
  /** Sends one. Rejects when the mail server has not taken it. */
  send(mail: Mail): Promise<void>;
  /** Closes connections, once no mail is being sent. */
  close?(): Promise<void>;
}

/** The mail server works, and does not take this mail. */
export class MailRefused extends Error {
  /** Whether it will not take it later either. */
  readonly isFinal: boolean;

  constructor(isFinal: boolean, cause: unknown) {
    super('The mail server refused the mail', { cause });
    this.name = 'MailRefused';
    this.isFinal = isFinal;
  }
}

/** How long a mail server may take to answer, at each step, in milliseconds. */
const ANSWER_MS = 10_000;
/** Mails that a process sends at a time. Each needs a connection, and mail servers allow few of them. */
export const MAILS_AT_ONCE = 4;

/**
 * Sends by SMTP. The library is loaded with the first mail. A mail whose connection is lost is sent over another one.
 *
 * @param answerMs - how long the mail server may take to answer
 */
export function createSmtpMailer(settings: NonNullable<BuilderConfig['mail']>, answerMs = ANSWER_MS): Mailer {
  const domain = /@([^@\s>]+)>?$/.exec(settings.from)?.[1] ?? 'localhost';
  let isOpen = false;
  const transport = loadOnce(async () => {
    const { createTransport } = await import('nodemailer');
    isOpen = true;
    return createTransport({
      url: settings.url,
      pool: true,
      maxConnections: MAILS_AT_ONCE,
      connectionTimeout: answerMs,
      greetingTimeout: answerMs,
      socketTimeout: answerMs,
    });
  });
  return {
    isReal: true,
    async send({ to, subject, text, id }) {
      const mail = {
        from: settings.from,
        to,
        subject,
        text,
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
      };
      const post = await transport();
      await post.sendMail(mail).catch((error: unknown) => {
        throw toRefusal(error) ?? error;
      });
    },
    async close() {
      if (isOpen) (await transport()).close();
    },
  };
}

/** A reply to these commands is about one mail (RFC 5321, 4.2.1): 5xx is final, 4xx is not. */
const OF_ONE_MAIL = ['RCPT TO', 'DATA'];
/** The mail server closes the connection. */
const CLOSING = 421;

function toRefusal(error: unknown): MailRefused | undefined {
  const { command = '', responseCode } = error as { readonly command?: string; readonly responseCode?: number };
  if (responseCode === undefined || responseCode === CLOSING || !OF_ONE_MAIL.includes(command)) return undefined;
  return new MailRefused(responseCode >= 500, error);
}

/** For a first start on a laptop: any reader of the log can sign in. */
export function createLogMailer(write: (line: string) => void): Mailer {
  return {
    isReal: false,
    async send({ to, subject, text }) {
      write(`Mail to ${to}: ${subject}\n${text}\n`);
    },
  };
}
