import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A provider of OpenID Connect on this machine that knows one person. */
async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const tokenRequests: URLSearchParams[] = [];
  const asked = { nonce: '' };
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const send = (body: unknown): void =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '', issuer);
    const person = { sub: 'p1', email: 'oidc@example.com', email_verified: true, name: 'Olga' };
    if (pathname === '/.well-known/openid-configuration') {
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (pathname === '/jwks') return send({ keys: [jwk] });
    if (pathname === '/userinfo') return send(person);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    const answer = async (): Promise<void> => {
      tokenRequests.push(new URLSearchParams(body));
      const idToken = await new SignJWT({ ...person, nonce: asked.nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('client')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
      send({ access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken });
    };
    request.on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    issuer: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    tokenRequests,
    close: () => server.close(),
  };
}

describe('H-12 signing in with another provider', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let test: TestServer;
  beforeAll(async () => {
    provider = await startProvider();
    test = await startTestServer({
      config: {
        publicUrl: 'http://localhost:3000',
        oidc: { issuer: provider.issuer, clientId: 'client', clientSecret: 'secret', name: 'Work' },
      },
    });
  });
  afterAll(async () => {
    await test.server.close(0);
    provider.close();
  });

  it('goes there and comes back as the person the provider names', async () => {
    expect(await (await test.call('/v1/auth/methods')).json()).toMatchObject({
      providers: [{ id: 'oidc', name: 'Work' }],
    });
    const begun = await test.call('/v1/auth/signin/provider/oidc?callbackUrl=/hub/skillsets/a');
    const there = new URL(begun.headers.get('location') ?? '');
    expect([begun.status, there.origin, there.searchParams.get('code_challenge_method')]).toEqual([
      302,
      provider.issuer,
      'S256',
    ]);
    provider.asked.nonce = there.searchParams.get('nonce') ?? '';
    const back = new URL(there.searchParams.get('redirect_uri') ?? '');
    const query = new URLSearchParams({ code: 'code', state: there.searchParams.get('state') ?? '' }).toString();
    const cookies = begun.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');

    const planted = await test.call(`${back.pathname}?${query}`);
    expect(planted.headers.getSetCookie().some((each) => /^sotto_user=[^;]/.test(each))).toBe(false);

    const returned = await test.call(`${back.pathname}?${query}`, { headers: { Cookie: cookies } });
    expect([returned.status, returned.headers.get('location')]).toEqual([302, 'http://localhost:3000/hub/skillsets/a']);
    const cookie = returned.headers.getSetCookie().find((each) => each.startsWith('sotto_user=')) ?? '';
    const session = await test.call('/v1/auth/session', { headers: { Cookie: cookie.split(';')[0] ?? '' } });
    expect(await session.json()).toMatchObject({ user: { email: 'oidc@example.com', name: 'Olga' } });
    expect(provider.tokenRequests.at(-1)?.has('code_verifier')).toBe(true);
  });

  it('knows no other provider', async () => {
    expect((await test.call('/v1/auth/signin/provider/google')).status).toBe(404);
  });
});
