import type { MailLog, VisitorMail } from '@sotto/hub-api';
import { Moment } from '../pages/Moment';

const FAILED: Readonly<Record<NonNullable<VisitorMail['reason']>, string>> = {
  bounced: 'this address does not exist',
  refused: 'the mail server did not accept it',
  limit: 'the daily limit was reached',
  asked: 'the visitor has stopped these emails',
};

/** Emails with answers to a visitor who has left, and whether more are sent; nothing without an address. */
export function VisitorMailLog({ log: { email, stopped, isOn, items } }: { log: MailLog }) {
  if (email === null && items.length === 0) return null;
  return (
    <section className="mail-log" aria-labelledby="mail-log-title" id="mails">
      <h2 id="mail-log-title">Email to the visitor</h2>
      {email !== null && (
        <p className="quiet">
          {stopped === 'asked'
            ? 'The visitor has stopped these emails. Your answers are shown in the chat.'
            : stopped === 'bounced'
              ? 'This address does not exist. Your answers are shown in the chat.'
              : isOn
                ? 'If the visitor has left, your answers are also sent by email.'
                : 'Your answers are shown in the chat only: emails to visitors are off.'}
        </p>
      )}
      {items.length > 0 && (
        <ul className="note-list">
          {items.map((mail) => (
            <li key={mail.id}>
              <span>{stateOf(mail)}</span>
              <span className="small quiet">
                <Moment at={mail.dueAt ?? mail.updatedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function stateOf({ state, reason, email, answers }: VisitorMail) {
  const address = <bdi dir="ltr">{email}</bdi>;
  const count = answers === 1 ? '1 answer' : `${String(answers)} answers`;
  switch (state) {
    case 'waiting':
      return 'Will be emailed unless the visitor comes back';
    case 'queued':
      return (
        <>
          Being sent to {address}: {count}
        </>
      );
    case 'sent':
      return (
        <>
          Emailed to {address}: {count}
        </>
      );
    case 'failed':
    case 'stopped':
      return (
        <>
          Not emailed to {address}: {reason === null ? 'it failed' : FAILED[reason]}
        </>
      );
  }
}
