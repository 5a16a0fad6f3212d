import { createECDH, hkdfSync } from 'node:crypto';
import { createId, type Clock } from '@sotto/widget-core/api';
import { calculateJwkThumbprint, importJWK, SignJWT, type JWK } from 'jose';

/** Validity of a token in seconds; it is created for one call. */
const LIFE_SECONDS = 60;

/** Tokens that identify the visitor to a server of the Model Context Protocol. */
export interface VisitorTokens {
  /**
   * A JWT (ES256): `iss` is the account that verifies the visitor, `sub` the subject of the proof, `aud` the origin
   * of the server. All three must be checked, because subjects of different accounts may have the same name.
   */
  sign(accountId: string, subject: string, audience: string): Promise<string>;
  /** Public keys as a JSON Web Key Set (RFC 7517). */
  keys(): Promise<{ keys: JWK[] }>;
}

/**
 * Tokens with a key derived (HKDF, RFC 5869) from the server's secret: the same in all processes, and never stored.
 *
 * @param issuer - address of this server, without a trailing slash
 */
export function createVisitorTokens(secret: string, issuer: () => string, clock: Clock): VisitorTokens {
  let made: Promise<{ publicKey: JWK; privateKey: Parameters<SignJWT['sign']>[0] }> | undefined;
  const keys = () => (made ??= makeKeys(secret));
  return {
    async sign(accountId, subject, audience) {
      const { publicKey, privateKey } = await keys();
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ sub: subject })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: publicKey.kid ?? '' })
        .setIssuer(`${issuer()}/accounts/${accountId}`)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFE_SECONDS)
        .setJti(createId('jti', clock))
        .sign(privateKey);
    },
    keys: async () => ({ keys: [(await keys()).publicKey] }),
  };
}

async function makeKeys(secret: string) {
  const [scalar, point] = derive(secret);
  const coordinates = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey: JWK = { ...coordinates, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(coordinates) };
  const privateKey = await importJWK({ ...coordinates, d: scalar.toString('base64url') }, 'ES256');
  return { publicKey, privateKey };
}

/** The first of these numbers that is a valid P-256 private key; nearly all are. */
function derive(secret: string): [key: Buffer, point: Buffer] {
  for (let count = 0; ; count += 1) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `sotto visitor tokens ${String(count)}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(key);
    } catch {
      continue;
    }
    return [key, curve.getPublicKey()];
  }
}
