import {
  mcpServerRequestSchema,
  mcpServerTestResponseSchema,
  mcpSignInRequestSchema,
  mcpSignInResponseSchema,
  mcpToolAcceptRequestSchema,
  mcpToolUpdateRequestSchema,
} from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { requireTarget } from '../../http/requireTarget';
import {
  deleteMcpServer,
  insertMcpServer,
  listMcpServers,
  notePausedMcpTools,
  pinMcpTools,
  renewMcpLists,
  setMcpSignIn,
  setMcpTool,
  type StoredMcpServer,
} from '../../db/queries/hub/mcpServerQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { spend } from '../../http/rateLimits';
import { record } from '../../http/record';
import type { AppContext, Pass } from '../../http/appEnv';
import type { UserCaller } from '../../accounts/userCaller';
import type { McpTools } from '../../model/tools/mcp';
import { compareTools, pinOf, toPin, toPins } from '../../model/tools/mcpPins';
import type { Services } from '../services';
import { skillsetPartRemoval } from './skillsetPartRemoval';

/** Most MCP servers of a skillset. */
const MCP_SERVERS_MAX = 10;
/** How many requests to MCP servers one account may trigger per minute. */
const TESTS_A_MINUTE = 20;

/** Servers of the Model Context Protocol whose tools belong to a skillset. */
export function mcpServerEndpoints(services: Services): Endpoint[] {
  const { db, clock, plans, resources, secrets, idempotency } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/create',
      summary: 'Attach an MCP server; its tools become abilities',
      auth: 'user',
      cost: 'none',
      body: mcpServerRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        requireTarget(value.url, services.isTrustedHost);
        const id = createId('mcp', clock);
        await plans.store(caller.workspaceId, { kind: 'skillset', id: skillsetId }, async (tx) => {
          if ((await listMcpServers(tx, [skillsetId])).length >= MCP_SERVERS_MAX)
            throw new ApiError('UNPROCESSABLE_ENTITY', `A skillset has at most ${MCP_SERVERS_MAX} MCP servers`);
          await insertMcpServer(tx, {
            id,
            skillsetId,
            name: value.name,
            url: secrets.sealAddress(id, value.url),
            headers: secrets.sealHeaders(id, value.headers ?? {}),
            createdAt: clock.now(),
            updatedAt: clock.now(),
          });
        });
        return { id };
      });
      return answer(context, made);
    },
  );
  const remove = skillsetPartRemoval(services, {
    path: 'mcp',
    parameter: 'serverId',
    summary: 'Detach an MCP server',
    remove: deleteMcpServer,
  });
  const test = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/test',
      summary: 'Ask an MCP server which tools it has right now',
      auth: 'user',
      cost: 'request',
      answer: mcpServerTestResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, pass }) => {
      const server = await requireServer(services, context, caller);
      const { tools, leftOut } = await look(services, context, pass, { caller, server });
      const pins =
        server.tools ??
        (await plans.store(caller.workspaceId, { kind: 'skillset', id: server.skillsetId }, (tx) =>
          pinMcpTools(tx, server.id, toPins(tools)),
        ));
      const compared = compareTools(tools, pins);
      const paused = compared.flatMap(({ name, state }) => (state === 'new' || state === 'changed' ? [name] : []));
      await notePausedMcpTools(db, server.id, paused);
      return answer(context, { tools: compared, leftOut: [...leftOut] });
    },
  );
  return [create, remove, test, ...mcpToolEndpoints(services), ...mcpSignInEndpoints(services)];
}

