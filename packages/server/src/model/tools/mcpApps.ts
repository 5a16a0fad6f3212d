import { createHash } from 'node:crypto';
import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { Json } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { AppPolicy, PinnedApp } from '../../db/schema';

/** The media type of an MCP App (SEP-1865). */
export const APP_TYPE = 'text/html;profile=mcp-app';
/** The extension of the protocol with which a client declares that it shows apps. */
export const APP_EXTENSION = 'io.modelcontextprotocol/ui';
/** Largest page of an app, in bytes (1 MiB). */
const APP_MAX_BYTES = 1_048_576;
/** Most apps of one server. */
const APPS_MAX = 10;
/** Most origins of one kind that an app may name. */
const ORIGINS_MAX = 20;
/** Longest address of an app, in characters. */
const URI_MAX_LENGTH = 500;

/** Who may call a tool: the model, an app of the same server. */
export type ToolCaller = 'model' | 'app';

/** An app as a server has it now. Without a digest it could not be read, or is no app. */
interface ListedApp {
  readonly app: PinnedApp;
  readonly html: string;
}

const NOTHING: AppPolicy = { connect: [], resources: [], frames: [], base: [] };

const texts = v.fallback(v.array(v.string()), []);
const resourceMeta = v.object({
  ui: v.object({
    csp: v.optional(
      v.object({
        connectDomains: v.optional(texts, []),
        resourceDomains: v.optional(texts, []),
        frameDomains: v.optional(texts, []),
        baseUriDomains: v.optional(texts, []),
      }),
    ),
    prefersBorder: v.optional(v.boolean()),
  }),
});
const toolMeta = v.object({
  ui: v.optional(v.object({ resourceUri: v.optional(v.string()), visibility: v.optional(v.array(v.string())) })),
  'ui/resourceUri': v.optional(v.string()),
});

/** The app that a tool names, and who may call the tool. Only a `ui://` address names an app. */
export function readToolMeta(meta: unknown): { readonly uri: string | undefined; readonly callers: ToolCaller[] } {
  const read = v.safeParse(toolMeta, meta);
  const { ui, 'ui/resourceUri': former } = read.success ? read.output : { ui: undefined };
  const uri = ui?.resourceUri ?? former;
  const callers = (['model', 'app'] as const).filter((caller) => ui?.visibility?.includes(caller) ?? true);
  return { uri: uri?.startsWith('ui://') === true && uri.length <= URI_MAX_LENGTH ? uri : undefined, callers };
}

/** Reads the apps at these addresses: those that tools of the server have named. One that fails has no page. */
export async function readApps(
  client: Pick<Client, 'readResource' | 'listResources'>,
  uris: readonly string[],
  options: RequestOptions,
): Promise<Map<string, ListedApp>> {
  const apps = new Map<string, ListedApp>();
  for (const uri of [...new Set(uris)].slice(0, APPS_MAX))
    apps.set(uri, await readApp(client, uri, options).catch(() => ({ app: unread(uri), html: '' })));
  for (const uri of uris) if (!apps.has(uri)) apps.set(uri, { app: unread(uri), html: '' });
  return apps;
}

function unread(uri: string): PinnedApp {
  return { uri, digest: '', policy: NOTHING };
}

async function readApp(
  client: Pick<Client, 'readResource' | 'listResources'>,
  uri: string,
  options: RequestOptions,
): Promise<ListedApp> {
  const { contents } = await client.readResource({ uri }, options);
  const found = contents.find((each) => each.uri === uri) ?? contents[0];
  if (found?.mimeType?.replaceAll(' ', '') !== APP_TYPE) throw new Error('No app');
  const html = 'text' in found ? found.text : Buffer.from(found.blob, 'base64').toString('utf8');
  if (html === '' || html.includes('\0') || Buffer.byteLength(html) > APP_MAX_BYTES)
    throw new Error('No page of an allowed size');
  const meta = v.safeParse(resourceMeta, found._meta);
  const { csp, prefersBorder } = meta.success ? meta.output.ui : await listedMeta(client, uri, options);
  const policy = csp
    ? {
        connect: origins(csp.connectDomains, /^(?:https|wss):$/),
        resources: origins(csp.resourceDomains),
        frames: origins(csp.frameDomains),
        base: origins(csp.baseUriDomains),
      }
    : NOTHING;
  const digest = createHash('sha256')
    .update(JSON.stringify([html, policy.connect, policy.resources, policy.frames, policy.base]))
    .digest('base64url');
  return { app: { uri, digest, policy, ...(prefersBorder !== undefined && { hasBorder: prefersBorder }) }, html };
}

/** The list of resources may say what the resource itself does not. */
async function listedMeta(
  client: Pick<Client, 'listResources'>,
  uri: string,
  options: RequestOptions,
): Promise<v.InferOutput<typeof resourceMeta>['ui']> {
  const { resources } = await client.listResources(undefined, options).catch(() => ({ resources: [] }));
  const meta = v.safeParse(resourceMeta, resources.find((each) => each.uri === uri)?._meta);
  return meta.success ? meta.output.ui : {};
}

/** Origins that a policy may name. Whatever is not one host with TLS is left out, so that nothing adds a directive. */
function origins(declared: readonly string[], schemes = /^https:$/): string[] {
  const found = declared.flatMap((text) => {
    const [, scheme = '', host = ''] =
      /^([a-z]+:)\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?)\/?$/i.exec(text) ?? [];
    return schemes.test(scheme.toLowerCase()) ? [`${scheme}//${host}`.toLowerCase()] : [];
  });
  return [...new Set(found)].sort().slice(0, ORIGINS_MAX);
}

/** Largest result that is kept for an app, in bytes of JSON (256 KiB). */
const RESULT_MAX_BYTES = 262_144;

/** A tool's result as an app gets it; undefined: it is too large. */
export function toAppResult(answer: object): Json | undefined {
  const { content, structuredContent, isError, _meta } = answer as Record<string, unknown>;
  const text = JSON.stringify({ content: content ?? [], structuredContent, isError, _meta });
  return Buffer.byteLength(text) > RESULT_MAX_BYTES ? undefined : (JSON.parse(text) as Json);
}
