import { accountListQuerySchema, accountListResponseSchema } from '@sotto/hub-api';
import { readUsage } from '../../db/queries/accounts/counterQueries';
import { listUsers } from '../../db/queries/accounts/userQueries';
import { accountCounter, monthOf } from '../../domain/accounts/plans';
import { byAge, readPage } from '../../lib/paging';
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
        const { q = '', ...wanted } = query();
        const { items: shown, cursor } = await readPage(
          wanted,
          byAge,
          (after, take) => listUsers(db, q, after, take),
          ({ createdAt, id }) => ({ createdAt: createdAt.getTime(), id }),
        );
        const period = monthOf(clock.now());
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
        return answer(context, { items, cursor, period });
      },
    ),
  ];
}
