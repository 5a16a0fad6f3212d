import { hubSessionCreateRequestSchema, hubSessionCreateResponseSchema } from '@sotto/hub-api';
import { createId } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { FIRST_WIDGETS } from '../../db/seedDatabase';
import { insertConversation } from '../../db/queries/conversations/conversationQueries';
import type { Trial } from '../../db/schema';
import { isTestModel, testBackstory } from '../../domain/hub/testSettings';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { callerAddress, spend } from '../../http/rateLimits';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import type { Services } from '../services';

/** Life of a trial's token, in seconds. */
const TOKEN_SECONDS = 3_600;

/** Trying out a thing of the Hub [S-1, H-3, H-16]. */
export function hubSessionEndpoints(services: Services): Endpoint[] {
  return (['skillset', 'dataset', 'bot'] as const).map((type) => createFor(services, type));
}

function createFor(services: Services, type: Trial['type']): Endpoint {
  const { db, clock, tokens, resources, trials } = services;
  return endpoint(
    {
      method: 'POST',
      path: `/hub/${type}/:id/session/create`,
      summary: `Try a ${type} out: a conversation with it`,
      auth: 'optionalUser',
      cost: 'none',
      body: hubSessionCreateRequestSchema,
      answer: hubSessionCreateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const idOrSlug = pathId(context, 'id');
      const address = callerAddress(context, services.trustedProxies);
      await spend(context, services.rates, `open ${address} ${type} ${idOrSlug}`, services.limits.sessionCreate);
      requireOwnOrigin(context, services.origins, false);
      const resource = await resources.requireVisible(type, caller, idOrSlug);
      const { value, raw } = await body();
      if (value.model !== undefined && !isTestModel(value.model, trials)) {
        throw new ApiError('UNPROCESSABLE_ENTITY', 'This model cannot be chosen here', {
          details: [{ path: 'model', message: value.model }],
        });
      }
      const isAuthor = caller !== undefined && caller.workspaceId === resource.ownerId;
      // Other people's instructions could make anything of somebody's work; only its author tries some out (A704).
      const own = isAuthor || caller?.user.isOperator === true ? value.backstory : undefined;
      const trial: Trial = {
        type,
        id: resource.id,
        backstory: own ?? testBackstory(type, resource, trials),
        ...(value.model !== undefined && { model: value.model }),
      };
      const made = await services.idempotency.once(
        context,
        `open ${caller?.user.id ?? address}`,
        raw,
        async () => {
          const conversationId = createId('conv', clock);
          await insertConversation(db, {
            id: conversationId,
            widgetId: FIRST_WIDGETS.hub,
            trial,
            payerId: caller?.workspaceId ?? null,
            createdAt: clock.now(),
            lastActivityAt: clock.now(),
          });
          const claims = tokens.claimsFor({
            conversationId,
            widgetId: FIRST_WIDGETS.hub,
            isVerbose: isAuthor,
            seesToolResults: isAuthor,
            lifeSeconds: TOKEN_SECONDS,
          });
          const triesLeft = caller === undefined ? await services.budgets.triesLeft(resource.id, address) : undefined;
          return {
            id: conversationId,
            token: await tokens.sign(claims),
            expiresAt: claims.exp * 1000,
            ...(triesLeft !== undefined && { triesLeft }),
          };
        },
        { opened: ({ id }) => id },
      );
      return answer(context, made);
    },
  );
}
