import { cutText } from '@sotto/widget-core/internal/server';
import { isJson, type Clock, type Json, type JsonObject } from '@sotto/widget-core/api';
import type { Client } from '@modelcontextprotocol/client';
import { ApiError } from '../../lib/apiError';
import { raceAbort } from '../../lib/raceAbort';
import type { PublicFetch } from '../../unfurl/publicFetch';
import type { AppPolicy, PinnedApp, PinnedTool } from '../../db/schema';
import { fillVisitor, visitorNames, type VisitorValues } from './abilityTemplate';
import type { ActingTool } from './approval';
import { APP_EXTENSION, APP_TYPE, readApps, readToolMeta, toAppResult } from './mcpApps';
import { toMcpFailure } from './mcpFailure';
import { mcpToolName } from './mcpNames';
import { asksFirst, isAccepted, mayCall, pinOf, shownApp, toPins, type ListedTool, type Pins } from './mcpPins';
import { repairParameters } from './mcpSchemas';
import type { Tool, ToolEvent, ToolResult } from './tool';

/** How long a server may take to answer, in milliseconds. */
const ANSWER_MS = 20_000;
/** Largest answer, in bytes (1 MiB). */
const ANSWER_MAX_BYTES = 1_048_576;
/** The same for a list of tools with the pages of their apps: 3 MiB. */
const LIST_MAX_BYTES = 3_145_728;
/** How long the list of a server's tools is remembered, in milliseconds. */
const LIST_KEPT_MS = 300_000;
/** How long an unreachable server is not called again, in milliseconds: a reply must not wait for it each time. */
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
  /** Keeps the page of an app, so that it is there for as long as the reply. */
  keepPage(serverId: string, page: { digest: string; html: string; policy: AppPolicy }): Promise<void>;
}

/** For whom the tools of a turn work. */
export interface McpTurn {
  /** Names of other tools of the turn. */
  readonly taken: readonly string[];
  /** The visitor's proven claims; undefined: the visitor is not verified. */
  readonly visitor: VisitorValues | undefined;
  /** Creates a token that identifies the visitor to a server, for that origin alone. */
  readonly tokenFor: (origin: string) => Promise<string>;
  /** Requires approval for a tool that changes something. */
  readonly guard: (tool: Tool, acting: ActingTool) => Tool;
}

/** Tools of MCP servers. */
export interface McpTools {
  /** The tools of these servers that are what was accepted; a server that cannot be reached has none. */
  of(servers: readonly McpServer[], turn: McpTurn, signal: AbortSignal): Promise<Tool[]>;
  /** The current tools of a server, requested anew. @throws ApiError 422 with a sentence for its owner */
  listTools(server: McpServer): Promise<readonly ListedTool[]>;
  /** A tool that an app of this server may call; undefined: there is none of this name, or it is paused or not for apps. */
  toolForApp(
    server: McpServer,
    name: string,
    turn: Pick<McpTurn, 'visitor' | 'tokenFor'>,
  ): Promise<AppTool | undefined>;
}

/** A tool as an app calls it. */
export interface AppTool {
  readonly label: string;
  readonly parameters: JsonObject;
  /** Whether the visitor must approve each call. */
  readonly needsApproval: boolean;
  /** Whether it may change something. */
  readonly isActing: boolean;
  /** @returns the result in the protocol's form. @throws ApiError 422 when the server fails */
  call(args: JsonObject, signal: AbortSignal): Promise<Json>;
}

/** The tools of a server, and the pages of their apps by address. */
interface Listing {
  readonly tools: readonly ListedTool[];
  readonly pages: ReadonlyMap<string, string>;
}

