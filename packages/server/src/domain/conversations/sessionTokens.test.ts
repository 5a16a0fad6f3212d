import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { createSecret, createSessionTokens } from './sessionTokens';

const SECRET = 'a secret of at least thirty-two characters';
const ISSUER = 'https://chat.example.com';

function setUp() {
  const clock = createManualClock();
  const tokens = createSessionTokens(SECRET, () => ISSUER, clock);
  const claims = tokens.claimsFor({ conversationId: 'conv_a', widgetId: 'demo', isVerbose: true, lifeSeconds: 3600 });
  return { clock, tokens, claims };
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** A token with any header and claims, signed as told. */
function forge(header: object, claims: unknown, secret: string | undefined = SECRET, hash = 'sha256'): string {
  const head = `${encode(header)}.${encode(claims)}`;
  return `${head}.${secret === undefined ? '' : createHmac(hash, secret).update(head).digest('base64url')}`;
}

describe('5.2 a session token', () => {
  it('carries what the contract says and is verified', async () => {
    const { tokens, claims, clock } = setUp();
    expect(claims).toMatchObject({
      iss: ISSUER,
      sub: 'conv_a',
      wid: 'demo',
      vb: true,
      iat: Math.floor(clock.now() / 1000),
      exp: Math.floor(clock.now() / 1000) + 3600,
    });
    expect(await tokens.verify(await tokens.sign(claims))).toEqual(claims);
  });

  it('signs the same claims to the same token', async () => {
    const { tokens, claims } = setUp();
    expect(await tokens.sign(claims)).toBe(await tokens.sign(claims));
  });

  it('A604 ends 60 seconds after its time, and is a proof for a renewal for ever', async () => {
    const { tokens, claims, clock } = setUp();
    const token = await tokens.sign(claims);
    clock.advance(3_659_000);
    expect(await tokens.verify(token)).toBeDefined();
    clock.advance(2_000);
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await tokens.verifyStale(token)).toEqual(claims);
  });

  it('makes secrets of 256 bits', () => {
    expect(Buffer.from(createSecret(), 'base64url')).toHaveLength(32);
    expect(createSecret()).not.toBe(createSecret());
  });
});

describe('A602 a forged token', () => {
  const { tokens, claims } = setUp();
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  const valid = forge(hs256, claims);
  const [head = '', body = '', signature = ''] = valid.split('.');

  const forgeries: Record<string, string> = {
    'no algorithm': forge({ alg: 'none' }, claims, undefined),
    'no algorithm, with a signature': forge({ alg: 'none' }, claims),
    'None in another case': forge({ alg: 'nOnE' }, claims, undefined),
    HS384: forge({ alg: 'HS384' }, claims, SECRET, 'sha384'),
    HS512: forge({ alg: 'HS512' }, claims, SECRET, 'sha512'),
    'RS256 with our secret as its key': forge({ alg: 'RS256' }, claims),
    ES256: forge({ alg: 'ES256' }, claims),
    'another key': forge(hs256, claims, 'another secret of thirty-two characters!!'),
    'an empty key': forge(hs256, claims, ''),
    'kid with a path': forge({ ...hs256, kid: '../../../dev/null' }, claims, ''),
    'kid with SQL': forge({ ...hs256, kid: "' union select 'x" }, claims, 'x'),
    jku: forge({ ...hs256, jku: 'https://evil.example/keys' }, claims, 'evil'),
    x5u: forge({ ...hs256, x5u: 'https://evil.example/cert' }, claims, 'evil'),
    'jwk in the header': forge({ ...hs256, jwk: { kty: 'oct', k: encode('evil') } }, claims, 'evil'),
    'an unknown critical header': forge({ ...hs256, crit: ['evil'], evil: true }, claims),
    'an empty signature': `${head}.${body}.`,
    'a cut signature': valid.slice(0, -4),
    'no signature': `${head}.${body}`,
    'one part': head,
    nothing: '',
    'only dots': '..',
    'an extra part': `${valid}.${signature}`,
    'a trailing dot': `${valid}.`,
    'a leading dot': `.${valid}`,
    'other claims under the same signature': `${head}.${encode({ ...claims, sub: 'conv_b' })}.${signature}`,
    'a body that is not base64': `${head}.%%%.${signature}`,
    'a body that is not JSON': forge(hs256, 'not json'),
    'a list as body': forge(hs256, [claims]),
    'null as body': forge(hs256, 'null'),
    'a megabyte': `${head}.${'a'.repeat(1_000_000)}.${signature}`,
    'line breaks inside': valid.replace('.', '.\n'),
  };

  it('is only ever compared with one that is accepted', async () => {
    expect(await tokens.verify(valid)).toBeDefined();
  });

  it.each(Object.entries(forgeries))('is refused: %s', async (_, token) => {
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await tokens.verifyStale(token)).toBeUndefined();
  });
});

describe('A603 claims that do not hold', () => {
  const { tokens, claims, clock } = setUp();
  const now = Math.floor(clock.now() / 1000);
  const changed: Record<string, object> = {
    'exp in the past': { exp: now - 61 },
    'exp missing': { exp: undefined },
    'exp of 1e20': { exp: 1e20 },
    'exp as text': { exp: String(now + 3600) },
    'exp before iat': { iat: now + 30, exp: now },
    'a life of years': { exp: now + 10 * 365 * 86_400 },
    'exp null': { exp: null },
    'exp negative': { exp: -1 },
    'iat in the future': { iat: now + 3600, exp: now + 7200 },
    'iat missing': { iat: undefined },
    'nbf in the future': { nbf: now + 3600 },
    'another issuer': { iss: 'https://evil.example' },
    'no issuer': { iss: undefined },
    'no conversation': { sub: undefined },
    'a conversation that is no id': { sub: '../conv_a' },
    'no widget': { wid: undefined },
    'vb as text': { vb: 'true' },
  };

  it.each(Object.entries(changed))('are refused: %s', async (_, change) => {
    expect(await tokens.verify(forge({ alg: 'HS256' }, { ...claims, ...change }))).toBeUndefined();
  });
});
