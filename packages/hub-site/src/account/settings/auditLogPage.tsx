import { auditListResponseSchema } from '@sotto/hub-api';
import type { Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Download } from '../pages/Download';
import { ListPages } from '../workspace/listPages';
import { AuditLog } from './AuditLog';

const PATH = '/account/log';
/** Entries on one page. */
const SHOWN = 50;

/** /account/log: who did what in the workspace. */
export const auditLogRoute: Route = ownRoute({
  path: PATH,
  async show(request) {
    const cursor = request.url.searchParams.get('cursor')?.slice(0, 20);
    const list = await request.hub.get('/audit/list', auditListResponseSchema, { cursor, take: SHOWN });
    return accountPage(request, {
      title: 'Audit log',
      body: (
        <div className="editor-main">
          <p className="eyebrow">
            <A to="/account">Settings</A> › Audit log
          </p>
          <h1>Audit log</h1>
          <p className="lead">Who did what in this workspace, newest first.</p>
          <Download from="/v1/audit/export">Export the audit log</Download>
          <AuditLog entries={list.items} now={Date.now()} />
          <ListPages path={PATH} cursor={cursor} next={list.cursor} />
        </div>
      ),
    });
  },
});
