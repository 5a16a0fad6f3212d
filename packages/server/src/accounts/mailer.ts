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
  send(mail: Mail): Promise<void>;
}

/** Sends by SMTP. The library is loaded with the first mail. */
export function createSmtpMailer(settings: NonNullable<BuilderConfig['mail']>): Mailer {
  return {
    isReal: true,
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(settings.url);
      await transport.sendMail({ from: settings.from, to: mail.to, subject: mail.subject, text: mail.text });
      transport.close();
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
