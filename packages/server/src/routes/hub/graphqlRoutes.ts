import { ASSISTANT_HEADER, graphqlRequestSchema, graphqlResponseSchema } from '@sotto/hub-api';
import type { createGraphql } from '../../graphql/execute';
import { DATABASE_MS } from '../../graphql/queryLimits';
import { createResolvers } from '../../graphql/resolvers';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { recordReads } from '../../http/record';
import { describeFailure, type Logger } from '../../lib/logger';
import type { Services } from '../services';

/** GraphQL [S-5]. The library is loaded with the first question. */
export function graphqlEndpoints(services: Services, logger: Logger): Endpoint[] {
  let executor: Promise<ReturnType<typeof createGraphql>> | undefined;
  const load = async () => {
    const { createGraphql: create } = await import('../../graphql/execute');
    return create(services.allowsGraphqlMutations, (error) => {
      logger.error({ event: 'graphql', ...describeFailure(error) });
    });
  };
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
        const { value } = await body();
        const ask = await (executor ??= load());
        return answer(
          context,
          await ask(
            value,
            createResolvers(
              {
                ...services.within(DATABASE_MS),
                clock: services.clock,
                noteReads: (ids) => recordReads(context, services, caller, ids),
              },
              caller,
              context.req.header(ASSISTANT_HEADER) !== undefined,
            ),
          ),
        );
      },
    ),
  ];
}
