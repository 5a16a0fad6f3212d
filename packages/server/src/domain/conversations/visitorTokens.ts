import { createECDH, hkdfSync } from 'node:crypto';
import { createId, type Clock } from '@sotto/widget-core/api';
import { calculateJwkThumbprint, importJWK, SignJWT, type JWK } from 'jose';

/** How long a token is good for, in seconds: it is made for one call. */
const LIFE_SECONDS = 60;

/** Tokens that identify the visitor to a server of the Model Context Protocol. */
export interface VisitorTokens {
  /**
   * A JWT (ES256): `iss` names the account that vouches for the visitor, `sub` is the subject of its proof, `aud` the
   * origin of the server. A verifier must check all three: subjects of two accounts may have the same name.
   */
  sign(accountId: string, subject: string, audience: string): Promise<string>;
  /** The keys to check them with, as a JSON Web Key Set (RFC 7517). */
  keys(): Promise<{ keys: JWK[] }>;
}

/**
 * Tokens under a key that is derived (HKDF, RFC 5869) from the server's secret: all processes have the same one, and
 * none is stored.
 *
 * @param issuer - address of this server, without a slash at the end
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

/** The first of these numbers that is a private key of P-256: nearly every one is. */
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
