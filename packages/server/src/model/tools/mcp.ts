import { isJson, type Clock, type Json, type JsonObject } from '@sotto/widget-core/api';
import type { Client } from '@modelcontextprotocol/client';
import { raceAbort } from '../../lib/raceAbort';
import type { PublicFetch } from '../../unfurl/publicFetch';
import type { PinnedTool } from '../../db/schema';
import { toolName } from './abilities';
import { fillVisitor, visitorNames, type VisitorValues } from './abilityTemplate';
import type { ActingTool } from './approval';
import { toMcpFailure } from './mcpFailure';
import { asksFirst, isAccepted, pinOf, toPins, type ListedTool, type Pins } from './mcpPins';
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
  /** The tools as their owner has accepted them; null: it has not been reached yet. */
  readonly tools: Pins | null;
  /** Names of the tools that are known to be paused. */
  readonly paused: readonly string[];
}

/** Keeps what was accepted of servers. */
export interface McpPins {
  /** Keeps what a server lists at its first connection. @returns what is kept: another process may have been first */
  pin(serverId: string, pins: Pins): Promise<Pins>;
  /** Notes which tools are paused, for their owner. */
  notePaused(serverId: string, names: readonly string[]): Promise<void>;
}

/** For whom the tools of a turn work. */
export interface McpTurn {
  /** Names of other tools of the turn. */
  readonly taken: readonly string[];
  /** What a proof says of the visitor; undefined: nobody is verified. */
  readonly visitor: VisitorValues | undefined;
  /** Says to a server who the visitor is: a token for that origin alone. */
  readonly tokenFor: (origin: string) => Promise<string>;
  /** Makes a tool that acts ask first. */
  readonly guard: (tool: Tool, acting: ActingTool) => Tool;
}

/** Tools that live on MCP servers. */
export interface McpTools {
  /** The tools of these servers that are what was accepted; a server that cannot be reached has none. */
  of(servers: readonly McpServer[], turn: McpTurn, signal: AbortSignal): Promise<Tool[]>;
  /** What a server has right now, asked anew. @throws ApiError 422 with a sentence for its owner */
  listTools(server: McpServer): Promise<readonly ListedTool[]>;
}

/**
 * Connects with the official client, which is loaded with the first server. Every request goes through the guarded
 * fetch, so a server can only be a public one.
 *
 * The list of a server's tools is asked for without a visitor, and kept for all of them: headers that name the visitor
 * are sent with calls only.
 */
