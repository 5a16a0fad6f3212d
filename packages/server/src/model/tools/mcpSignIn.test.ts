import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import type { FetchRequest, PublicFetch } from '../../unfurl/publicFetch';
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
          'www-authenticate': 'Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource"',
        },
      );
    if (id === undefined) return answer(url, 202, {});
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'm', version: '1' } }
        : { tools: [{ name: 'stock', inputSchema: { type: 'object' } }] };
    return answer(url, 200, { jsonrpc: '2.0', id, result });
  }
  if (url.startsWith('https://mcp.example/.well-known/oauth-protected-resource'))
    return answer(url, 200, { resource: MCP, authorization_servers: [ISSUER] });
  if (url.startsWith(`${ISSUER}/.well-known/oauth-authorization-server`)) return answer(url, 200, metadata);
  if (url === `${ISSUER}/register`)
    return answer(url, 201, { ...(JSON.parse(what.body ?? '{}') as object), client_id: 'client-1' });
  if (url === `${ISSUER}/token`) {
    const form = new URLSearchParams(what.body);
    const isRight =
      form.get('grant_type') === 'refresh_token'
        ? form.get('refresh_token') === refresh
        : form.get('code') === 'right' && form.get('code_verifier') !== null && form.get('redirect_uri') === PAGE;
    if (!isRight) return answer(url, 400, { error: 'invalid_grant' });
    count += 1;
    valid = `access-${String(count)}`;
    refresh = `refresh-${String(count)}`;
    return answer(url, 200, { access_token: valid, token_type: 'Bearer', expires_in: 3600, refresh_token: refresh });
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
    pin: (_id, pins) => Promise.resolve(pins),
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
