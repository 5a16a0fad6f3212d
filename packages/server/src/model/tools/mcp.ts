import type { Clock, Json, JsonObject } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { raceAbort } from '../../lib/raceAbort';
import type { AppPolicy, PinnedApp, PinnedTool } from '../../db/schema';
import type { Models } from '../models';
import { fillVisitor, visitorNames, type VisitorValues } from './abilityTemplate';
import type { ActingTool } from './approval';
import { toAppResult } from './mcpApps';
import { ANY_ANSWER, createMcpCaller, type McpClientOptions } from './mcpClient';
import { complaintAbout, McpRefusal, toMcpFailure } from './mcpFailure';
import { readListing, type LeftOutTool, type Listing } from './mcpListing';
import { mcpToolName } from './mcpNames';
import { asksFirst, isAccepted, mayCall, pinOf, shownApp, type ListedTool, type Pins } from './mcpPins';
import { toValue, type McpAnswer } from './mcpResult';
import { repairParameters } from './mcpSchemas';
import { withSignIn, type McpSignIns, type WithMcpServer } from './mcpSignIn';
import type { Tool, ToolEvent, ToolResult } from './tool';

/** Largest list of tools, or page of one of their apps, in bytes (3 MiB). */
const LIST_MAX_BYTES = 3_145_728;
/** How long the list of a server's tools is remembered, in milliseconds. */
const LIST_KEPT_MS = 300_000;
/** How long an unreachable server is not called again, in milliseconds: a reply must not wait for it each time. */
const FAILURE_KEPT_MS = 30_000;

/** A server of the Model Context Protocol, reached by HTTP. */
export interface McpServer {
  readonly id: string;
  readonly skillsetId: string;
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The sign-in of its owner there, JSON of `SignIn`; null: none. */
  readonly signIn: string | null;
  readonly updatedAt: number;
  /** The tools as their owner has accepted them; null: the owner has not looked at them yet, and so it has none. */
  readonly tools: Pins | null;
  /** Names of the tools that are known to be paused. */
  readonly paused: readonly string[];
}

/** Keeps what was accepted of servers. */
export interface McpPins {
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
  listTools(server: McpServer): Promise<Pick<Listing, 'tools' | 'leftOut'>>;
  /**
   * Why the last request of a conversation to this server failed, as a sentence for its owner: its tools are missing
   * then, and the visitor reads nothing of it. Known to the process that sent the request.
   */
  failureOf(server: Pick<McpServer, 'id' | 'updatedAt'>): string | undefined;
  /** A tool that an app of this server may call; undefined: there is none of this name, or it is paused or not for apps. */
  toolForApp(
    server: McpServer,
    name: string,
    turn: Pick<McpTurn, 'visitor' | 'tokenFor'>,
  ): Promise<AppTool | undefined>;
}

