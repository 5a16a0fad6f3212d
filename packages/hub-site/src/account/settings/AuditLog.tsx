import type { AuditEntry } from '@sotto/hub-api';
import { A } from '../../site/SiteContext';
import { Ago } from '../pages/Moment';
import { auditTarget, auditWords } from './auditWords';

const WHO = {
  person: 'You',
  key: 'An API key',
  visitor: 'A visitor',
  anonymous: 'Someone who was not signed in',
  server: 'The server',
} as const;

/** Audit log of an account or the server. */
export function AuditLog({
  entries,
  now,
  ofServer = false,
}: {
  readonly entries: readonly AuditEntry[];
  readonly now: number;
  /** Shows people by id, if it is not the log of one account. @default false */
  readonly ofServer?: boolean;
}) {
  if (entries.length === 0) return <p className="quiet">Nothing yet.</p>;
  return (
    <ul className="item-list rows audit-log">
      {entries.map((entry) => (
        <li key={entry.sequence}>
          <p>
            <What entry={entry} ofServer={ofServer} />
          </p>
          <p className="quiet small">
            {ofServer && entry.actorId !== null ? (
              <code>{entry.actorId}</code>
            ) : entry.actor === 'person' && entry.actorId !== entry.accountId ? (
              'A member or an operator'
            ) : (
              WHO[entry.actor]
            )}
            {entry.network !== null && `, from ${entry.network}`}, <Ago at={entry.createdAt} now={now} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What was done, with a link to what it was done to; the names of the log are in the title. */
function What({
  entry: { action, targetType, targetId, details },
  ofServer,
}: {
  readonly entry: AuditEntry;
  readonly ofServer: boolean;
}) {
  const page = ofServer ? undefined : auditTarget(action, targetType, targetId);
  const words = <span title={targetId === null ? action : `${action} ${targetId}`}>{auditWords(action)}</span>;
  const way = details['way'];
  return (
    <>
      {page === undefined ? words : <A to={page}>{words}</A>}
      {typeof way === 'string' && <span className="quiet"> with {way}</span>}
      {ofServer && (
        <>
          {' '}
          <code>{action}</code> {targetId !== null && <code>{targetId}</code>}
        </>
      )}
    </>
  );
}
