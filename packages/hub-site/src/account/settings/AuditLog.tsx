import type { AuditEntry } from '@sotto/hub-api';
import { timeAgo } from '../pages/timeAgo';

const WHO = { person: 'You', key: 'A key', visitor: 'A visitor', anonymous: 'Somebody', server: 'The server' } as const;

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
    <ul className="item-list rows">
      {entries.map(({ sequence, createdAt, actor, actorId, accountId, action, targetId, network }) => (
        <li key={sequence}>
          <p>
            <code>{action}</code> {targetId !== null && <code>{targetId}</code>}
          </p>
          <p className="quiet small">
            {ofServer && actorId !== null ? (
              <code>{actorId}</code>
            ) : actor === 'person' && actorId !== accountId ? (
              'An operator'
            ) : (
              WHO[actor]
            )}
            {network !== null && `, from ${network}`}, {timeAgo(createdAt, now)}
          </p>
        </li>
      ))}
    </ul>
  );
}