/**
 * Connects with the official client, which is loaded with the first server. Every request goes through the guarded
 * fetch, so a server can only be a public one.
 *
 * The list of a server's tools is requested without a visitor, and kept for all of them: headers that name the visitor
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
  const lists = new Map<string, { state: number; until: number; listing: Promise<Listing> }>();

  const withClient = createCaller(fetcher);

  function list(server: McpServer): Promise<Listing> {
    return withClient(server, undefined, withoutVisitor(server.headers), readListing, LIST_MAX_BYTES);
  }

  function remember(server: McpServer): Promise<Listing> {
    const entry = { state: server.updatedAt, until: clock.now() + LIST_KEPT_MS, listing: list(server) };
    lists.set(server.id, entry);
    entry.listing.catch(() => (entry.until = clock.now() + FAILURE_KEPT_MS));
    return entry.listing;
  }
  function remembered(server: McpServer): Promise<Listing> {
    const known = lists.get(server.id);
    return known?.state === server.updatedAt && clock.now() < known.until ? known.listing : remember(server);
  }

  return {
    async listTools(server) {
      const { tools } = await remember(server).catch((cause: unknown) => {
        throw toMcpFailure(cause);
      });
      return tools;
    },
    async toolForApp(server, name, turn) {
      const listing = await remembered(server).catch(() => undefined);
      if (!listing) return undefined;
      const found = (await accepted(server, listing.tools, pins)).find(({ tool }) => tool.name === name);
      if (!found || !mayCall(found.pin, 'app')) return undefined;
      return {
        label: found.tool.title ?? name,
        parameters: found.tool.parameters,
        needsApproval: asksFirst(found.pin),
        isActing: !found.pin.isReadOnly,
        async call(args, signal) {
          const headers = await headersFor(server, turn);
          if (headers === undefined) throw new ApiError('UNPROCESSABLE_ENTITY', NOT_PROVEN);
          const answer = await withClient(server, signal, headers, (client) =>
            client.callTool({ name, arguments: args }, { timeout: ANSWER_MS, signal }),
          ).catch((cause: unknown) => {
            throw new ApiError('UNPROCESSABLE_ENTITY', 'The tool failed', { cause });
          });
          const result = toAppResult(answer);
          if (result === undefined) throw new ApiError('UNPROCESSABLE_ENTITY', 'The result is too large');
          return result;
        },
      };
    },
    async of(servers, turn, signal) {
      const isShared = findShared(servers, turn.taken);
      const reachable = servers.filter(({ headers }) => turn.visitor !== undefined || !namesVisitor(headers));
      const found = await raceAbort(
        Promise.all(
          reachable.map(async (server) => ({
            server,
            tools: await remembered(server)
              .then((listing) => accepted(server, listing.tools, pins, listing.pages))
              .catch((): Accepted[] => []),
          })),
        ),
        signal,
      );
      return found.flatMap(({ server, tools }) =>
        tools
          .filter(({ pin }) => mayCall(pin, 'model'))
          .flatMap((each) => {
            const { tool, pin } = each;
            const parameters = repairParameters(tool.parameters);
            if (!parameters) return [];
            const name = mcpToolName(server.id, tool.name, isShared(tool.name));
            const own = { ...toTool(server, each, name, turn), parameters };
            // Asks by its own word or its owner's; what it does without a question is noted all the same when it acts.
            return asksFirst(pin) || !pin.isReadOnly
              ? turn.guard(own, { label: tool.title ?? tool.name, needsApproval: asksFirst(pin) })
              : own;
          }),
      );
    },
  };

  function toTool(server: McpServer, { tool, pin, html }: Accepted, as: string, turn: McpTurn): Tool {
    const { name, title, description, parameters } = tool;
    const app = shownApp(tool, pin);
    return {
      name: as,
      title,
      description,
      parameters,
      async *run(args, context): AsyncGenerator<ToolEvent, ToolResult> {
        yield* [] as ToolEvent[];
        const headers = await headersFor(server, turn);
        if (headers === undefined) return { type: 'error', code: 'FAILED', message: NOT_PROVEN };
        const answer = await withClient(server, context.signal, headers, (client) =>
          client.callTool({ name, arguments: args }, { timeout: ANSWER_MS, signal: context.signal }),
        );
        const value = toValue(answer, app !== undefined);
        if (answer.isError === true)
          return { type: 'error', code: 'FAILED', message: typeof value === 'string' ? value : JSON.stringify(value) };
        const result = app && html !== undefined ? toAppResult(answer) : undefined;
        if (!app || html === undefined || result === undefined) return { type: 'value', value };
        await pins.keepPage(server.id, { digest: app.digest, html, policy: app.policy });
        return { type: 'value', value, app: toApp(server, tool, app, result) };
      },
    };
  }
}

/**
 * Which names belong to tools of more than one server, or to another tool of the turn. What was accepted of a server
 * counts also while it cannot be reached.
 */
