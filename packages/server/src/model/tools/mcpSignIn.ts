import { randomBytes } from 'node:crypto';
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { FetchRefused } from '../../unfurl/readBody';
import { challengeOf, findServers, toFetch } from './mcpAuthorization';
import type { Challenge } from './mcpChallenge';
import type { McpConnection, McpWork, WithMcpClient } from './mcpClient';
import { McpRefusal } from './mcpFailure';

/** Maximum length of a stored scope, in characters. */
const SCOPE_MAX_LENGTH = 200;
/** How long an owner may take to sign in, in milliseconds. */
const PENDING_MS = 600_000;
/** Tokens that expire within this time are renewed, in milliseconds, so that they last for the call. */
const EARLY_MS = 60_000;

/** An owner's sign-in at an MCP server. */
export interface SignIn {
  /** The client registration at this server. */
  client?: StoredOAuthClientInformation | undefined;
  tokens?: StoredOAuthTokens | undefined;
  /** Expiry of the access token; undefined if the authorization server names none. */
  endsAt?: number | undefined;
  /** Metadata of the authorization server. */
  discovery?: OAuthDiscoveryState | undefined;
  /** A scope that the server has required in addition to those of the tokens. */
  missingScope?: string | undefined;
  /** A sign-in that has started and not finished. */
  pending?: { readonly state: string; readonly startedAt: number; readonly verifier?: string } | undefined;
}

/** The fields of a server that signing in needs. */
export interface SignInServer {
  readonly id: string;
  readonly skillsetId: string;
  readonly url: string;
  /** JSON of `SignIn`; null if nobody has started to sign in. */
  readonly signIn: string | null;
}

/** Stores sign-ins. */
export interface SignInStore {
  /** The currently stored JSON of the sign-in: another process may have renewed it. */
  read(serverId: string): Promise<string | null>;
  write(serverId: string, signIn: string): Promise<void>;
}

/** Signing in at MCP servers with OAuth 2.1 (protocol 2025-11-25, Authorization). */
export interface McpSignIns {
  /**
   * Finds the authorization server, and registers there if necessary (RFC 9728, 8414, 7591).
   *
   * @returns the address at which the owner signs in
   * @throws ApiError 422 with a message for the owner
   */
  begin(server: SignInServer): Promise<string>;
  /**
   * Exchanges the authorization code for tokens.
   * @throws ApiError 422 if it belongs to no sign-in of the last ten minutes, or the authorization server rejects it
   */
  finish(server: SignInServer, back: { code: string; state: string; iss?: string | undefined }): Promise<void>;
  /** The access token for a request, renewed if it expires soon; undefined if the owner has not signed in. */
  tokenFor(server: SignInServer): Promise<string | undefined>;
  /** Stores the scope that the token lacks: it is requested when the owner signs in again. */
  noteMissing(server: SignInServer, scope: string): Promise<void>;
  /** A new token for a rejected one; undefined if the owner must sign in again. */
  renew(server: SignInServer, refused: string): Promise<string | undefined>;
}