/** An owner's settings of a tool: acceptance of its current description, and whether it requires approval. */
function mcpToolEndpoints(services: Services): Endpoint[] {
  const { db, plans, idempotency } = services;
  const accept = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/tool/accept',
      summary: 'Accept a tool as the server has it now, or that it is gone: until then it is paused',
      auth: 'user',
      cost: 'request',
      body: mcpToolAcceptRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      const server = await requireServer(services, context, caller);
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const { tools } = await look(services, context, pass, { caller, server });
        const compared = compareTools(tools, server.tools ?? {}).find(({ name }) => name === value.name);
        if (!compared) throw new ApiError('NOT_FOUND', 'The server has no such tool');
        if (compared.digest !== value.digest)
          throw new ApiError('CONFLICT', 'The server has changed this tool again: look at it once more');
        // A tool that is already accepted keeps its owner's approval setting.
        if (compared.state === 'accepted') return { id: server.id };
        const tool = tools.find(({ name }) => name === value.name);
        const pin = tool && toPin(tool, pinOf(value.name, server.tools ?? {}));
        await plans.store(caller.workspaceId, { kind: 'skillset', id: server.skillsetId }, (tx) =>
          setMcpTool(tx, server.id, value.name, pin),
        );
        await record(context, services, caller, 'mcp.tool-accept', {
          target: { type: 'mcp-server', id: server.id },
          details: { tool: value.name, digest: value.digest, was: compared.state },
        });
        return { id: server.id };
      });
      return answer(context, made);
    },
  );
  const update = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/tool/update',
      summary: 'Set whether a tool requires the visitor’s approval, and whether visitors see its app',
      auth: 'user',
      cost: 'none',
      body: mcpToolUpdateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const server = await requireServer(services, context, caller);
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const pin = pinOf(value.name, server.tools ?? {});
        if (!pin) throw new ApiError('NOT_FOUND', 'No such tool has been accepted');
        const { needsApproval = pin.needsApproval, showsApp = pin.showsApp } = value;
        if (showsApp === true && !pin.app) throw new ApiError('UNPROCESSABLE_ENTITY', 'This tool has no app');
        await setMcpTool(db, server.id, value.name, { ...pin, needsApproval, showsApp });
        await record(context, services, caller, 'mcp.tool-update', {
          target: { type: 'mcp-server', id: server.id },
          details: {
            tool: value.name,
            ...(needsApproval !== undefined && { needsApproval }),
            ...(showsApp !== undefined && { showsApp }),
          },
        });
        return { id: server.id };
      });
      return answer(context, made);
    },
  );
  return [accept, update];
}

/** The sign-in of an owner at a server. */
function mcpSignInEndpoints(services: Services): Endpoint[] {
  const { db, clock, rates, secrets, mcpSignIns, idempotency } = services;
  const begin = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/sign-in/begin',
      summary: 'Find out where to sign in to an MCP server',
      auth: 'user',
      cost: 'request',
      answer: mcpSignInResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, pass }) => {
      const server = secrets.openServer(await requireServer(services, context, caller));
      await spend(context, rates, `mcp ${caller.user.id}`, TESTS_A_MINUTE);
      const counted = await pass.enter({ accountId: caller.workspaceId });
      return answer(context, { url: await mcpSignIns.begin(server, counted) });
    },
  );
  const finish = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/sign-in/finish',
      summary: 'Finish signing in to an MCP server, with what its sign-in page answered',
      auth: 'user',
      cost: 'request',
      body: mcpSignInRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      const server = secrets.openServer(await requireServer(services, context, caller));
      const { value } = await body();
      await spend(context, rates, `mcp ${caller.user.id}`, TESTS_A_MINUTE);
      const counted = await pass.enter({ accountId: caller.workspaceId });
      await mcpSignIns.finish(server, value, counted);
      await renewMcpLists(db, server.id, clock.now());
      await record(context, services, caller, 'mcp.sign-in', { target: { type: 'mcp-server', id: server.id } });
      return answer(context, { id: server.id });
    },
  );
  const end = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/sign-in/delete',
      summary: 'Forget the sign-in at an MCP server',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const { id } = await requireServer(services, context, caller);
      const made = await idempotency.once(context, caller.user.id, null, async () => {
        await setMcpSignIn(db, id, null);
        await renewMcpLists(db, id, clock.now());
        await record(context, services, caller, 'mcp.sign-out', { target: { type: 'mcp-server', id } });
        return { id };
      });
      return answer(context, made);
    },
  );
  return [begin, finish, end];
}

/** The server that the address names, of a skillset of the caller. @throws ApiError 404 */
async function requireServer(
  { db, resources }: Services,
  context: AppContext,
  caller: UserCaller,
): Promise<StoredMcpServer> {
  const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
  const id = pathId(context, 'serverId');
  const server = (await listMcpServers(db, [skillsetId])).find((each) => each.id === id);
  if (!server) throw new ApiError('NOT_FOUND');
  return server;
}

/** Requests the tools of a server; rate-limited, since it triggers a request to a third party. */
async function look(
  { rates, secrets, mcp }: Services,
  context: AppContext,
  pass: Pass<'request'>,
  { caller, server }: { caller: UserCaller; server: StoredMcpServer },
): ReturnType<McpTools['listTools']> {
  await spend(context, rates, `mcp ${caller.user.id}`, TESTS_A_MINUTE);
  return mcp.listTools(secrets.openServer(server), await pass.enter({ accountId: caller.workspaceId }));
}
