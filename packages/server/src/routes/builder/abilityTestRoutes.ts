import { abilityTestRequestSchema, abilityTestResponseSchema, ASSISTANT_HEADER } from '@sotto/hub-api';
import type { Json } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { listAbilities } from '../../db/queries/hub/abilityQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { record } from '../../http/record';
import { createAbilityTools } from '../../model/tools/abilities';
import { checkArguments } from '../../model/tools/checkArguments';
import type { ToolResult } from '../../model/tools/tool';
import type { Services } from '../services';

/**
 * Runs an ability as a model would, for its owner: the real requests with the real secrets, and the real answer. Whoever
 * sends the test approves it, so nobody is asked.
 */
export function abilityTestEndpoint(services: Services): Endpoint {
  const { db, resources, plans, secrets, crawlerFor, isTrustedHost, clock } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/:abilityId/test',
      summary: 'Run an ability once, with arguments, as a model would: it makes the real requests',
      auth: 'user',
      cost: 'request',
      body: abilityTestRequestSchema,
      answer: abilityTestResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      if (context.req.header(ASSISTANT_HEADER) !== undefined)
        throw new ApiError('NOT_AUTHORIZED', 'The assistant does not send tests of abilities');
      const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const { value } = await body();
      await plans.requireStanding(caller.workspaceId);
      const id = pathId(context, 'abilityId');
      const ability = (await listAbilities(db, [skillsetId])).find((each) => each.id === id);
      if (!ability) throw new ApiError('NOT_FOUND');
      const counted = await pass.enter({ accountId: caller.workspaceId });
      const [tool] = createAbilityTools([ability], {
        fetcher: crawlerFor(counted).fetcher,
        search: undefined,
        secretsOf: (skillset) => secrets.all(skillset),
        visitor: undefined,
        isTrustedHost,
        guard: (unguarded) => unguarded,
      });
      if (!tool)
        throw new ApiError(
          'UNPROCESSABLE_ENTITY',
          'This ability is only for visitors your site has identified, so it cannot be tested here',
        );
      const checked = checkArguments(JSON.stringify(value.arguments), tool.parameters);
      if ('complaint' in checked) throw new ApiError('UNPROCESSABLE_ENTITY', checked.complaint);
      await record(context, services, caller, 'ability.test', { target: { type: 'ability', id } });
      const startedAt = clock.now();
      const run = tool.run(checked.args, {
        callId: 'test',
        signal: context.req.raw.signal,
        cite: () => 1,
      });
      let step = await run.next();
      while (!step.done) step = await run.next();
      return answer(context, { ...toOutcome(step.value), durationMs: clock.now() - startedAt });
    },
  );
}

function toOutcome(result: ToolResult): { hasFailed: boolean; value: Json } {
  if (result.type === 'value') return { hasFailed: result.hasFailed === true, value: result.value };
  return { hasFailed: true, value: { error: 'message' in result ? result.message : result.type } };
}
