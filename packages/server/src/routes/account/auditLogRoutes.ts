import { auditListQuerySchema, auditListResponseSchema } from '@sotto/hub-api';
import type { AuditRow } from '../../db/queries/accounts/auditQueries';
import type { CsvCell } from '../../lib/csv';
import { sendCsv } from '../../http/sendCsv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { record } from '../../http/record';
import { refuseAssistant } from './erasureRoutes';
import type { Services } from '../services';
import { byText, readPage } from '../../lib/paging';

/** Rows that an export reads at once. */
const EXPORT_ROWS = 500;

const COLUMNS = [
  'sequence',
  'created_at',
  'account_id',
  'actor',
  'actor_id',
  'key_id',
  'network',
  'action',
  'target_type',
  'target_id',
  'details',
  'previous',
  'hash',
];

/** The audit log: an account reads what was done in it, an operator what was done on the server. */
export function auditEndpoints(services: Services): Endpoint[] {
  const { audit } = services;

  async function* pagesOf(accountId: string | undefined): AsyncGenerator<CsvCell[][], void> {
    for (let before: number | undefined; ;) {
      const rows = await audit.list(accountId, before, EXPORT_ROWS);
      if (rows.length > 0) yield rows.map(toCells);
      before = rows.at(-1)?.sequence;
      if (rows.length < EXPORT_ROWS) return;
    }
  }

  const pair = (path: string, whose: string, isOperator: boolean): Endpoint[] => {
    return [
      endpoint(
        {
          method: 'GET',
          path: `${path}/list`,
          summary: `What was done ${whose}: who, what, on which thing; newest first`,
          auth: isOperator ? 'operator' : 'user',
          cost: 'none',
          query: auditListQuerySchema,
          answer: auditListResponseSchema,
          errors: ['NOT_AUTHORIZED'],
        },
        async (context, { caller, query }) => {
          refuseAssistant(context);
          const { items, cursor } = await readPage(
            query(),
            byText,
            (before, take) =>
              audit.list(
                isOperator ? undefined : caller.workspaceId,
                before === undefined ? before : Number(before),
                take,
              ),
            ({ sequence }) => String(sequence),
          );
          return answer(context, { items: items.map(({ previous: _, ...entry }) => entry), cursor });
        },
      ),
      endpoint(
        {
          method: 'POST',
          path: `${path}/export`,
          summary: 'The same as a CSV file',
          auth: isOperator ? 'operator' : 'user',
          cost: 'none',
          errors: ['NOT_AUTHORIZED'],
        },
        async (context, { caller }) => {
          refuseAssistant(context);
          await record(context, services, caller, 'audit.export', isOperator ? { accountId: null } : {});
          return sendCsv(context, 'audit', COLUMNS, pagesOf(isOperator ? undefined : caller.workspaceId));
        },
      ),
    ];
  };
  return [...pair('/audit', 'in this account', false), ...pair('/operator/audit', 'on this server', true)];
}

function toCells(row: AuditRow): CsvCell[] {
  return [
    row.sequence,
    new Date(row.createdAt).toISOString(),
    row.accountId,
    row.actor,
    row.actorId,
    row.keyId,
    row.network,
    row.action,
    row.targetType,
    row.targetId,
    JSON.stringify(row.details),
    row.previous,
    row.hash,
  ];
}
