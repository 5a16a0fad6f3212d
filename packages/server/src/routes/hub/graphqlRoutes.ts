import { ASSISTANT_HEADER, graphqlRequestSchema, graphqlResponseSchema } from '@sotto/hub-api';
import { DATABASE_MS } from '../../graphql/queryLimits';
import { createResolvers } from '../../graphql/resolvers';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { recordReads } from '../../http/record';
import { loadOnce } from '../../lib/loadOnce';
import { describeFailure, type Logger } from '../../lib/logger';
import { noteTrust } from '../builder/skillsetRoutes';
import type { Services } from '../services';

/** GraphQL [S-5]. The library is loaded with the first question. */
export function graphqlEndpoints(services: Services, logger: Logger): Endpoint[] {
  const executor = loadOnce(async () => {
    const { createGraphql } = await import('../../graphql/execute');
    return createGraphql(services.allowsGraphqlMutations, (error) => {
      logger.error({ event: 'graphql', ...describeFailure(error) });
    });
  });
  return [
    endpoint(
      {
        method: 'POST',
        path: '/graphql',
        summary: 'Ask for several things at once; reads only unless the server allows changes',
        auth: 'user',
        cost: 'none',
        body: graphqlRequestSchema,
        answer: graphqlResponseSchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, { caller, body }) => {
        const { value, raw } = await body();
        const ask = await executor();
        const deps = {
          ...services.within(DATABASE_MS),
          clock: services.clock,
          hub: services.hub,
          isTrustedHost: services.isTrustedHost,
          noteReads: (ids: readonly string[]) => recordReads(context, services, caller, ids),
          noteTrust: noteTrust(services, context, caller),
        };
        const isAssistant = context.req.header(ASSISTANT_HEADER) !== undefined;
        const made = await ask(value, createResolvers(deps, caller, isAssistant), (act) =>
          services.idempotency.once(context, caller.user.id, raw, async () => ({ ...(await act()) })),
        );
        return answer(context, made);
      },
    ),
  ];
}