/** What the tools of servers stand on. */
export interface McpToolsOptions extends McpClientOptions {
  readonly pins: McpPins;
  /** The sign-ins of owners. @default nobody has signed in */
  readonly signIns?: Pick<McpSignIns, 'tokenFor' | 'renew' | 'noteMissing'> | undefined;
  /** Why a model is not offered this tool, under its name there. */
  readonly refusalOf: Models['refusalOf'];
  /** Called when a server lists tools that are left out, once for each such list. */
  readonly onLeftOut?: ((server: McpServer, tools: readonly LeftOutTool[]) => void) | undefined;
  /** Called when a server refuses the headers of its owner, with a sentence for the owner. */
  readonly onRefused?: ((server: McpServer, reason: string) => void) | undefined;
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

/**
 * Every request goes through the guarded fetch, so a server can only be a public one.
 *
 * The list of a server's tools is requested without a visitor, and kept for all of them: headers that name the visitor
 * are sent with calls only.
 */
export function createMcpTools({
  pins,
  signIns,
  refusalOf,
  onLeftOut,
  onRefused,
  ...options
}: McpToolsOptions): McpTools {
  const withClient = withSignIn(createMcpCaller(options), signIns);
  const lists = createLists(withClient, options.clock, { onLeftOut, onRefused });

  /** Calls a tool. That a server refuses the headers is the business of its owner and of the operator. */
  async function call(
    server: McpServer,
    { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
    request: { name: string; arguments: JsonObject },
  ) {
    try {
      const answer = await withClient(server, { headers, signal }, (client, requestOptions) =>
        client.request({ method: 'tools/call', params: request }, ANY_ANSWER, requestOptions),
      );
      lists.note(server, undefined);
      return answer as McpAnswer;
    } catch (cause) {
      if (cause instanceof McpRefusal) {
        const { message } = toMcpFailure(cause);
        lists.note(server, message);
        onRefused?.(server, message);
      }
      throw cause;
    }
  }

  return {
    async listTools(server) {
      const { tools, leftOut } = await lists.remember(server).catch((cause: unknown) => {
        throw toMcpFailure(cause);
      });
      return { tools, leftOut: [...leftOut, ...tools.flatMap((tool) => refusedOf(server, tool, refusalOf))] };
    },
    failureOf: (server) => lists.failureOf(server),
    async toolForApp(server, name, turn) {
      const listing = await lists.remembered(server).catch(() => undefined);
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
          const answer = await call(server, { headers, signal }, { name, arguments: args }).catch((cause: unknown) => {
            const sentence = cause instanceof McpRefusal ? NOT_NOW : 'The tool failed';
            throw new ApiError('UNPROCESSABLE_ENTITY', sentence, { cause });
          });
          const result = toAppResult(answer);
          if (result === undefined) throw new ApiError('UNPROCESSABLE_ENTITY', 'The result is too large');
          return result;
        },
      };
    },
    async of(servers, turn, signal) {
      const reachable = servers.filter(
        ({ tools, headers }) => tools !== null && (turn.visitor !== undefined || !namesVisitor(headers)),
      );
      const found = await raceAbort(
        Promise.all(
          reachable.map(async (server) => ({
            server,
            tools: await lists
              .remembered(server)
              .then((listing) => accepted(server, listing.tools, pins, listing.pages))
              .catch((): Accepted[] => []),
          })),
        ),
        signal,
      );
      const isShared = findShared(servers, turn.taken);
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
        const { signal } = context;
        const answer = await call(server, { headers, signal }, { name, arguments: args }).catch(toSentence);
        if (typeof answer === 'string') return { type: 'error', code: 'FAILED', message: answer };
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

/** A tool that a model's endpoint refuses, under either of the names that it may have. */
function refusedOf(
  { id }: McpServer,
  { name, parameters }: ListedTool,
  refusalOf: McpToolsOptions['refusalOf'],
): LeftOutTool[] {
  const repaired = repairParameters(parameters) ?? parameters;
  const [reason] = [false, true].flatMap(
    (isShared) => refusalOf({ name: mcpToolName(id, name, isShared), parameters: repaired }) ?? [],
  );
  return reason === undefined ? [] : [{ name, reason: `The AI model does not accept this tool: ${reason}` }];
}

/** The list of a server, as of a state of its row. */
interface KeptList {
  readonly state: number;
  until: number;
  readonly listing: Promise<Listing>;
  /** Why the last request to the server failed. */
  failure?: string | undefined;
}

/** The lists of servers' tools: requested anew, or as they are remembered. */
function createLists(
  withClient: WithMcpServer,
  clock: Clock,
  { onLeftOut, onRefused }: Pick<McpToolsOptions, 'onLeftOut' | 'onRefused'>,
) {
  const lists = new Map<string, KeptList>();

  function remember(server: McpServer): Promise<Listing> {
    const known = lists.get(server.id)?.listing;
    const headers = withoutVisitor(server.headers);
    const listing = withClient(server, { headers, maxBytes: LIST_MAX_BYTES }, readListing);
    const entry: KeptList = { state: server.updatedAt, until: clock.now() + LIST_KEPT_MS, listing };
    lists.set(server.id, entry);
    listing.then(
      async ({ leftOut }) => {
        const former = await known?.catch(() => undefined);
        if (leftOut.length > 0 && JSON.stringify(leftOut) !== JSON.stringify(former?.leftOut))
          onLeftOut?.(server, leftOut);
      },
      (cause: unknown) => {
        entry.until = clock.now() + FAILURE_KEPT_MS;
        entry.failure = toMcpFailure(cause).message;
        if (cause instanceof McpRefusal) onRefused?.(server, entry.failure);
      },
    );
    return listing;
  }
  return {
    remember,
    remembered(server: McpServer): Promise<Listing> {
      const known = lists.get(server.id);
      return known?.state === server.updatedAt && clock.now() < known.until ? known.listing : remember(server);
    },
    note({ id }: McpServer, failure: string | undefined): void {
      const known = lists.get(id);
      if (known) known.failure = failure;
    },
    failureOf({ id, updatedAt }: Pick<McpServer, 'id' | 'updatedAt'>): string | undefined {
      const known = lists.get(id);
      return known?.state === updatedAt ? known.failure : undefined;
    },
  };
}

/**
 * Which names belong to tools of more than one server, or to another tool of the turn. What was accepted of a server
 * counts also while it cannot be reached.
 */
function findShared(servers: readonly McpServer[], taken: readonly string[]): (name: string) => boolean {
  const counts = new Map(taken.map((name) => [name, 1]));
  for (const server of servers) {
    for (const name of Object.keys(server.tools ?? {})) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (name) => (counts.get(name) ?? 0) > 1;
}

/** What the model reads of a call that failed. @throws the cause, when there is nothing to read */
function toSentence(cause: unknown): string {
  const sentence = cause instanceof McpRefusal ? NOT_NOW : complaintAbout(cause);
  if (sentence === undefined) throw cause;
  return sentence;
}

const NOT_NOW = 'This tool cannot be used at the moment';
const NOT_PROVEN = 'It is not proven who the visitor is';

function toApp({ id }: McpServer, { name }: ListedTool, { digest, hasBorder }: PinnedApp, result: Json): JsonObject {
  return { serverId: id, tool: name, digest, result, ...(hasBorder !== undefined && { hasBorder }) };
}

interface Accepted {
  readonly tool: ListedTool;
  readonly pin: PinnedTool;
  /** The page of its app. */
  readonly html: string | undefined;
}

/** The tools that are what their owner has accepted. */
async function accepted(
  server: McpServer,
  listed: readonly ListedTool[],
  store: McpPins,
  pages: ReadonlyMap<string, string> = new Map(),
): Promise<Accepted[]> {
  const pins = server.tools;
  if (pins === null) return [];
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
