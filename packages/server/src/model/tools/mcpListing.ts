import { isDeepStrictEqual } from 'node:util';
import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import { cutText } from '@sotto/widget-core/internal/server';
import { toStorable } from '../../lib/storable';
import { readApps, readToolMeta } from './mcpApps';
import { ANY_ANSWER } from './mcpClient';
import { isMethodUnknown } from './mcpFailure';
import type { ListedTool } from './mcpPins';
import { isObject } from './mcpSchemaRoot';
import { readParameters, repairParameters } from './mcpSchemas';

/** Maximum number of tools per server. */
const TOOLS_MAX = 40;
/** Maximum length of description, title and name, in characters. */
const DESCRIPTION_MAX_LENGTH = 1_000;
const TITLE_MAX_LENGTH = 100;
const NAME_MAX_LENGTH = 200;
/** Maximum number of reported omissions. */
const LEFT_OUT_MAX = 100;
/** Maximum number of pages in a list of tools. */
const PAGES_MAX = 64;
/** Maximum size of an input schema, in characters of JSON. */
const SCHEMA_MAX_LENGTH = 65_536;

/** A listed tool that is not offered to models, with the reason. */
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

/** Lists the tools of a server with the pages of their apps. */
export async function readListing(client: Client, options: RequestOptions): Promise<Listing> {
  const leftOut: LeftOutTool[] = [];
  const listed = new Map<string, Omit<ListedTool, 'app'> & { readonly uri: string | undefined }>();
  for (const [index, given] of (await readTools(client, options)).entries()) {
    const tool = readTool(given);
    // Pages may overlap.
    if (typeof tool !== 'string' && isDeepStrictEqual(tool, listed.get(tool.name))) continue;
    const reason =
      typeof tool === 'string'
        ? tool
        : listed.has(tool.name)
          ? 'The server lists another tool of this name'
          : listed.size < TOOLS_MAX
            ? undefined
            : TOO_MANY;
    if (reason === undefined && typeof tool !== 'string') listed.set(tool.name, tool);
    else leftOut.push({ name: nameOf(given) ?? `Tool ${String(index + 1)}`, reason: reason ?? '' });
  }
  const tools = [...listed.values()];
  const apps = await readApps(
    client,
    tools.flatMap(({ uri }) => uri ?? []),
    options,
  );
  return {
    tools: tools.map(({ uri, ...tool }) => ({ ...tool, app: uri === undefined ? undefined : apps.get(uri)?.app })),
    leftOut: leftOut.slice(0, LEFT_OUT_MAX),
    pages: new Map([...apps.values()].map(({ app, html }) => [app.digest, html])),
  };
}

/** The tools as the server describes them: the official client rejects the whole list if one is invalid. */
async function readTools(client: Client, options: RequestOptions): Promise<unknown[]> {
  const tools: unknown[] = [];
  const seen = new Set<unknown>([undefined, null, '']);
  let cursor: unknown;
  for (let page = 0; page < PAGES_MAX && tools.length <= TOOLS_MAX + LEFT_OUT_MAX; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const list = await client.request({ method: 'tools/list', params }, ANY_ANSWER, options).catch((cause: unknown) => {
      if (page === 0 && isMethodUnknown(cause)) return { tools: [] };
      throw cause;
    });
    const { tools: listed, nextCursor } = (list ?? {}) as { tools?: unknown; nextCursor?: unknown };
    if (!Array.isArray(listed)) throw new Error('No list of tools');
    tools.push(...(listed as unknown[]));
    // A repeated cursor would loop.
    if (seen.has(nextCursor)) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return tools;
}

const TOO_MANY = `A server may have ${String(TOOLS_MAX)} tools; this one comes after them`;

/** Converts a tool for storage, or returns the reason why it cannot be offered to a model. Null counts as missing. */
function readTool(given: unknown): (Omit<ListedTool, 'app'> & { readonly uri: string | undefined }) | string {
  const { name, annotations, title, description, inputSchema, _meta } = (given ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') return 'It has no name';
  if (name.length > NAME_MAX_LENGTH) return `Its name is longer than ${String(NAME_MAX_LENGTH)} characters`;
  if (toStorable(name, 1) !== name) return 'Its name has characters that are no text';
  const parameters = readParameters(inputSchema);
  const repaired = repairParameters(parameters);
  if (parameters === undefined || repaired === undefined) return 'Its input schema does not describe an object';
  if (JSON.stringify(repaired).length > SCHEMA_MAX_LENGTH) return 'Its input schema is too long for a model';
  if ([title, description].some((text) => (text ?? '') !== '' && typeof text !== 'string'))
    return 'Its title or its description is not a text';
  const hints = isObject(annotations) ? annotations : {};
  const shown = title ?? hints['title'];
  return {
    name,
    title: typeof shown === 'string' ? cutText(String(toStorable(shown, 1)), TITLE_MAX_LENGTH) : undefined,
    description: cutText(String(toStorable(description ?? '', 1)), DESCRIPTION_MAX_LENGTH),
    parameters,
    isReadOnly: hints['readOnlyHint'] === true,
    ...readToolMeta(_meta),
  };
}

function nameOf(tool: unknown): string | undefined {
  const { name } = (tool ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && name !== '' ? cutText(String(toStorable(name, 1)), NAME_MAX_LENGTH) : undefined;
}
