import { auditListResponseSchema } from '@sotto/hub-api';
import { AuditLog } from '../settings/AuditLog';
import { accountPage } from '../pages/accountPage';
import { Download } from '../pages/Download';
import { ListPages } from '../workspace/listPages';
import { OperatorHead, operatorRoute } from './operatorRoute';

/** Entries on one page. */
const SHOWN = 50;

/** /operator/audit: what was done on the whole server. */
export const auditRoute = operatorRoute({
  path: '/operator/audit',
  async show(request) {
    const cursor = request.url.searchParams.get('cursor')?.slice(0, 20);
    const list = await request.hub.get('/operator/audit/list', auditListResponseSchema, { cursor, take: SHOWN });
    return accountPage(request, {
      title: 'Audit log',
      body: (
        <div className="editor-main">
          <OperatorHead title="Audit log" lead="Who did what on this server, newest first." />
          <Download from="/v1/operator/audit/export">Download everything as CSV</Download>
          <AuditLog entries={list.items} now={Date.now()} ofServer />
          <ListPages path="/operator/audit" cursor={cursor} next={list.cursor} />
        </div>
      ),
    });
  },
});
