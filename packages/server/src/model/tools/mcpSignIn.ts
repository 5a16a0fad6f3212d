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

/** Longest scope that is kept, in characters. */
const SCOPE_MAX_LENGTH = 200;
/** How long an owner may take to sign in, in milliseconds. */
const PENDING_MS = 600_000;
/** A token is renewed when it ends within this time, in milliseconds: it must last for the call. */
const EARLY_MS = 60_000;

/** The sign-in of an owner at an MCP server. */
export interface SignIn {
  /** How this server is registered there. */
  client?: StoredOAuthClientInformation | undefined;
  tokens?: StoredOAuthTokens | undefined;
  /** When the access token ends; undefined: the authorization server does not name a time. */
  endsAt?: number | undefined;
  /** What was found about the authorization server. */
  discovery?: OAuthDiscoveryState | undefined;
  /** A scope that the server has required beside those of the tokens. */
  missingScope?: string | undefined;
  /** A sign-in that has begun and not come back yet. */
  pending?: { readonly state: string; readonly startedAt: number; readonly verifier?: string } | undefined;
}

/** A server as signing in needs it. */
export interface SignInServer {
  readonly id: string;
  readonly skillsetId: string;
  readonly url: string;
  /** JSON of `SignIn`; null: nobody has begun to sign in. */
  readonly signIn: string | null;
}

/** Keeps sign-ins. */
export interface SignInStore {
  /** JSON of the sign-in as it is kept now: another process may have renewed it. */
  read(serverId: string): Promise<string | null>;
  write(serverId: string, signIn: string): Promise<void>;
}

/** Signing in at MCP servers with OAuth 2.1 (protocol 2025-11-25, Authorization). */
export interface McpSignIns {
  /**
   * Finds the authorization server, and registers there if necessary (RFC 9728, 8414, 7591).
   *
   * @returns the address at which the owner signs in. @throws ApiError 422 with a sentence for the owner
   */
  begin(server: SignInServer): Promise<string>;
  /**
   * Exchanges what the owner came back with for tokens. @throws ApiError 422 when it belongs to no sign-in that has
   * begun within ten minutes, or the authorization server refuses it
   */
  finish(server: SignInServer, back: { code: string; state: string; iss?: string | undefined }): Promise<void>;
  /** The access token for a request, renewed when it is about to end; undefined: the owner has not signed in. */
  tokenFor(server: SignInServer): Promise<string | undefined>;
  /** Notes the scope that the token lacks: it is asked for when the owner signs in again. */
  noteMissing(server: SignInServer, scope: string): Promise<void>;
  /** Another token for one that the server has refused; undefined: the owner must sign in again. */
  renew(server: SignInServer, refused: string): Promise<string | undefined>;
}

/** With the official client, over the guarded fetch. */
export function createMcpSignIns({
  fetcher,
  clock,
  store,
  pageOf,
}: {
  fetcher: PublicFetch;
  clock: Clock;
  store: SignInStore;
  /** The page of a skillset, which owners come back to. */
  pageOf: (skillsetId: string) => string;
}): McpSignIns {
  const renewals = new Map<string, Promise<string | undefined>>();

  /**
   * @param isAnew - the owner signs in: tokens that are there stay, untouched, until new ones come. Otherwise tokens are
   *   renewed, and nothing is kept but new ones: another process may have renewed them with the same refresh token
   * @returns where the owner has to sign in; undefined: there are new tokens now
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
    // Where refresh tokens are used once, the process that was first has the next one.
    const now = read(await store.read(server.id));
    if (now.tokens?.access_token !== refused) return now.tokens?.access_token;
    // The authorization server does not know the tokens any more.
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

/** Scopes of several lists, each once (RFC 6749, 3.3). */
function joinScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => list?.split(' ').filter((scope) => scope !== '') ?? []));
  return scopes.size === 0 ? undefined : [...scopes].join(' ');
}

/**
 * A sign-in as the official client works on it.
 *
 * @param save - keeps what has changed; `saveNew`: with new tokens
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

/** Connects to a server of an owner for one piece of work. */
export type WithMcpServer = <Value>(
  server: SignInServer,
  connection: Omit<McpConnection, 'url'>,
  work: McpWork<Value>,
) => Promise<Value>;

/**
 * Adds the token of the owner's sign-in to the headers, unless the owner has written an `Authorization` of their own.
 * When the server refuses it, the work is done once more with another token.
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

/** Whether an owner has signed in, by what is kept. */
export function isSignedIn(signIn: string | null): boolean {
  return read(signIn).tokens !== undefined;
}

function read(text: string | null): SignIn {
  return text === null ? {} : (JSON.parse(text) as SignIn);
}

/** A server that sends no new refresh token means the one that is there (RFC 6749, 6). */
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
