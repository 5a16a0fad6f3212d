import type { BuilderConfig } from '../config/builderConfig';
import { loadOnce } from '../lib/loadOnce';

/** A mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a page. @default plain text only */
  readonly html?: string | undefined;
  /** Name shown as the sender, with the address of this server. */
  readonly senderName?: string | undefined;
  /** Where answers go. @default the sender */
  readonly replyTo?: string | undefined;
  /** Address to which a mail program posts to stop mails like this one (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
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
  /** Whether the address does not exist, or takes no mail at all. */
  readonly isBounce: boolean;

  constructor(isFinal: boolean, cause: unknown, isBounce = false) {
    super('The mail server refused the mail', { cause });
    this.name = 'MailRefused';
    this.isFinal = isFinal;
    this.isBounce = isBounce;
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
  const ownAddress = /<([^<>]+)>\s*$/.exec(settings.from)?.[1] ?? settings.from;
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
    async send({ to, subject, text, html, senderName, replyTo, unsubscribeUrl, id }) {
      const mail = {
        from: senderName === undefined ? settings.from : { name: senderName, address: ownAddress },
        // As an object it is one address, whatever characters it has.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(replyTo !== undefined && { replyTo }),
        ...(unsubscribeUrl !== undefined && {
          headers: {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
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
/** Status codes about the sender's server or the mail's content (RFC 3463, X.7.X): the address may exist. */
const OF_SENDER = /\b5\.7\.\d/;
/** The mail server closes the connection. */
const CLOSING = 421;

function toRefusal(error: unknown): MailRefused | undefined {
  const {
    command = '',
    responseCode,
    response = '',
  } = error as { readonly command?: string; readonly responseCode?: number; readonly response?: string };
  if (responseCode === undefined || responseCode === CLOSING || !OF_ONE_MAIL.includes(command)) return undefined;
  const isFinal = responseCode >= 500;
  return new MailRefused(isFinal, error, isFinal && command === 'RCPT TO' && !OF_SENDER.test(response));
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
