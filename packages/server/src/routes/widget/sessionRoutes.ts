import { createHash } from 'node:crypto';
import { hubSessionCreateResponseSchema, TOOL_RESULTS } from '@sotto/hub-api';
import { createId, type JsonObject } from '@sotto/widget-core/api';
import { sessionCreateRequestSchema, sessionCreateResponseSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { readWidget, type Widget } from '../../db/queries/hub/widgetQueries';
import { continueConversation, openConversation, renewalMs } from '../../domain/conversations/conversations';
import { digestOfSubject, readIdentity, type Proof } from '../../domain/conversations/identity';
import { claimsSchema, type SessionClaims } from '../../domain/conversations/sessionTokens';
import type { AppContext } from '../../http/appEnv';
import { requireAllowedOrigin, requireTokensOrigin } from '../../http/auth/bearerAuth';
import { readBearer } from '../../http/auth/readBearer';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { callerAddress, spend } from '../../http/rateLimits';
import type { Services } from '../services';
import { readVisit } from './visit';

/** What is kept of a made session: enough to sign the very same token again, and no token. */
const madeSchema = v.object({ isResumed: v.boolean(), claims: claimsSchema });

/**
 * What the account's program may request: a token that sees tool results, for a caller who is not a visitor. Its other
 * tokens go to browsers.
 */
const trustedFields = { toolResults: v.optional(v.picklist(TOOL_RESULTS), 'private') };
const createRequestSchema = v.object({ ...sessionCreateRequestSchema.entries, ...trustedFields });
const tokenRequestSchema = v.object({
  durationInSeconds: sessionCreateRequestSchema.entries.durationInSeconds,
  ...trustedFields,
});

/** Sessions [S-6, W-28, W-29]: a browser starts or resumes a conversation with a widget. */
export function sessionEndpoints(services: Services): Endpoint[] {
  const { db, clock, tokens } = services;

  /** The claims of the caller's token, expired or not, if it is one of this conversation. */
  async function readOwnClaims(
    context: AppContext,
    widget: Widget,
    conversationId: string | undefined,
  ): Promise<SessionClaims | undefined> {
    const token = readBearer(context);
    const claims = token === undefined || conversationId === undefined ? undefined : await tokens.verifyStale(token);
    if (claims?.sub !== conversationId || claims?.wid !== widget.id) return undefined;
    // An old token that leaks must not continue a conversation that its visitor still uses with a newer one.
    if (claims.exp * 1000 + renewalMs(widget) < clock.now()) return undefined;
    requireTokensOrigin(context, services.origins, claims);
    return claims;
  }

  /**
   * A proof, which is counted: good ones by whom they are about, so that people behind one address do not hinder each
   * other; everything else by address.
   */
  async function countProof(
    context: AppContext,
    widgetId: string,
    address: string,
    read: () => Promise<Proof | undefined>,
  ): Promise<Proof | undefined> {
    const found = await read().catch((error: unknown) => ({ error }));
    if (!found || 'error' in found)
      await spend(context, services.rates, `open ${address} ${widgetId}`, services.limits.sessionCreate);
    else await spend(context, services.rates, `open ${widgetId} subject ${found.subject}`, services.limits.session);
    if (found && 'error' in found) throw found.error;
    return found;
  }

  const create = endpoint(
    {
      method: 'POST',
      path: '/integration/widget/:integrationId/session/create',
      summary: 'Make a session: a new conversation, or the next token of one',
      auth: 'optionalKey',
      cost: 'message',
      body: createRequestSchema,
      answer: sessionCreateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: program, body, pass }) => {
      const widgetId = pathId(context, 'integrationId');
      const address = callerAddress(context, services.trustedProxies);
      const { value, raw } = await body();
      const widget = await readWidget(db, widgetId);
      const readProof = async (): Promise<Proof | undefined> =>
        widget ? readIdentity(widget, value.contact, services) : undefined;
      // A program of the account makes sessions for many visitors from one address.
      const proof = program ? await readProof() : await countProof(context, widgetId, address, readProof);
      if (!widget || (program && widget.ownerId !== program.workspaceId))
        throw new ApiError('NOT_FOUND', 'There is no such widget');
      requireAllowedOrigin(context, services.origins, widget);
      if (widget.config['disabled'] === true) throw new ApiError('NOT_AUTHORIZED', 'This chat is switched off');
      const [isTrusted, seesToolResults] = [program !== undefined, value.toolResults === 'shared'];
      if (seesToolResults && !isTrusted)
        throw new ApiError('NOT_AUTHORIZED', 'Only a trusted caller may ask for the results of tools');
      if (proof) await services.endedSessions.requireNewer(widgetId, proof);
      await services.installs.note(context, widget);

      const made = await services.idempotency.once(
        context,
        `open ${program?.user.id ?? address}`,
        raw,
        async (): Promise<JsonObject> => {
          const own = await readOwnClaims(context, widget, value.conversationId);
          const hasBegunIt =
            own?.chl !== undefined && value.verifier !== undefined && own.chl === challengeOf(value.verifier);
          const requestedId = own?.sub ?? (isTrusted ? value.conversationId : undefined);
          const earlier =
            requestedId === undefined
              ? undefined
              : await continueConversation(db, clock, widget, {
                  conversationId: requestedId,
                  contact: value.contact,
                  proof,
                  isTrusted,
                  hasBegunIt,
                  tokenMadeAt: own?.iat,
                });
          const subject = proof?.subject ?? earlier?.subject ?? undefined;
          const conversationId = earlier?.id ?? createId('conv', clock);
          if (!earlier) {
            const visit = readVisit(context, services, { page: value.page, isVisitor: !isTrusted });
            const open = () =>
              openConversation(db, clock, widget, value, { id: conversationId, proof, isTrusted, visit });
            const conversation = { id: conversationId, subject: proof?.subject ?? null, payerId: null, trial: null };
            // Without messages, it costs nothing yet.
            await (value.messages?.length ? pass.run({ conversation, widget, caller: program }, open) : open());
          }
          const claims = tokens.claimsFor({
            conversationId,
            widgetId,
            isTrusted,
            isVerbose: widget.config['verbose'] !== false,
            seesToolResults,
            lifeSeconds: value.durationInSeconds,
            origin: context.req.header('origin'),
            visitor:
              subject === undefined
                ? undefined
                : {
                    digest: digestOfSubject(widgetId, subject),
                    provenUntil: proof && proof.madeAt + widget.identityFreshnessMs,
                  },
            challenge: subject !== undefined ? undefined : earlier ? own?.chl : value.challenge,
          });
          return { isResumed: earlier !== undefined, claims };
        },
        { opened: (answer) => v.parse(madeSchema, answer).claims.sub },
      );
      const { claims, isResumed } = v.parse(madeSchema, made);
      return answer(context, {
        conversationId: claims.sub,
        token: await tokens.sign(claims),
        expiresAt: claims.exp * 1000,
        resumed: isResumed,
      });
    },
  );

  return [create, renewEndpoint(services)];
}

/** @see `challenge` of the request (RFC 7636, S256) */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function renewEndpoint({ tokens, idempotency }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/session/create',
      summary: 'Make a token of a conversation, for hosts that make sessions in their own backend',
      auth: 'keyOfParty',
      cost: 'none',
      body: tokenRequestSchema,
      answer: hubSessionCreateResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { conversation, widget }, body }) => {
      const { value, raw } = await body();
      const made = await idempotency.once(context, conversation.id, raw, async () => {
        const visitor =
          conversation.subject === null ? undefined : { digest: digestOfSubject(widget.id, conversation.subject) };
        const claims = tokens.claimsFor({
          conversationId: conversation.id,
          widgetId: widget.id,
          isVerbose: widget.config['verbose'] !== false,
          seesToolResults: value.toolResults === 'shared',
          lifeSeconds: value.durationInSeconds,
          visitor,
          isTrusted: true,
        });
        return { id: conversation.id, token: await tokens.sign(claims), expiresAt: claims.exp * 1000 };
      });
      return answer(context, made);
    },
  );
}
