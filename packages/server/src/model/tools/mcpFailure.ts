import { ApiError } from '../../lib/apiError';
import { FetchRefused } from '../../unfurl/readBody';

/** What a status of an MCP server means for who attached it. */
const STATUSES: Readonly<Record<number, string>> = {
  401: 'The server requires authentication: check its headers, such as Authorization',
  403: 'The server refuses this caller: check its headers, such as Authorization',
  404: 'There is nothing at this address: check its path, which often ends in /mcp',
  405: 'The address does not take requests of the Model Context Protocol over HTTP',
  429: 'The server is asked too often at the moment',
};
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name',
  EAI_AGAIN: 'There is no server of this name',
  ECONNREFUSED: 'The server takes no connections',
  ECONNRESET: 'The server closed the connection',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
};
/** A failure and its causes are followed this far. */
const CAUSES_MAX = 5;

/** Why the call of an MCP server failed, as a sentence for its owner. */
export function toMcpFailure(thrown: unknown): ApiError {
  return new ApiError('UNPROCESSABLE_ENTITY', describe(thrown), { cause: thrown });
}

function describe(thrown: unknown): string {
  let error = thrown;
  for (let depth = 0; depth < CAUSES_MAX && error instanceof Error; depth += 1) {
    if (error instanceof FetchRefused)
      return error.message === 'Not a public address'
        ? 'Only servers with a public address can be reached'
        : error.message;
    const { code, status } = error as { code?: unknown; status?: unknown };
    if (typeof status === 'number') return STATUSES[status] ?? `The server answered with status ${String(status)}`;
    if (typeof code === 'string' && NETWORK[code] !== undefined) return NETWORK[code];
    if (code === 'REQUEST_TIMEOUT') return 'The server took too long';
    error = error.cause;
  }
  return 'The server does not answer as a server of the Model Context Protocol';
}