/** Uses the official client over the guarded fetch. */
export function createMcpSignIns({
  fetcher,
  clock,
  store,
  pageOf,
}: {
  fetcher: PublicFetch;
  clock: Clock;
  store: SignInStore;
  /** The page of a skillset, to which owners return. */
  pageOf: (skillsetId: string) => string;
}): McpSignIns {
  const renewals = new Map<string, Promise<string | undefined>>();

  /**
   * @param isAnew - the owner signs in: existing tokens are kept until there are new ones. Otherwise tokens are
   *   renewed, and only new ones are stored: another process may have used the same refresh token
   * @returns where the owner has to sign in; undefined if there are new tokens
   */
  async function authorize(
    server: SignInServer,
    signIn: SignIn,
    {
      isAnew = false,
      challenge: { resourceMetadataUrl, scope } = {},
      back,
    }: { isAnew?: boolean; challenge?: Challenge; back?: { code: string; iss?: string | undefined } } = {},
  ): Promise<URL | undefined> {
    const redirectUrl = pageOf(server.skillsetId);
    const { auth } = await import('@modelcontextprotocol/client');
    let shown: URL | undefined;
    const write = (): Promise<void> => store.write(server.id, JSON.stringify(signIn));
    const provider = createProvider(signIn, {
      redirectUrl,
      isAnew,
      clock,
      save: () => (isAnew ? write() : Promise.resolve()),
      async saveNew() {
        if (!isAnew) signIn.pending = read(await store.read(server.id)).pending;
        await write();
      },
      show: (url) => (shown = url),
    });
    await auth(provider, {
      serverUrl: server.url,
      fetchFn: toFetch(fetcher, new URL(server.url).origin),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
      ...(back && { authorizationCode: back.code, ...(back.iss !== undefined && { iss: back.iss }) }),
    });
    return shown;
  }

  async function renewNow(server: SignInServer, refused: string | undefined): Promise<string | undefined> {
    const signIn = read(await store.read(server.id));
    const { tokens } = signIn;
    // Another process was first.
    if (tokens !== undefined && tokens.access_token !== refused) return tokens.access_token;
    if (tokens?.refresh_token === undefined) return undefined;
    await authorize(server, signIn).catch(() => undefined);
    if (signIn.tokens !== undefined && signIn.tokens.access_token !== refused) return signIn.tokens.access_token;
    // If refresh tokens are single-use, the process that was first has the next one.
    const now = read(await store.read(server.id));
    if (now.tokens?.access_token !== refused) return now.tokens?.access_token;
    // The authorization server no longer knows the tokens.
    if (signIn.tokens === undefined)
      await store.write(server.id, JSON.stringify({ ...now, client: signIn.client, tokens: undefined }));
    return undefined;
  }

  function renew(server: SignInServer, refused: string | undefined): Promise<string | undefined> {
    const known = renewals.get(server.id);
    if (known) return known;
    const renewal = renewNow(server, refused).finally(() => renewals.delete(server.id));
    renewals.set(server.id, renewal);
    return renewal;
  }

  return {
    async begin(server) {
      const state = `${server.id}.${randomBytes(24).toString('base64url')}`;
      const { client, tokens, endsAt, missingScope } = read(server.signIn);
      const { resourceMetadataUrl, scope } = await challengeOf(fetcher, server.url);
      const challenge: Challenge = {
        resourceMetadataUrl,
        scope: missingScope === undefined ? scope : joinScopes(scope, tokens?.scope, missingScope),
      };
      let failure: unknown;
      for (const discovery of await findServers(fetcher, server.url, challenge)) {
        const pending = { state, startedAt: clock.now() };
        const signIn: SignIn = { client, tokens, endsAt, discovery, missingScope, pending };
        try {
          const url = await authorize(server, signIn, { isAnew: true, challenge });
          if (url?.protocol === 'https:') return url.href;
          failure ??= new FetchRefused('Its page is not encrypted (https)');
        } catch (cause) {
          failure ??= cause;
        }
      }
      throw new ApiError('UNPROCESSABLE_ENTITY', describeFailure(failure), { cause: failure });
    },
    async finish(server, { code, state, iss }) {
      const signIn = read(server.signIn);
      const { pending } = signIn;
      if (pending?.state !== state || clock.now() - pending.startedAt > PENDING_MS)
        throw new ApiError('UNPROCESSABLE_ENTITY', 'This sign-in has expired. Start again');
      await authorize(server, signIn, { isAnew: true, back: { code, iss } }).catch((cause: unknown) => {
        throw new ApiError('UNPROCESSABLE_ENTITY', 'The sign-in could not be completed. Start again', { cause });
      });
    },
    async tokenFor(server) {
      const { tokens, endsAt } = read(server.signIn);
      if (tokens === undefined) return undefined;
      const isEnding = endsAt !== undefined && endsAt - EARLY_MS < clock.now();
      return (isEnding ? await renew(server, tokens.access_token) : undefined) ?? tokens.access_token;
    },
    async noteMissing(server, scope) {
      const signIn = read(await store.read(server.id));
      if (scope.length <= SCOPE_MAX_LENGTH && scope !== signIn.missingScope)
        await store.write(server.id, JSON.stringify({ ...signIn, missingScope: scope }));
    },
    renew,
  };
}

/** Scopes of several lists, without duplicates (RFC 6749, 3.3). */
function joinScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => list?.split(' ').filter((scope) => scope !== '') ?? []));
  return scopes.size === 0 ? undefined : [...scopes].join(' ');
}

