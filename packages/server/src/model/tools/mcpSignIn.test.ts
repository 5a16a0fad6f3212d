import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import type { FetchRequest, PublicFetch } from '../../unfurl/publicFetch';
import { FetchRefused } from '../../unfurl/readBody';
import { createMcpTools, type McpServer } from './mcp';
import { createMcpSignIns, type SignIn } from './mcpSignIn';

const MCP = 'https://mcp.example/mcp';
const ISSUER = 'https://login.example';
const PAGE = 'https://chat.example/skillsets/s1';
const clock = createManualClock(Date.parse('2026-11-27T08:00:00Z'));

/** What the authorization server and the MCP server were asked. */
let asked: { url: string; what: FetchRequest }[];
/** The access token that is valid now, and the refresh token that gives the next one. */
let valid: string;
let refresh: string;
let count: number;
let metadata: Record<string, unknown>;
let kept: string | null;
/** What the MCP server answers without the right token, and where it describes itself. */
let challenge: string;
let description: string;
let authorizationServers: string[];
/** What is special about a response of the token endpoint; called when it is asked. */
let token: () => { status?: number; body?: unknown };
/** The scope that calls require, and that of the tokens. */
let required: string | undefined;

const answer = (url: string, status: number, body: unknown, headers: Record<string, string> = {}) => ({
  url,
  status,
  type: 'application/json',
  headers,
  bytes: new TextEncoder().encode(JSON.stringify(body)),
});

/** The web: an MCP server that wants a token, and the authorization server it names. */
const fetcher: PublicFetch = async (url, what) => {
  asked.push({ url, what });
  if (url === MCP) {
    const { id, method } = JSON.parse(what.body ?? '{}') as { id?: number; method?: string };
    if (what.headers?.['authorization'] !== `Bearer ${valid}`)
      return answer(
        url,
        401,
        {},
        {
          'www-authenticate': challenge,
        },
      );
    if (id === undefined) return answer(url, 202, {});
    if (method === 'tools/list' && required !== undefined)
      return answer(url, 403, {}, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${required}"` });
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'm', version: '1' } }
        : { tools: [{ name: 'stock', inputSchema: { type: 'object' } }] };
    return answer(url, 200, { jsonrpc: '2.0', id, result });
  }
  if (url.startsWith(description))
    return answer(url, 200, { resource: MCP, authorization_servers: authorizationServers });
  if (url === 'https://closed.example/.well-known/oauth-authorization-server')
    return answer(url, 200, { ...metadata, issuer: 'https://closed.example', registration_endpoint: undefined });
  if (url.startsWith('https://gone.example')) throw new FetchRefused('The site took too long');
  if (url.startsWith(`${ISSUER}/.well-known/oauth-authorization-server`)) return answer(url, 200, metadata);
  if (url === `${ISSUER}/register`)
    return answer(url, 201, { ...(JSON.parse(what.body ?? '{}') as object), client_id: 'client-1' });
  if (url === `${ISSUER}/token`) {
    const { status, body } = token();
    if (status !== undefined) return answer(url, status, body);
    const form = new URLSearchParams(what.body);
    const isRight =
      form.get('grant_type') === 'refresh_token'
        ? form.get('refresh_token') === refresh
        : form.get('code') === 'right' && form.get('code_verifier') !== null && form.get('redirect_uri') === PAGE;
    if (!isRight) return answer(url, 400, { error: 'invalid_grant' });
    count += 1;
    valid = `access-${String(count)}`;
    refresh = `refresh-${String(count)}`;
    const tokens = { access_token: valid, token_type: 'Bearer', expires_in: 3600, refresh_token: refresh };
    return answer(url, 200, { ...tokens, ...(body as object | undefined) });
  }
  return answer(url, 404, {});
};

const signIns = createMcpSignIns({
  fetcher,
  clock,
  pageOf: (id) => `https://chat.example/skillsets/${id}`,
  store: {
    read: () => Promise.resolve(kept),
    write: (_id, signIn) => {
      kept = signIn;
      return Promise.resolve();
    },
  },
});
const mcp = createMcpTools({
  fetcher,
  clock,
  signIns,
  refusalOf: () => undefined,
  pins: {
    notePaused: () => Promise.resolve(),
    keepPage: () => Promise.resolve(),
  },
});
const server = (more: Partial<McpServer> = {}) => ({
  id: 'mcp_1',
  skillsetId: 's1',
  name: 'Shop',
  url: MCP,
  headers: {},
  signIn: kept,
  updatedAt: 1,
  tools: null,
  paused: [],
  ...more,
});
const stored = (): SignIn => JSON.parse(kept ?? '{}') as SignIn;
const stateIn = (url: string): string => new URL(url).searchParams.get('state') ?? '';

async function signIn(): Promise<void> {
  const url = await signIns.begin(server());
  await signIns.finish(server(), { code: 'right', state: stateIn(url), iss: ISSUER });
}

