import { usageResponseSchema } from '@sotto/hub-api';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import type { Services } from '../services';

/** The month's counters beside what the plan allows. */
export function usageEndpoints({ plans, budgets }: Services): Endpoint[] {
  return [
    endpoint(
      {
        method: 'GET',
        path: '/usage/fetch',
        summary: "This month's use beside what the plan allows, and today's beside the limits of the server",
        auth: 'user',
        cost: 'none',
        answer: usageResponseSchema,
        errors: [],
      },
      async (context, { caller: { workspaceId } }) => {
        return answer(context, { ...(await plans.usage(workspaceId)), today: await budgets.today(workspaceId) });
      },
    ),
  ];
}
