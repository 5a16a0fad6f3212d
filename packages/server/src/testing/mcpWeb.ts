import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, JsonObject } from '@sotto/widget-core/api';
import { createMcpTools, type McpServer, type McpTools, type McpToolsOptions } from '../model/tools/mcp';
import { toPins } from '../model/tools/mcpPins';
import type { ToolResult } from '../model/tools/tool';
import { createPublicFetch } from '../unfurl/publicFetch';
import { startPublicWeb } from './publicWeb';

/** A request to the server, with the message in its body. */
export interface McpRequest {
  readonly verb: string;
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly id: number | undefined;
  /** Method of the protocol; empty for a request without a message. */
  readonly method: string;
  readonly params: JsonObject;
}

/** Answers a request itself and returns true; false: the server answers as every server does. */
export type McpAnswer = (request: McpRequest, response: ServerResponse) => boolean | undefined;

/** A real HTTP server of the Model Context Protocol, with the tools that a bot has of it. */
export interface McpWeb {
  readonly mcp: McpTools;
  readonly server: McpServer;
  /** The server after its owner has accepted what it lists; as it is if it lists nothing. */
  accepted(): Promise<McpServer>;
  /** Every request, in order. */
  readonly seen: McpRequest[];
  /** Sets what is special about the server. */
  answer(next: McpAnswer): void;
  /** Calls the tool of this name as a model does. */
  call(name: string, signal?: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}

/** @param options - headers of the attached server, and what is not as usual */
export async function startMcpWeb(
  clock: Clock,
  options: { headers?: Record<string, string> } & Partial<McpToolsOptions> = {},
): Promise<McpWeb> {
  const web = await startPublicWeb();
  const seen: McpRequest[] = [];
  let special: McpAnswer = () => false;
  web.serve((incoming, response) => {
    void readRequest(incoming).then((request) => {
      seen.push(request);
      if (special(request, response) !== true) respond(response, request, ordinary(request.method));
    });
  });
  const { headers = {}, ...others } = options;
  const server: McpServer = {
    id: 'mcp_1',
    name: 'Shop',
    url: 'http://mcp.example.com/mcp',
    headers,
    updatedAt: 1,
    skillsetId: 's1',
    signIn: null,
    tools: null,
    paused: [],
  };
  const mcp = createMcpTools({
    fetcher: createPublicFetch({ clock, resolve: web.resolve, dial: web.dial }),
    clock,
    refusalOf: () => undefined,
    ...others,
    pins: { notePaused: async () => undefined, keepPage: async () => undefined },
  });
  let isAccepted = false;
  async function accepted(): Promise<McpServer> {
    if (!isAccepted) {
      const listing = await mcp.listTools(server).catch(() => undefined);
      isAccepted = listing !== undefined;
      if (listing) Object.assign(server, { tools: toPins(listing.tools) });
    }
    return server;
  }
  return {
    mcp,
    server,
    accepted,
    seen,
    answer(next) {
      special = next;
    },
    async call(name, signal = new AbortController().signal) {
      const turn = { taken: [], visitor: undefined, tokenFor: async () => '', guard: <T>(tool: T) => tool };
      const tool = (await mcp.of([await accepted()], turn, signal)).find((each) => each.name === name);
      if (!tool) throw new Error(`No tool ${name}`);
      const run = tool.run({}, { callId: 'c1', signal, cite: () => 1 });
      for (;;) {
        const step = await run.next();
        if (step.done) return step.value;
      }
    },
    close: web.close,
  };
}

/** Answers one method with this result. */
export function answerTo(method: string, result: (request: McpRequest) => object): McpAnswer {
  return (request, response) => {
    if (request.method !== method) return false;
    respond(response, request, result(request));
    return true;
  };
}

/** Ends the response with a result in JSON. */
export function respond(response: ServerResponse, { id }: McpRequest, result: object): void {
  if (id === undefined) return void response.writeHead(202).end();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

/** A message as an event of a stream. */
export function toEvent(message: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}

function ordinary(method: string): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } };
  if (method === 'tools/list')
    return { tools: [{ name: 'stock', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] };
  return { content: [{ type: 'text', text: 'Three left' }] };
}

async function readRequest(incoming: IncomingMessage): Promise<McpRequest> {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  const { id, method = '', params = {} } = JSON.parse(body || '{}') as Partial<McpRequest>;
  const { method: verb = '', url: path = '', headers } = incoming;
  return { verb, host: headers.host ?? '', path, headers, id, method, params };
}
