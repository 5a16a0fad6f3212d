import type { BuilderConfig } from '../config/builderConfig';

/** A mail in plain words. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails. */
export interface Mailer {
  /** False: mails are only written to the log. */
  readonly isReal: boolean;
  /** Sends one. Rejects when the mail server has not taken it. */
  send(mail: Mail): Promise<void>;
  /** Waits for the mails that are being sent. */
  close?(): Promise<void>;
}

/** How long a mail server may take to answer, at each step, in milliseconds: people wait for codes and invitations. */
const ANSWER_MS = 10_000;
/** Connections to the mail server, which are kept for the next mails. */
const CONNECTIONS = 2;

/**
 * Sends by SMTP. The library is loaded with the first mail. A mail whose connection is lost is sent over another one.
 *
 * @param answerMs - how long the mail server may take to answer
 */
export function createSmtpMailer(settings: NonNullable<BuilderConfig['mail']>, answerMs = ANSWER_MS): Mailer {
  const load = async () =>
    (await import('nodemailer')).createTransport({
      url: settings.url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: answerMs,
      greetingTimeout: answerMs,
      socketTimeout: answerMs,
    });
  let transport: ReturnType<typeof load> | undefined;
  const sending = new Set<Promise<unknown>>();
  return {
    isReal: true,
    async send(mail) {
      transport ??= load();
      const sent = transport.then((post) =>
        post.sendMail({ from: settings.from, to: mail.to, subject: mail.subject, text: mail.text }),
      );
      sending.add(sent);
      try {
        await sent;
      } finally {
        sending.delete(sent);
      }
    },
    async close() {
      await Promise.allSettled(sending);
      (await transport)?.close();
    },
  };
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