function findShared(servers: readonly McpServer[], taken: readonly string[]): (name: string) => boolean {
  const counts = new Map(taken.map((name) => [name, 1]));
  for (const name of servers.flatMap(({ tools }) => Object.keys(tools ?? {})))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return (name) => (counts.get(name) ?? 0) > 1;
}

/** Connects to a server for one piece of work. */
function createCaller(fetcher: PublicFetch) {
  return async function withClient<Value>(
    server: McpServer,
    signal: AbortSignal | undefined,
    headers: Readonly<Record<string, string>>,
    work: (client: Client) => Promise<Value>,
    maxBytes = ANSWER_MAX_BYTES,
  ): Promise<Value> {
    const { Client: McpClient, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const client = new McpClient(
      { name: 'sotto', version: '1.0.0' },
      { capabilities: { extensions: { [APP_EXTENSION]: { mimeTypes: [APP_TYPE] } } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: toFetch(fetcher, signal, maxBytes),
      requestInit: { headers: { ...headers } },
    });
    try {
      await client.connect(transport, { timeout: ANSWER_MS });
      return await work(client);
    } finally {
      await client.close().catch(() => undefined);
    }
  };
}

const NOT_PROVEN = 'It is not proven who the visitor is';

function toApp({ id }: McpServer, { name }: ListedTool, { digest, hasBorder }: PinnedApp, result: Json): JsonObject {
  return { serverId: id, tool: name, digest, result, ...(hasBorder !== undefined && { hasBorder }) };
}

/** Pages of a list of tools that are read one by one. */
const PAGES_MAX = 10;

type ToolList = Awaited<ReturnType<Client['listTools']>>;

/** The tools that a server lists. One whose description breaks the protocol is left out; the client refuses them all. */
async function readTools(client: Client): Promise<ToolList['tools']> {
  try {
    return (await client.listTools(undefined, { timeout: ANSWER_MS })).tools;
  } catch (cause) {
    const tools: ToolList['tools'] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const list = await client.request(
        { method: 'tools/list', params: { ...(cursor !== undefined && { cursor }) } },
        ANY_ANSWER,
        { timeout: ANSWER_MS },
      );
      const { tools: listed, nextCursor } = (list ?? {}) as { tools?: unknown; nextCursor?: unknown };
      if (!Array.isArray(listed)) throw cause;
      tools.push(...listed.filter(isTool));
      if (typeof nextCursor !== 'string') break;
      cursor = nextCursor;
    }
    if (tools.length === 0) throw cause;
    return tools;
  }
}

/** Takes an answer as it is (Standard Schema 1.0). */
const ANY_ANSWER = {
  '~standard': { version: 1, vendor: 'sotto', validate: (value: unknown) => ({ value }) },
} as const;

function isTool(value: unknown): value is ToolList['tools'][number] {
  const { name, inputSchema, title, description } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    repairParameters(inputSchema) !== undefined &&
    [title, description].every((text) => text === undefined || typeof text === 'string')
  );
}

