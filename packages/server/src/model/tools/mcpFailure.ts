import { MCP_SIGN_IN_PATH } from '@sotto/hub-api';
import { parseJson } from '@sotto/widget-core/api';
import { cutText } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import { FetchRefused } from '../../unfurl/readBody';
import type { Challenge } from './mcpChallenge';

/** Maximum length of a quoted scope and of a server's quoted message, in characters. */
const SCOPE_MAX_LENGTH = 200;
const WORDS_MAX_LENGTH = 300;
/** JSON-RPC 2.0: method not found; invalid params. */
const METHOD_UNKNOWN = -32_601;
const INVALID_PARAMS = -32_602;

/** A server rejects the headers of a request: 401 or 403 (RFC 9110), with its challenge (RFC 6750, RFC 9728). */
export class McpRefusal extends Error {
  readonly status: 401 | 403;
  readonly challenge: Challenge;
  /** Whether the request had an `Authorization` header. */
  readonly hadToken: boolean;
  /** Whether that was the token of a sign-in, so that signing in again helps. */
  readonly isSignIn: boolean;
  constructor({
    status,
    challenge,
    hadToken,
    isSignIn = false,
  }: Pick<McpRefusal, 'status' | 'challenge' | 'hadToken'> & { readonly isSignIn?: boolean }) {
    super(`The server answered ${String(status)}`);
    this.status = status;
    this.challenge = challenge;
    this.hadToken = hadToken;
    this.isSignIn = isSignIn;
  }
}

const MOVED = 'The server redirects to another address: attach it at that address if it is the server that you mean';

/** Messages for owners, by the status of an MCP server's response. */
const STATUSES: Readonly<Record<number, string>> = {
  401: 'The server requires authentication: check its headers, such as Authorization',
  403: 'The server refuses this caller: check its headers, such as Authorization',
  404: 'There is nothing at this address: check its path, which often ends in /mcp',
  405: 'The address does not take requests of the Model Context Protocol over HTTP',
  301: MOVED,
  302: MOVED,
  303: MOVED,
  307: MOVED,
  308: MOVED,
  429: 'The server is asked too often at the moment',
};
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name',
  EAI_AGAIN: 'There is no server of this name',
  ECONNREFUSED: 'The server takes no connections',
  ECONNRESET: 'The server closed the connection',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
};
/** Maximum depth of error causes to inspect. */
const CAUSES_MAX = 5;

/** Why the call of an MCP server failed, as a message for its owner. */
export function toMcpFailure(thrown: unknown): ApiError {
  const message = describe(thrown);
  const isForSignIn = thrown instanceof McpRefusal && (thrown.status === 401 || thrown.isSignIn);
  const details = isForSignIn ? [{ path: MCP_SIGN_IN_PATH, message }] : undefined;
  return new ApiError('UNPROCESSABLE_ENTITY', message, { cause: thrown, details });
}

function describe(thrown: unknown): string {
  let error = thrown;
  for (let depth = 0; depth < CAUSES_MAX && error instanceof Error; depth += 1) {
    if (error instanceof McpRefusal) return describeRefusal(error);
    if (error instanceof FetchRefused)
      return error.message === 'Not a public address'
        ? 'Only servers with a public address can be reached'
        : error.message;
    const { code, status, data } = error as { code?: unknown; status?: unknown; data?: { text?: unknown } };
    if (typeof status === 'number')
      return `${STATUSES[status] ?? `The server answered with status ${String(status)}`}${wordsIn(data?.text)}`;
    if (isProtocolError(error)) return `The server answers with an error${quoted(error.message)}`;
    const [, version] = /protocol version is not supported: (\S{1,40})/.exec(error.message) ?? [];
    if (version !== undefined)
      return `The server speaks version ${version} of the Model Context Protocol, which Sotto does not know`;
    if (typeof code === 'string' && NETWORK[code] !== undefined) return NETWORK[code];
    if (code === 'REQUEST_TIMEOUT') return 'The server took too long';
    error = error.cause;
  }
  return 'The server does not answer as a server of the Model Context Protocol';
}

/** A JSON-RPC error: the server did answer. */
function isProtocolError(error: unknown): error is Error & { readonly code: number } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return name === 'ProtocolError' && typeof code === 'number';
}

/** Whether a server does not have this method. */
export function isMethodUnknown(error: unknown): boolean {
  return isProtocolError(error) && error.code === METHOD_UNKNOWN;
}

/** A server's objection to the arguments of a call, for the model to correct; undefined if there is none. */
export function complaintAbout(error: unknown): string | undefined {
  return isProtocolError(error) && error.code === INVALID_PARAMS
    ? `The arguments are wrong${quoted(error.message)}`
    : undefined;
}

/** The JSON-RPC error message in the body of a rejected request. HTML pages are not quoted. */
function wordsIn(body: unknown): string {
  const content = typeof body === 'string' ? parseJson(body) : undefined;
  const { message } = ((content ?? {}) as { error?: { message?: unknown } }).error ?? {};
  return quoted(message);
}

function quoted(message: unknown): string {
  const words = typeof message === 'string' ? message.replaceAll(/\s+/g, ' ').trim() : '';
  return words === '' ? '' : `: ${cutText(words, WORDS_MAX_LENGTH)}`;
}

function describeRefusal({
  status,
  challenge: { resourceMetadataUrl, scope = '', error },
  hadToken,
  isSignIn,
}: McpRefusal): string {
  // Only characters allowed in a scope (RFC 6749, 3.3) are quoted.
  const named = /^[\x21\x23-\x5b\x5d-\x7e ]+$/.test(scope) ? scope.slice(0, SCOPE_MAX_LENGTH) : '';
  const scopes = named === '' ? 'a further scope' : `the scope ${named}`;
  if (error === 'insufficient_scope')
    return isSignIn
      ? `Your sign-in to this server does not permit this: the server requires ${scopes}. Sign in again`
      : `The token in the headers does not permit this: the server requires ${scopes}`;
  if (isSignIn) return 'Your sign-in to this server has expired. Sign in again';
  const wanted = named === '' ? '' : ` with the scope ${named}`;
  if (status === 401 && (error === 'invalid_token' || (hadToken && resourceMetadataUrl)))
    return `The server does not accept the token in the headers, which may have expired: replace it with a new one${wanted}`;
  if (status === 401 && resourceMetadataUrl)
    return (
      `The server requires a sign-in${wanted}. Sign in, or create an access token where its accounts are managed, ` +
      'and attach the server with the header Authorization: Bearer …'
    );
  return STATUSES[status] ?? '';
}
