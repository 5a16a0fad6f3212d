import type { AuditEntry } from '@sotto/hub-api';
import { Download } from '../pages/Download';
import { AuditLog } from './AuditLog';

/** Exports of the account, and the latest entries of its audit log where the viewer may read it. */
export function YourData({ audit, now }: { audit: { items: readonly AuditEntry[] } | undefined; now: number }) {
  return (
    <section id="data" aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <p className="quiet">
        Everything this account owns, with every conversation of its widgets, as a zip; and who did what in it, as a
        table.
      </p>
      <div className="actions">
        <Download from="/v1/account/export">Export the account</Download>
        {audit && <Download from="/v1/audit/export">Export the audit log</Download>}
      </div>
      {audit && (
        <>
          <h3>The latest entries of the audit log</h3>
          <AuditLog entries={audit.items} now={now} />
        </>
      )}
    </section>
  );
}