beforeEach(() => {
  asked = [];
  kept = null;
  valid = 'nobody has it';
  refresh = 'nobody has it';
  count = 0;
  description = 'https://mcp.example/.well-known/oauth-protected-resource';
  challenge = `Bearer resource_metadata="${description}"`;
  authorizationServers = [ISSUER];
  token = () => ({});
  required = undefined;
  metadata = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    registration_endpoint: `${ISSUER}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
});

describe('BE-24 an owner signs in to an MCP server', () => {
  it('is sent to its sign-in page with a challenge, and comes back to the page of the skillset', async () => {
    const url = new URL(await signIns.begin(server()));
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
      redirect_uri: PAGE,
      resource: MCP,
      state: expect.stringMatching(/^mcp_1\.[\w-]{32}$/) as unknown,
    });
    expect(url.href).not.toContain(stored().pending?.verifier);
  });

  it('has the tools of the server then, and registers once', async () => {
    await expect(mcp.listTools(server())).rejects.toMatchObject({ details: [{ path: 'signIn' }] });
    await signIn();
    expect(stored()).toMatchObject({ tokens: { access_token: 'access-1' }, endsAt: clock.now() + 3_600_000 });
    expect(stored().pending).toBeUndefined();
    expect((await mcp.listTools(server({ updatedAt: 2 }))).tools.map(({ name }) => name)).toEqual(['stock']);
    await signIn();
    expect(asked.filter(({ url }) => url.endsWith('/register'))).toHaveLength(1);
  });

  it.each([
    ['another state', { state: 'mcp_1.another' }, 'has expired'],
    ['another code', { code: 'wrong' }, 'could not be completed'],
    ['another issuer', { iss: 'https://evil.example' }, 'could not be completed'],
  ])('not with %s', async (_what, change, sentence) => {
    const state = stateIn(await signIns.begin(server()));
    await expect(signIns.finish(server(), { code: 'right', state, iss: ISSUER, ...change })).rejects.toThrow(sentence);
    expect(stored().tokens).toBeUndefined();
    expect(await signIns.tokenFor(server())).toBeUndefined();
  });

  it('not after ten minutes, and not twice', async () => {
    const late = stateIn(await signIns.begin(server()));
    clock.advance(600_001);
    await expect(signIns.finish(server(), { code: 'right', state: late })).rejects.toThrow('has expired');
    const state = stateIn(await signIns.begin(server()));
    await signIns.finish(server(), { code: 'right', state, iss: ISSUER });
    await expect(signIns.finish(server(), { code: 'right', state, iss: ISSUER })).rejects.toThrow('has expired');
  });

  it('stays signed in while a second sign-in is given up', async () => {
    await signIn();
    const state = stateIn(await signIns.begin(server()));
    expect(await signIns.tokenFor(server())).toBe('access-1');
    await expect(signIns.finish(server(), { code: 'wrong', state, iss: ISSUER })).rejects.toThrow();
    expect(await signIns.tokenFor(server())).toBe('access-1');
  });

  it('reads what to do where programs cannot sign in, and is shown no address without encryption', async () => {
    delete metadata['registration_endpoint'];
    await expect(signIns.begin(server())).rejects.toThrow('Create an access token');
    metadata = {
      ...metadata,
      registration_endpoint: `${ISSUER}/register`,
      authorization_endpoint: 'http://login.example/a',
    };
    await expect(signIns.begin(server())).rejects.toThrow();
  });
});

describe('srv-09 where a server sends its owner', () => {
  const asks = async (): Promise<URLSearchParams> => new URL(await signIns.begin(server())).searchParams;

  it.each(['https://files.example/meta/mcp.json', 'https://mcp.example/tenants/a/oauth-protected-resource'])(
    'is described at the address of the challenge, with its scope: %s',
    async (address) => {
      description = address;
      challenge = `Basic realm="Staff", Bearer resource_metadata="${address}", scope="orders.read offline_access"`;
      expect((await asks()).get('scope')).toBe('orders.read offline_access');
      expect(stored().discovery).toMatchObject({ authorizationServerUrl: ISSUER, resourceMetadataUrl: address });
      const forged = asked.filter(
        ({ url, what }) => !url.startsWith('https://mcp.example/') && what.isPublicOnly !== true,
      );
      expect(forged).toEqual([]);
      await signIn();
      expect((await mcp.listTools(server({ updatedAt: 7 }))).tools).toHaveLength(1);
    },
  );

  it.each([
    ['cannot be reached', ['https://gone.example', ISSUER]],
    ['takes no programs', ['https://closed.example', ISSUER]],
    ['has no description', ['https://none.example', 'https://gone.example', ISSUER]],
  ])('is the first authorization server that works: one %s', async (_, named) => {
    authorizationServers = named;
    expect(new URL(await signIns.begin(server())).origin).toBe(ISSUER);
    await signIn();
    expect(stored().client?.issuer).toBe(ISSUER);
  });

  it('is nowhere when none works: the first reason counts, and no more than three are tried', async () => {
    authorizationServers = ['https://gone.example', ...Array<string>(9).fill('https://closed.example')];
    await expect(signIns.begin(server())).rejects.toThrow('cannot be reached: The site took too long');
    expect(asked.filter(({ url }) => url.startsWith('https://closed.example/.well-known/oauth-auth'))).toHaveLength(2);
  });

  it('includes the scope that its token lacks, beside those it has', async () => {
    token = () => ({ body: { scope: 'orders.read' } });
    await signIn();
    required = 'orders.write';
    await expect(mcp.listTools(server({ updatedAt: 8 }))).rejects.toMatchObject({
      message: expect.stringMatching(/^Your sign-in.*requires the scope orders\.write\. Sign in again$/) as string,
      details: [expect.objectContaining({ path: 'signIn' })],
    });
    expect((await asks()).get('scope')?.split(' ').sort()).toEqual(['orders.read', 'orders.write']);
    expect(stored().tokens?.access_token).toBe('access-1');
    required = 'x'.repeat(10_000);
    await expect(mcp.listTools(server({ updatedAt: 9 }))).rejects.toThrow('Sign in again');
    expect(kept?.length).toBeLessThan(5_000);
    required = undefined;
    await signIn();
    expect(stored().missingScope).toBeUndefined();
  });
});

describe('srv-09 tokens as authorization servers write them', () => {
  it.each<[string, object, number | undefined]>([
    ['no time', { expires_in: undefined }, undefined],
    ['a text as time', { expires_in: '3600' }, 3_600_000],
    ['null for what is not there', { expires_in: null, scope: null, refresh_token: null }, undefined],
    ['no type', { token_type: undefined }, 3_600_000],
    ['more than asked for', { id_token: 'x.y.z', ok: true, team: { id: 'T' } }, 3_600_000],
  ])('%s', async (_, body, lasts) => {
    token = () => ({ body });
    await signIn();
    expect(stored().tokens?.access_token).toBe('access-1');
    expect(stored().endsAt).toBe(lasts === undefined ? undefined : clock.now() + lasts);
    expect((await mcp.listTools(server({ updatedAt: 10 }))).tools).toHaveLength(1);
  });

  it('a process that loses the race for a new token takes that of the other, and keeps it', async () => {
    await signIn();
    const mine = server();
    const theirs = {
      ...stored(),
      tokens: { access_token: 'access-9', token_type: 'Bearer', refresh_token: 'refresh-9' },
    };
    token = () => {
      kept = JSON.stringify(theirs);
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    expect(await signIns.renew(mine, 'access-1')).toBe('access-9');
    expect(stored().tokens).toEqual(theirs.tokens);
  });

  it.each<[string, number, unknown, boolean]>([
    ['refused', 400, { error: 'invalid_grant' }, false],
    ['answered with a page', 502, '<html>Bad gateway</html>', true],
  ])('a renewal that is %s: the owner reads it, and is signed in still: %#', async (_, status, body, isStill) => {
    await signIn();
    valid = 'revoked';
    token = () => ({ status, body });
    await expect(mcp.listTools(server({ updatedAt: 11 }))).rejects.toThrow('Sign in again');
    expect(stored().tokens !== undefined).toBe(isStill);
    expect(stored().client?.client_id).toBe('client-1');
  });
});

describe('BE-24 the token of a sign-in', () => {
  it('is renewed before it ends, once for all calls of the moment', async () => {
    await signIn();
    clock.advance(3_600_000 - 30_000);
    const before = server();
    expect(await Promise.all([signIns.tokenFor(before), signIns.tokenFor(before)])).toEqual(['access-2', 'access-2']);
    expect(count).toBe(2);
  });

  it('is renewed when the server refuses it, and the work is done again', async () => {
    await signIn();
    valid = 'revoked';
    expect((await mcp.listTools(server({ updatedAt: 3 }))).tools).toHaveLength(1);
    expect(stored().tokens?.access_token).toBe('access-2');
  });

  it('is taken from the process that renewed it first', async () => {
    await signIn();
    const stale = server();
    await signIns.renew(stale, 'access-1');
    expect(await signIns.renew(stale, 'access-1')).toBe('access-2');
    expect(count).toBe(2);
  });

  it('ends with a sentence for the owner, when it cannot be renewed', async () => {
    await signIn();
    valid = 'revoked';
    refresh = 'revoked';
    await expect(mcp.listTools(server({ updatedAt: 4 }))).rejects.toThrow('Your sign-in to this server has expired');
  });

  it('does not take the place of a header that the owner has written', async () => {
    await signIn();
    await expect(mcp.listTools(server({ headers: { authorization: 'Bearer own' }, updatedAt: 5 }))).rejects.toThrow();
    expect(asked.at(-1)?.what.headers?.['authorization']).toBe('Bearer own');
  });

  it('goes to its server alone, and its secrets to addresses that are public', async () => {
    await signIn();
    asked = [];
    await mcp.listTools(server({ updatedAt: 6 }));
    expect(asked.every(({ url }) => url === MCP)).toBe(true);
    kept = null;
    await signIn();
    for (const { url, what } of asked.filter(({ url }) => !url.startsWith('https://mcp.example/')))
      expect([url, what.isPublicOnly, what.headers?.['authorization']]).toEqual([url, true, undefined]);
    for (const { what } of asked.filter(({ url }) => url === `${ISSUER}/token`))
      expect(what.followsRedirects).toBe(false);
  });
});
