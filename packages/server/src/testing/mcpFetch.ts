import type { Clock, JsonObject } from '@sotto/widget-core/api';
import { createPublicFetch, type PublicFetch } from '../unfurl/publicFetch';

/** Where the MCP server of a test is. */
export const MCP_ADDRESS = 'https://mcp.example.com/mcp';

/** The web, with one MCP server on it. @param answer - the result of a method; undefined: an empty one */
export function createMcpFetch(
  clock: Clock,
  answer: (method: string, params: JsonObject) => object | undefined,
): PublicFetch {
  const others = createPublicFetch({ clock });
  return async (url, what) => {
    if (url !== MCP_ADDRESS) return others(url, what);
    const call = JSON.parse(what.body ?? '{}') as { id?: number; method: string; params?: JsonObject };
    const initialized = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'weather', version: '1' },
    };
    const result =
      call.method === 'initialize'
        ? initialized
        : call.id === undefined
          ? undefined
          : (answer(call.method, call.params ?? {}) ?? {});
    return {
      url,
      status: call.id === undefined ? 202 : 200,
      type: 'application/json',
      headers: {},
      bytes: new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: call.id, result })),
    };
  };
}
