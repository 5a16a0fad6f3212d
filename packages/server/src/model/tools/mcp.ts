import { isJson, type Clock, type Json, type JsonObject } from '@sotto/widget-core/api';
import type { Client } from '@modelcontextprotocol/client';
import { orAborted } from '../../lib/orAborted';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { toolName } from './abilities';
import { toMcpFailure } from './mcpFailure';
import type { Tool, ToolEvent, ToolResult } from './tool';

/** How long a server may take to answer, in milliseconds. */
const ANSWER_MS = 20_000;
/** Largest answer, in bytes (1 MiB). */
const ANSWER_MAX_BYTES = 1_048_576;
/** How long the list of a server's tools is remembered, in milliseconds. */
const LIST_KEPT_MS = 300_000;
/** How long a server that could not be asked is left alone, in milliseconds: a reply must not wait for it each time. */
const FAILURE_KEPT_MS = 30_000;
/** Most tools of one server, and longest description, in characters. */
const TOOLS_MAX = 40;
const DESCRIPTION_MAX_LENGTH = 1_000;
/** Longest title, in characters. */
const TITLE_MAX_LENGTH = 100;

/** A server of the Model Context Protocol, reached by HTTP. */
export interface McpServer {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly updatedAt: number;
}

/** Tools that live on MCP servers. */
export interface McpTools {
  /** The tools of these servers; one that cannot be reached has none. `taken`: names of other tools of the turn. */
  of(servers: readonly McpServer[], taken: readonly string[], signal: AbortSignal): Promise<Tool[]>;
  /** What a server has right now, asked anew. @throws ApiError 422 with a sentence for its owner */
  look(server: McpServer): Promise<{ name: string; description: string }[]>;
}

interface Listed {
  readonly name: string;
  /** The protocol has it for people to read. */
  readonly title: string | undefined;
  readonly description: string;
  readonly parameters: JsonObject;
}

/**
 * Connects with the official client, which is loaded with the first server. Every request goes through the guarded
 * fetch, so a server can only be a public one.
 */
export function createMcpTools({ fetcher, clock }: { fetcher: PublicFetch; clock: Clock }): McpTools {
  const lists = new Map<string, { state: number; until: number; tools: Promise<Listed[]> }>();

  async function withClient<Value>(
    server: McpServer,
    signal: AbortSignal | undefined,
    work: (client: Client) => Promise<Value>,
  ): Promise<Value> {
    const { Client: McpClient, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const client = new McpClient({ name: 'sotto', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: toFetch(fetcher, signal),
      requestInit: { headers: { ...server.headers } },
    });
    try {
      await client.connect(transport, { timeout: ANSWER_MS });
      return await work(client);
    } finally {
      await client.close().catch(() => undefined);
    }
  }

  async function list(server: McpServer): Promise<Listed[]> {
    const { tools } = await withClient(server, undefined, (client) =>
      client.listTools(undefined, { timeout: ANSWER_MS }),
    );
    return tools.slice(0, TOOLS_MAX).map(({ name, title, annotations, description = '', inputSchema }) => ({
      name,
      title: (title ?? annotations?.title)?.slice(0, TITLE_MAX_LENGTH),
      description: description.slice(0, DESCRIPTION_MAX_LENGTH),
      parameters: inputSchema as JsonObject,
    }));
  }

  function remember(server: McpServer): Promise<Listed[]> {
    const entry = { state: server.updatedAt, until: clock.now() + LIST_KEPT_MS, tools: list(server) };
    lists.set(server.id, entry);
    entry.tools.catch(() => (entry.until = clock.now() + FAILURE_KEPT_MS));
    return entry.tools;
  }
  function remembered(server: McpServer): Promise<Listed[]> {
    const known = lists.get(server.id);
    return known?.state === server.updatedAt && clock.now() < known.until ? known.tools : remember(server);
  }

  return {
    async look(server) {
      const tools = await remember(server).catch((cause: unknown) => {
        throw toMcpFailure(cause);
      });
      return tools.map(({ name, description }) => ({ name, description }));
    },
    async of(servers, taken, signal) {
      const names = new Set(taken);
      const found = await orAborted(
        Promise.all(
          servers.map(async (server) => ({ server, tools: await remembered(server).catch((): Listed[] => []) })),
        ),
        signal,
      );
      return found.flatMap(({ server, tools }) =>
        tools.map((tool): Tool => ({
          name: toolName(tool.name, names),
          title: tool.title,
          description: tool.description,
          parameters: tool.parameters,
          async *run(args, context): AsyncGenerator<ToolEvent, ToolResult> {
            yield* [] as ToolEvent[];
            const answer = await withClient(server, context.signal, (client) =>
              client.callTool({ name: tool.name, arguments: args }, { timeout: ANSWER_MS, signal: context.signal }),
            );
            const value = toValue(answer);
            return answer.isError === true
              ? { type: 'error', code: 'FAILED', message: typeof value === 'string' ? value : JSON.stringify(value) }
              : { type: 'value', value };
          },
        })),
      );
    },
  };
}

/** What a tool said: its structured answer, or its texts. Pictures and other bytes are named only. */
function toValue(answer: { content?: unknown; structuredContent?: unknown }): Json {
  if (answer.structuredContent !== undefined && isJson(answer.structuredContent)) return answer.structuredContent;
  const parts: unknown[] = Array.isArray(answer.content) ? answer.content : [];
  return parts.map((part) => (isText(part) ? part.text : '[not a text]')).join('\n\n');
}

function isText(part: unknown): part is { text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
}

/** The guarded fetch in the platform's shape. A standing stream is refused: answers come with their requests. */
function toFetch(fetcher: PublicFetch, signal: AbortSignal | undefined) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    if (method === 'GET') return new Response(null, { status: 405 });
    const { accept = '*/*', ...headers } = Object.fromEntries(new Headers(init.headers));
    const answer = await fetcher(String(input), {
      method,
      accept,
      headers,
      body: typeof init.body === 'string' ? init.body : undefined,
      timeoutMs: ANSWER_MS,
      maxBytes: ANSWER_MAX_BYTES,
      whenLonger: 'refuse',
      signal,
    });
    const session = answer.headers['mcp-session-id'];
    const hasBody = ![202, 204, 205, 304].includes(answer.status);
    return new Response(hasBody ? Buffer.from(answer.bytes) : null, {
      status: answer.status,
      headers: {
        ...(answer.type !== '' && { 'content-type': answer.type }),
        ...(typeof session === 'string' && { 'mcp-session-id': session }),
      },
    });
  };
}
