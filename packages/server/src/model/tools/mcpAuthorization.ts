import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { parseJson } from '@sotto/widget-core/api';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { readChallenge, type Challenge } from './mcpChallenge';
import { isObject } from './mcpSchemaRoot';

/** Time limit of a request to an authorization server, in milliseconds, and size limit of its response, in bytes. */
const ANSWER_MS = 10_000;
const ANSWER_MAX_BYTES = 262_144;
/** Maximum number of authorization servers tried per MCP server. */
const AUTHORIZATION_SERVERS_MAX = 3;
/** What a server requires from a caller without a token. */
export async function challengeOf(fetcher: PublicFetch, url: string): Promise<Challenge> {
  const answer = await fetcher(url, {
    method: 'POST',
    accept: 'application/json, text/event-stream',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
    followsRedirects: false,
    timeoutMs: ANSWER_MS,
    maxBytes: ANSWER_MAX_BYTES,
    whenLonger: 'cut',
  }).catch(() => undefined);
  const header = answer?.status === 401 ? answer.headers['www-authenticate'] : undefined;
  return readChallenge(typeof header === 'string' ? header : undefined);
}

/** Metadata of each authorization server that a server names; a single `undefined` if it names none. */
export async function findServers(
  fetcher: PublicFetch,
  url: string,
  { resourceMetadataUrl }: Challenge,
): Promise<(OAuthDiscoveryState | undefined)[]> {
  const { discoverOAuthProtectedResourceMetadata: discover } = await import('@modelcontextprotocol/client');
  const at = resourceMetadataUrl && { resourceMetadataUrl };
  const resourceMetadata = await discover(url, at, toFetch(fetcher, new URL(url).origin)).catch(() => undefined);
  const named = resourceMetadata?.authorization_servers ?? [];
  if (resourceMetadata === undefined || named.length === 0) return [undefined];
  return named.slice(0, AUTHORIZATION_SERVERS_MAX).map((authorizationServerUrl) => ({
    authorizationServerUrl,
    resourceMetadata,
    ...(at && { resourceMetadataUrl: at.resourceMetadataUrl.href }),
  }));
}

/** Removes null fields and adds a missing token type: the official client rejects both. */
function toReadable(text: string): string {
  const content = parseJson(text);
  if (!isObject(content)) return text;
  const there = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
  return JSON.stringify('access_token' in there ? { token_type: 'Bearer', ...there } : there);
}

/** The guarded fetch with the platform's signature. Addresses named by the server must be public. */
export function toFetch(fetcher: PublicFetch, origin: string) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    const { accept = '*/*', ...headers } = Object.fromEntries(new Headers(init.headers));
    if (init.body instanceof URLSearchParams) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const answer = await fetcher(String(input), {
      method,
      accept,
      headers,
      body: typeof init.body === 'string' || init.body instanceof URLSearchParams ? String(init.body) : undefined,
      // A code or a token is sent only to the address that was found, never on to another one.
      followsRedirects: method === 'GET',
      isPublicOnly: new URL(input).origin !== origin,
      timeoutMs: ANSWER_MS,
      maxBytes: ANSWER_MAX_BYTES,
      whenLonger: 'refuse',
    });
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? toReadable(new TextDecoder().decode(answer.bytes)) : null, {
      status: answer.status,
      headers: answer.type === '' ? {} : { 'content-type': answer.type },
    });
  };
}