export function createMcpTools({
  fetcher,
  clock,
  pins,
}: {
  fetcher: PublicFetch;
  clock: Clock;
  pins: McpPins;
}): McpTools {
  const lists = new Map<string, { state: number; until: number; tools: Promise<ListedTool[]> }>();

  async function withClient<Value>(
    server: McpServer,
    signal: AbortSignal | undefined,
    headers: Readonly<Record<string, string>>,
    work: (client: Client) => Promise<Value>,
  ): Promise<Value> {
    const { Client: McpClient, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const client = new McpClient({ name: 'sotto', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: toFetch(fetcher, signal),
      requestInit: { headers: { ...headers } },
    });
    try {
      await client.connect(transport, { timeout: ANSWER_MS });
      return await work(client);
    } finally {
      await client.close().catch(() => undefined);
    }
  }

  async function list(server: McpServer): Promise<ListedTool[]> {
    const { tools } = await withClient(server, undefined, withoutVisitor(server.headers), (client) =>
      client.listTools(undefined, { timeout: ANSWER_MS }),
    );
    return tools.slice(0, TOOLS_MAX).map(({ name, title, annotations, description = '', inputSchema }) => ({
      name,
      title: (title ?? annotations?.title)?.slice(0, TITLE_MAX_LENGTH),
      description: description.slice(0, DESCRIPTION_MAX_LENGTH),
      parameters: inputSchema as JsonObject,
      isReadOnly: annotations?.readOnlyHint === true,
    }));
  }

  function remember(server: McpServer): Promise<ListedTool[]> {
    const entry = { state: server.updatedAt, until: clock.now() + LIST_KEPT_MS, tools: list(server) };
    lists.set(server.id, entry);
    entry.tools.catch(() => (entry.until = clock.now() + FAILURE_KEPT_MS));
    return entry.tools;
  }
  function remembered(server: McpServer): Promise<ListedTool[]> {
    const known = lists.get(server.id);
    return known?.state === server.updatedAt && clock.now() < known.until ? known.tools : remember(server);
  }

  return {
    async listTools(server) {
      return remember(server).catch((cause: unknown) => {
        throw toMcpFailure(cause);
      });
    },
    async of(servers, turn, signal) {
      const names = new Set(turn.taken);
      const reachable = servers.filter(({ headers }) => turn.visitor !== undefined || !namesVisitor(headers));
      const found = await raceAbort(
        Promise.all(
          reachable.map(async (server) => ({
            server,
            tools: await remembered(server)
              .then((listed) => accepted(server, listed, pins))
              .catch((): Accepted[] => []),
          })),
        ),
        signal,
      );
      return found.flatMap(({ server, tools }) =>
        tools.map(({ tool, pin }) => {
          const own = toTool(server, tool, toolName(tool.name, names), turn);
          // Asks by its own word or its owner's; what it does without a question is noted all the same when it acts.
          return asksFirst(pin) || !pin.isReadOnly
            ? turn.guard(own, { label: tool.title ?? tool.name, needsApproval: asksFirst(pin) })
            : own;
        }),
      );
    },
  };

  function toTool(
    server: McpServer,
    { name, title, description, parameters }: ListedTool,
    as: string,
    turn: McpTurn,
  ): Tool {
    return {
      name: as,
      title,
      description,
      parameters,
      async *run(args, context): AsyncGenerator<ToolEvent, ToolResult> {
        yield* [] as ToolEvent[];
        const headers = await headersFor(server, turn);
        if (headers === undefined)
          return { type: 'error', code: 'FAILED', message: 'It is not proven who the visitor is' };
        const answer = await withClient(server, context.signal, headers, (client) =>
          client.callTool({ name, arguments: args }, { timeout: ANSWER_MS, signal: context.signal }),
        );
        const value = toValue(answer);
        return answer.isError === true
          ? { type: 'error', code: 'FAILED', message: typeof value === 'string' ? value : JSON.stringify(value) }
          : { type: 'value', value };
      },
    };
  }
}

interface Accepted {
  readonly tool: ListedTool;
  readonly pin: PinnedTool;
}

/** The tools that are what their owner has accepted. At the first connection that is all of them. */
async function accepted(server: McpServer, listed: readonly ListedTool[], store: McpPins): Promise<Accepted[]> {
  const pins = server.tools ?? (await store.pin(server.id, toPins(listed)));
  const paused = listed.filter((tool) => !isAccepted(tool, pins)).map(({ name }) => name);
  if (paused.join('\n') !== server.paused.join('\n')) await store.notePaused(server.id, paused);
  return listed.flatMap((tool) => {
    const pin = pinOf(tool.name, pins);
    return pin !== undefined && isAccepted(tool, pins) ? [{ tool, pin }] : [];
  });
}

/** A name in `{{visitor.…}}` that stands for a token of the server instead of a word of the proof. */
const TOKEN = 'token';

function namesVisitor(headers: Readonly<Record<string, string>>): boolean {
  return Object.values(headers).some((value) => visitorNames(value).length > 0);
}

function withoutVisitor(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => visitorNames(value).length === 0));
}

/** The headers of a call; undefined when the proof does not say what one of them is to carry. */
async function headersFor(
  { url, headers }: McpServer,
  { visitor, tokenFor }: McpTurn,
): Promise<Record<string, string> | undefined> {
  const wantsToken = Object.values(headers).some((value) => visitorNames(value).includes(TOKEN));
  const values = new Map(visitor);
  if (wantsToken) values.set(TOKEN, await tokenFor(new URL(url).origin));
  const filled = Object.entries(headers).map(([name, value]) => [name, fillVisitor(value, values)] as const);
  return filled.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(filled.map(([name, value]) => [name, value ?? '']));
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
