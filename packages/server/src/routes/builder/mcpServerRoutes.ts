import { mcpServerRequestSchema, mcpServerTestResponseSchema } from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { deleteMcpServer, insertMcpServer, listMcpServers } from '../../db/queries/hub/abilityQueries';
import { answer, endpoint, pathId, type Endpoint } from '../../http/endpoint';
import { spend } from '../../http/rateLimits';
import type { Services } from '../services';

/** Most MCP servers of a skillset. */
const MCP_SERVERS_MAX = 10;
/** How often a minute one person may make this server ask others. */
const TESTS_A_MINUTE = 20;

/** Servers of the Model Context Protocol whose tools belong to a skillset. */
export function mcpServerEndpoints({
  db,
  clock,
  users,
  things,
  secrets,
  mcp,
  rates,
  idempotency,
}: Services): Endpoint[] {
  const create = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/create',
      summary: 'Attach an MCP server; its tools become abilities',
      auth: 'user',
      body: mcpServerRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, read) => {
      const caller = await users.require(context);
      const { id: skillsetId } = await things.require('skillset', caller, pathId(context, 'skillsetId'));
      const { value, raw } = await read.body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        if ((await listMcpServers(db, [skillsetId])).length >= MCP_SERVERS_MAX)
          throw new ApiError('UNPROCESSABLE_ENTITY', `A skillset has at most ${MCP_SERVERS_MAX} MCP servers`);
        const id = createId('mcp', clock);
        await insertMcpServer(db, {
          id,
          skillsetId,
          name: value.name,
          url: value.url,
          headers: secrets.sealHeaders(id, value.headers ?? {}),
          createdAt: clock.now(),
          updatedAt: clock.now(),
        });
        return { id };
      });
      return answer(context, made);
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/delete',
      summary: 'Detach an MCP server',
      auth: 'user',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context) => {
      const caller = await users.require(context);
      const { id: skillsetId } = await things.require('skillset', caller, pathId(context, 'skillsetId'));
      const id = pathId(context, 'serverId');
      const made = await idempotency.once(context, caller.user.id, null, async () => {
        if (!(await deleteMcpServer(db, skillsetId, id))) throw new ApiError('NOT_FOUND');
        return { id };
      });
      return answer(context, made);
    },
  );
  const test = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/mcp/:serverId/test',
      summary: 'Ask an MCP server which tools it has right now',
      auth: 'user',
      answer: mcpServerTestResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context) => {
      const caller = await users.require(context);
      const { id: skillsetId } = await things.require('skillset', caller, pathId(context, 'skillsetId'));
      const id = pathId(context, 'serverId');
      const server = (await listMcpServers(db, [skillsetId])).find((each) => each.id === id);
      if (!server) throw new ApiError('NOT_FOUND');
      await spend(context, rates, `mcp ${caller.user.id}`, TESTS_A_MINUTE);
      return answer(context, {
        tools: await mcp.look({ ...server, headers: secrets.openHeaders(id, server.headers) }),
      });
    },
  );
  return [create, remove, test];
}
