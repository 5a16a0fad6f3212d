import { accountListQuerySchema, accountListResponseSchema } from '@sotto/hub-api';
import { readUsage } from '../../db/queries/accounts/counterQueries';
import { listUsers } from '../../db/queries/accounts/userQueries';
import { accountCounter, monthOf } from '../../domain/accounts/plans';
import { readCursor, writeCursor } from '../../domain/hub/resources';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { refuseAssistant } from './erasureRoutes';
import type { Services } from '../services';

const MICROS = 1_000_000;

/** The accounts of the server, with what each has used in the running month. */
export function operatorAccountEndpoints({ db, clock }: Services): Endpoint[] {
  return [
    endpoint(
      {
        method: 'GET',
        path: '/operator/account/list',
        summary: 'Accounts and teams of this server, newest first, with what each has used this month',
        auth: 'operator',
        cost: 'none',
        query: accountListQuerySchema,
        answer: accountListResponseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, { query }) => {
        refuseAssistant(context);
        const { q = '', cursor, take } = query();
        const rows = await listUsers(db, q, cursor === undefined ? undefined : readCursor(cursor), take + 1);
        const period = monthOf(clock.now());
        const shown = rows.slice(0, take);
        const used = await readUsage(
          db,
          shown.map(({ id }) => accountCounter(id)),
          period,
        );
        const items = shown.map(({ id, name, email, isTeam, isOperator, hasSecondFactor, createdAt }) => {
          const { messages = 0, tokens = 0, costMicros = 0 } = used.get(accountCounter(id)) ?? {};
          return {
            id,
            name,
            email: isTeam ? null : email,
            isTeam,
            isOperator,
            hasSecondFactor,
            createdAt: createdAt.getTime(),
            messages,
            tokens,
            cost: costMicros / MICROS,
          };
        });
        const last = rows.length > take ? items.at(-1) : undefined;
        return answer(context, { items, cursor: last ? writeCursor(last) : null, period });
      },
    ),
  ];
}
