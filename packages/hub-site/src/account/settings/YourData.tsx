import type { AuditEntry } from '@sotto/hub-api';
import { Download } from '../pages/Download';
import { A } from '../../site/SiteContext';
import { AuditLog } from './AuditLog';

/** Entries on the page of the account. */
const LATEST = 5;

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
          <h3>Audit log</h3>
          <AuditLog entries={audit.items.slice(0, LATEST)} now={now} />
          {audit.items.length > LATEST && (
            <p>
              <A to="/account/log">All entries</A>
            </p>
          )}
        </>
      )}
    </section>
  );
}
