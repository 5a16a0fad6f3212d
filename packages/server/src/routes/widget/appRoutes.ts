import type { Json, JsonObject } from '@sotto/widget-core/api';
import { appCallRequestSchema, appCallResponseSchema, appResponseSchema } from '@sotto/widget-core/internal/server';
import type { Counted } from '../../domain/accounts/costs';
import { readApp, skillsetsOf, type ConversationApp } from '../../domain/conversations/apps';
import { verifiedVisitor } from '../../domain/conversations/verifiedVisitor';
import { noteApproval } from '../../domain/replies/approvals';
import type { SessionCaller } from '../../http/auth/callerOf';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { spend } from '../../http/rateLimits';
import { ApiError } from '../../lib/apiError';
import { checkArguments } from '../../model/tools/checkArguments';
import type { AppTool } from '../../model/tools/mcp';
import type { ApprovalNote } from '../../model/tools/approval';
import type { Services } from '../services';

/** How many tools the apps of one conversation may call per minute. */
const CALLS_A_MINUTE = 30;

/** MCP Apps of a conversation: what they are shown with, and the tools they call. */
export function appEndpoints(services: Services): Endpoint[] {
  const { db, idempotency, rates } = services;
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/app/:appId/fetch',
      summary: 'What an MCP App of a reply is shown with',
      auth: 'session',
      cost: 'none',
      answer: appResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { claims, conversation, widget } }) => {
      const app = claims.vb ? await readApp(db, conversation.id, pathId(context, 'appId')) : undefined;
      if (!app) throw new ApiError('NOT_FOUND', 'There is no such app');
      const { tool, input, result, hasBorder, digest } = app;
      return answer(context, {
        page: `/integrations/widget/${widget.id}/app/${digest}`,
        tool,
        input,
        result,
        ...(hasBorder !== undefined && { hasBorder }),
      });
    },
  );
  const call = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/app/:appId/call',
      summary: 'Call a tool of the server that an MCP App belongs to',
      auth: 'session',
      cost: 'tool',
      body: appCallRequestSchema,
      answer: appCallResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      await spend(context, rates, `app ${caller.conversation.id}`, CALLS_A_MINUTE);
      const { value, raw } = await body();
      const app = caller.claims.vb ? await readApp(db, caller.conversation.id, pathId(context, 'appId')) : undefined;
      if (!app) throw new ApiError('NOT_FOUND', 'There is no such app');
      const act = async (counted: Counted): Promise<JsonObject> => {
        const tool = await toolOf(services, caller, app, value.name, counted);
        const checked = checkArguments(JSON.stringify(value.arguments ?? {}), tool.parameters);
        if ('complaint' in checked) throw new ApiError('UNPROCESSABLE_ENTITY', checked.complaint);
        const note = (type: ApprovalNote['type'], outcome?: ApprovalNote['outcome']) =>
          noteApproval(services.audit, caller, { type, callId: pathId(context, 'appId'), tool: value.name, outcome });
        if (tool.needsApproval && value.approved === undefined) {
          await note('ask');
          await counted.giveBack();
          return { question: tool.label };
        }
        if (tool.needsApproval) await note('answer', value.approved ? 'approved' : 'refused');
        if (tool.needsApproval && !value.approved) {
          await counted.giveBack();
          return {};
        }
        if (tool.isActing) await note('call');
        const result: Json = await tool.call(checked.args, context.req.raw.signal);
        return { result };
      };
      const made = await idempotency.once(context, caller.conversation.id, raw, () => pass.run(caller, act));
      return answer(context, made);
    },
  );
  return [fetch, call];
}

/**
 * A tool that an app may call: one of its own server, as its owner has accepted it, while the bot has that server, and
 * with the visitor's rights.
 *
 * @throws ApiError 404
 */
async function toolOf(
  { db, secrets, mcp, visitorTokens }: Services,
  { conversation, widget }: SessionCaller,
  { server }: ConversationApp,
  name: string,
  counted: Counted,
): Promise<AppTool> {
  const skillsets = await skillsetsOf(db, conversation, widget);
  const visitor = verifiedVisitor(conversation);
  const tool = skillsets.includes(server.skillsetId)
    ? await mcp.toolForApp(
        secrets.openServer(server),
        name,
        {
          visitor,
          tokenFor: (origin) => visitorTokens.sign(widget.ownerId ?? '', String(visitor?.get('sub')), origin),
        },
        counted,
      )
    : undefined;
  if (!tool) throw new ApiError('NOT_FOUND', 'An app may not call this tool');
  return tool;
}
