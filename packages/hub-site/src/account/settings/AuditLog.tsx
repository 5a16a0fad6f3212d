import type { AuditEntry } from '@sotto/hub-api';
import { timeAgo } from '../pages/timeAgo';

const WHO = { person: 'You', key: 'A key', visitor: 'A visitor', anonymous: 'Somebody', server: 'The server' } as const;

/** What was done in an account: who, what, on which thing. */
export function AuditLog({ entries, now }: { readonly entries: readonly AuditEntry[]; readonly now: number }) {
  if (entries.length === 0) return <p className="quiet">Nothing yet.</p>;
  return (
    <ul className="item-list rows">
      {entries.map(({ sequence, createdAt, actor, actorId, accountId, action, targetId, network }) => (
        <li key={sequence}>
          <p>
            <code>{action}</code> {targetId !== null && <code>{targetId}</code>}
          </p>
          <p className="quiet small">
            {actor === 'person' && actorId !== accountId ? 'An operator' : WHO[actor]}
            {network !== null && `, from ${network}`}, {timeAgo(createdAt, now)}
          </p>
        </li>
      ))}
    </ul>
  );
}