/**
 * A sign-in in the form that the official client uses.
 *
 * @param save - stores changes; `saveNew`: including new tokens
 */
function createProvider(
  signIn: SignIn,
  {
    redirectUrl,
    isAnew,
    clock,
    save,
    saveNew,
    show,
  }: {
    redirectUrl: string;
    isAnew: boolean;
    clock: Clock;
    save: () => Promise<void>;
    saveNew: () => Promise<void>;
    show: (url: URL) => void;
  },
): OAuthClientProvider {
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Sotto',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => signIn.pending?.state ?? '',
    clientInformation: () => signIn.client,
    async saveClientInformation(client) {
      signIn.client = client;
      await save();
    },
    tokens: () => (isAnew ? undefined : signIn.tokens),
    async saveTokens(tokens) {
      signIn.tokens = { ...(tokens.refresh_token === undefined && pickRefresh(signIn)), ...tokens };
      signIn.endsAt = tokens.expires_in === undefined ? undefined : clock.now() + tokens.expires_in * 1000;
      if (isAnew) {
        signIn.pending = undefined;
        signIn.missingScope = undefined;
      }
      await saveNew();
    },
    redirectToAuthorization(url) {
      show(url);
    },
    async saveCodeVerifier(verifier) {
      if (signIn.pending) signIn.pending = { ...signIn.pending, verifier };
      await save();
    },
    codeVerifier: () => signIn.pending?.verifier ?? '',
    async saveDiscoveryState(state) {
      signIn.discovery = state;
      await save();
    },
    discoveryState: () => signIn.discovery,
    async invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'client') signIn.client = undefined;
      if (!isAnew && (scope === 'all' || scope === 'tokens')) signIn.tokens = undefined;
      if (scope === 'all' || scope === 'discovery') signIn.discovery = undefined;
      await save();
    },
  };
}

/** Connects to an owner's server for one piece of work. */
export type WithMcpServer = <Value>(
  server: SignInServer,
  connection: Omit<McpConnection, 'url'>,
  work: McpWork<Value>,
) => Promise<Value>;

/**
 * Adds the token of the owner's sign-in to the headers, unless the owner has set an `Authorization` header. If the
 * server rejects it, the work is repeated once with another token.
 */
export function withSignIn(
  withClient: WithMcpClient,
  signIns: Pick<McpSignIns, 'tokenFor' | 'renew' | 'noteMissing'> | undefined,
): WithMcpServer {
  return async (server, connection, work) => {
    const { url } = server;
    const hasOwn = Object.keys(connection.headers).some((name) => name.toLowerCase() === 'authorization');
    const token = hasOwn ? undefined : await signIns?.tokenFor(server);
    if (token === undefined || signIns === undefined) return withClient({ ...connection, url }, work);
    const ask = (bearer: string) =>
      withClient({ ...connection, url, headers: { ...connection.headers, Authorization: `Bearer ${bearer}` } }, work);
    try {
      return await ask(token);
    } catch (cause) {
      if (!(cause instanceof McpRefusal)) throw cause;
      const { error, scope } = cause.challenge;
      if (error === 'insufficient_scope') {
        if (scope !== undefined) await signIns.noteMissing(server, scope);
        throw new McpRefusal({ ...cause, isSignIn: true });
      }
      if (cause.status !== 401) throw cause;
      const next = await signIns.renew(server, token);
      if (next === undefined) throw new McpRefusal({ ...cause, isSignIn: true });
      return ask(next);
    }
  };
}

/** Whether an owner has signed in, by the stored sign-in. */
export function isSignedIn(signIn: string | null): boolean {
  return read(signIn).tokens !== undefined;
}

function read(text: string | null): SignIn {
  return text === null ? {} : (JSON.parse(text) as SignIn);
}

/** If a server sends no new refresh token, the old one remains valid (RFC 6749, 6). */
function pickRefresh({ tokens }: SignIn): { refresh_token?: string } {
  return tokens?.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token };
}

function describeFailure(cause: unknown): string {
  if (cause instanceof FetchRefused) return `The sign-in of this server cannot be reached: ${cause.message}`;
  return (
    'Sotto cannot register with this server to sign you in. Create an access token where its accounts are managed, ' +
    'and attach the server with the header Authorization: Bearer …'
  );
}
