import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { JsonObject } from '@sotto/widget-core/api';
import { cutText } from '@sotto/widget-core/internal/server';
import { readApps, readToolMeta } from './mcpApps';
import type { ListedTool } from './mcpPins';
import { repairParameters } from './mcpSchemas';

/** Most tools of one server. */
const TOOLS_MAX = 40;
/** Longest description, title and name, in characters. */
const DESCRIPTION_MAX_LENGTH = 1_000;
const TITLE_MAX_LENGTH = 100;
const NAME_MAX_LENGTH = 200;
/** Most tools whose omission is reported. */
const LEFT_OUT_MAX = 100;
/** Pages of a list of tools that are read one by one. */
const PAGES_MAX = 10;

/** A tool that a server lists and that no model is offered, with a sentence why. */
export interface LeftOutTool {
  readonly name: string;
  readonly reason: string;
}

/** The tools of a server, and the pages of their apps by address. */
export interface Listing {
  readonly tools: readonly ListedTool[];
  readonly leftOut: readonly LeftOutTool[];
  readonly pages: ReadonlyMap<string, string>;
}

type ProtocolTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

/** The tools of a server with the pages of the apps that they name. */
export async function readListing(client: Client, options: RequestOptions): Promise<Listing> {
  const leftOut: LeftOutTool[] = [];
  const listed: ProtocolTool[] = [];
  for (const [index, tool] of (await readTools(client, options)).entries()) {
    const reason = complaintOf(tool) ?? (listed.length < TOOLS_MAX ? undefined : TOO_MANY);
    if (reason === undefined) listed.push(tool as ProtocolTool);
    else leftOut.push({ name: nameOf(tool) ?? `Tool ${String(index + 1)}`, reason });
  }
  const tools = listed.map((tool) => ({ tool, ...readToolMeta(tool._meta) }));
  const apps = await readApps(
    client,
    tools.flatMap(({ uri }) => uri ?? []),
    options,
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
    leftOut: leftOut.slice(0, LEFT_OUT_MAX),
    pages: new Map([...apps.values()].map(({ app, html }) => [app.digest, html])),
  };
}

/** The tools that a server lists. The client refuses them all when the description of one breaks the protocol. */
async function readTools(client: Client, options: RequestOptions): Promise<unknown[]> {
  try {
    return (await client.listTools(undefined, options)).tools;
  } catch (cause) {
    const tools: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const list = await client.request(
        { method: 'tools/list', params: { ...(cursor !== undefined && { cursor }) } },
        ANY_ANSWER,
        options,
      );
      const { tools: listed, nextCursor } = (list ?? {}) as { tools?: unknown; nextCursor?: unknown };
      if (!Array.isArray(listed)) throw cause;
      tools.push(...(listed as unknown[]));
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

const TOO_MANY = `A server may have ${String(TOOLS_MAX)} tools; this one comes after them`;

/** Why a tool cannot be offered to a model; undefined: it can. */
function complaintOf(tool: unknown): string | undefined {
  const { inputSchema, title, description } = (tool ?? {}) as Record<string, unknown>;
  if (nameOf(tool) === undefined) return 'It has no name';
  if (repairParameters(inputSchema) === undefined) return 'Its input schema does not describe an object';
  if ([title, description].some((text) => text !== undefined && typeof text !== 'string'))
    return 'Its title or its description is not a text';
  return undefined;
}

function nameOf(tool: unknown): string | undefined {
  const { name } = (tool ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && name !== '' ? cutText(name, NAME_MAX_LENGTH) : undefined;
}