/** The tools of a server with the pages of the apps that they name. */
async function readListing(client: Client): Promise<Listing> {
  const listed = (await readTools(client)).slice(0, TOOLS_MAX);
  const tools = listed.map((tool) => ({ tool, ...readToolMeta(tool._meta) }));
  const apps = await readApps(
    client,
    tools.flatMap(({ uri }) => uri ?? []),
    ANSWER_MS,
  );
  return {
    tools: tools.map(
      ({ tool: { name, annotations, title = annotations?.title, description = '', inputSchema }, uri, callers }) => ({
        name,
        title: title && cutText(title, TITLE_MAX_LENGTH),
        description: cutText(description, DESCRIPTION_MAX_LENGTH),
        parameters: inputSchema as JsonObject,
        isReadOnly: annotations?.readOnlyHint === true,
        app: uri === undefined ? undefined : apps.get(uri)?.app,
        callers,
      }),
    ),
    pages: new Map([...apps.values()].map(({ app, html }) => [app.digest, html])),
  };
}

interface Accepted {
  readonly tool: ListedTool;
  readonly pin: PinnedTool;
  /** The page of its app. */
  readonly html: string | undefined;
}

/** The tools that are what their owner has accepted. At the first connection that is all of them. */
async function accepted(
  server: McpServer,
  listed: readonly ListedTool[],
  store: McpPins,
  pages: ReadonlyMap<string, string> = new Map(),
): Promise<Accepted[]> {
  const pins = server.tools ?? (await store.pin(server.id, toPins(listed)));
  const paused = listed.filter((tool) => !isAccepted(tool, pins)).map(({ name }) => name);
  if (paused.join('\n') !== server.paused.join('\n')) await store.notePaused(server.id, paused);
  return listed.flatMap((tool) => {
    const pin = pinOf(tool.name, pins);
    return pin !== undefined && isAccepted(tool, pins) ? [{ tool, pin, html: pages.get(tool.app?.digest ?? '') }] : [];
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

/** The headers of a call; undefined if the proof lacks the claim of one of them. */
async function headersFor(
  { url, headers }: McpServer,
  { visitor, tokenFor }: Pick<McpTurn, 'visitor' | 'tokenFor'>,
): Promise<Record<string, string> | undefined> {
  const wantsToken = Object.values(headers).some((value) => visitorNames(value).includes(TOKEN));
  const values = new Map(visitor);
  if (wantsToken) values.set(TOKEN, await tokenFor(new URL(url).origin));
  const filled = Object.entries(headers).map(([name, value]) => [name, fillVisitor(value, values)] as const);
  return filled.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(filled.map(([name, value]) => [name, value ?? '']));
}

/**
 * What a tool said: its structured answer, or its texts, with those of embedded files and the addresses of links.
 * Pictures and other bytes are named only.
 *
 * @param isForApp - the structured answer is what an app draws: the model reads the texts, where there are any
 */
function toValue(answer: { content?: unknown; structuredContent?: unknown }, isForApp: boolean): Json {
  const parts: unknown[] = Array.isArray(answer.content) ? answer.content : [];
  const isText = isForApp && parts.length > 0;
  if (!isText && answer.structuredContent !== undefined && isJson(answer.structuredContent))
    return answer.structuredContent;
  return parts.map(describePart).join('\n\n');
}

function describePart(part: unknown): string {
  const { type, text, mimeType, name, title, uri, resource } = (part ?? {}) as Record<string, unknown>;
  if (typeof text === 'string') return text;
  if (type === 'resource' && resource !== undefined) return describePart(resource);
  const words = [title ?? name, uri].filter((word) => typeof word === 'string' && word !== '');
  if (words.length > 0) return words.join(': ');
  return typeof mimeType === 'string' ? `[${mimeType}, not a text]` : '[not a text]';
}

/** The guarded fetch in the platform's shape. A standing stream is refused: answers come with their requests. */
function toFetch(fetcher: PublicFetch, signal: AbortSignal | undefined, maxBytes: number) {
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
      maxBytes,
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
