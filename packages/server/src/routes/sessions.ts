import { hubSessionCreateResponseSchema, idSchema, sessionCreateRequestSchema, sessionCreateResponseSchema, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { isApiSecret } from '../accounts/secrets';
import { ApiError } from '../apiError';
import { readWidget, type Widget } from '../db/queries/widgets';
import { openConversation, readContinuable } from '../domain/conversations';
import type { AppContext } from '../http/appEnv';
import { requireAllowedOrigin, requireTokensOrigin } from '../http/bearerAuth';
import { readBearer } from '../http/readBearer';
import { answer, endpoint, pathId, type Endpoint } from '../http/endpoint';
import { callerAddress, spend } from '../http/rateLimits';
import type { Services } from './services';

/** What is kept of a made session: enough to sign the very same token again, and no token. */
const madeSchema = v.object({
  isResumed: v.boolean(),
  claims: v.object({ iss: v.string(), sub: idSchema, wid: idSchema, iat: v.number(), exp: v.number(), jti: v.string(), vb: v.boolean(), org: v.exactOptional(v.string()) }),
});

const tokenRequestSchema = v.object({ durationInSeconds: sessionCreateRequestSchema.entries.durationInSeconds });

/** Sessions [S-6, W-28, W-29]: a browser asks to talk with a widget, or to go on. */
export function sessionEndpoints(services: Services): Endpoint[] {
  const { db, clock, tokens, users } = services;

  async function continued(context: AppContext, widget: Widget, conversationId: string, isTrusted: boolean): Promise<string | undefined> {
    if (isTrusted) return (await readContinuable(db, clock, widget, conversationId))?.id;
    const token = readBearer(context);
    const claims = token === undefined ? undefined : await tokens.verifyStale(token);
    if (claims?.sub !== conversationId || claims.wid !== widget.id) return undefined;
    requireTokensOrigin(context, services.origins, claims);
    return (await readContinuable(db, clock, widget, conversationId))?.id;
  }

  const create = endpoint(
    {
      method: 'POST',
      path: '/integration/widget/:integrationId/session/create',
      summary: 'Make a session: a new conversation, or the next token of one',
      auth: 'public',
      body: sessionCreateRequestSchema,
      answer: sessionCreateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, read) => {
      const widgetId = pathId(context, 'integrationId');
      const address = callerAddress(context, services.trustedProxies);
      // A program of the account makes sessions for many visitors from one address.
      const program = isApiSecret(readBearer(context) ?? '') ? await users.require(context) : undefined;
      if (!program) await spend(context, services.rates, `open ${address} ${widgetId}`, services.limits.sessionCreate);
      const widget = await readWidget(db, widgetId);
      if (!widget || (program && widget.ownerId !== program.user.id)) throw new ApiError('NOT_FOUND', 'There is no such widget');
      requireAllowedOrigin(context, services.origins, widget);
      if (widget.config['disabled'] === true) throw new ApiError('NOT_AUTHORIZED', 'This chat is switched off');
      const { value, raw } = await read.body();
      await services.installs.note(context, widget);

      const made = await services.idempotency.once(context, `open ${program?.user.id ?? address}`, raw, async (): Promise<JsonObject> => {
        const earlier = value.conversationId === undefined ? undefined : await continued(context, widget, value.conversationId, program !== undefined);
        const conversationId = earlier ?? (await openConversation(db, clock, widget, value, program !== undefined));
        const claims = tokens.claimsFor({ conversationId, widgetId, isVerbose: widget.config['verbose'] !== false, lifeSeconds: value.durationInSeconds, origin: context.req.header('origin') });
        return { isResumed: earlier !== undefined, claims };
      });
      const { claims, isResumed } = v.parse(madeSchema, made);
      return answer(context, { conversationId: claims.sub, token: await tokens.sign(claims), expiresAt: claims.exp * 1000, resumed: isResumed });
    },
  );

  return [create, renewEndpoint(services)];
}

function renewEndpoint({ auth, tokens, idempotency }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST', path: '/conversation/:conversationId/session/create',
      summary: 'Make a token of a conversation, for hosts that make sessions in their own backend',
      auth: 'secret',
      body: tokenRequestSchema,
      answer: hubSessionCreateResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, read) => {
      if (!isApiSecret(readBearer(context) ?? '')) throw new ApiError('NOT_AUTHENTICATED');
      const { conversation, widget } = await auth.requireParty(context, pathId(context, 'conversationId'));
      const { value, raw } = await read.body();
      const made = await idempotency.once(context, conversation.id, raw, async () => {
        const claims = tokens.claimsFor({ conversationId: conversation.id, widgetId: widget.id, isVerbose: widget.config['verbose'] !== false, lifeSeconds: value.durationInSeconds });
        return { id: conversation.id, token: await tokens.sign(claims), expiresAt: claims.exp * 1000 };
      }, { isSecret: true });
      return answer(context, made);
    },
  );
}
