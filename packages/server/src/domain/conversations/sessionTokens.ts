import { randomBytes } from 'node:crypto';
import { createId, idSchema, type Clock } from '@sotto/widget-core/api';
import { compactVerify, SignJWT } from 'jose';
import * as v from 'valibot';

/** How far clocks may differ, in seconds (contract 1.2). */
const LEEWAY_SECONDS = 60;
/** Longest life of a token, in seconds (contract 5.2). */
const LONGEST_LIFE_SECONDS = 86_400;
/** No token of ours comes near this many characters. */
const LONGEST_TOKEN = 2_048;

const secondsSchema = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e11));

/** Strict: a claim that we never write, such as `nbf`, may mean something that we would not obey. */
const claimsSchema = v.strictObject({
  iss: v.string(),
  /** Conversation. */
  sub: idSchema,
  /** Widget. */
  wid: idSchema,
  iat: secondsSchema,
  exp: secondsSchema,
  jti: v.string(),
  /** Verbose: the session sees what the bot looks up. */
  vb: v.boolean(),
  /** Tool results: the session also sees inputs and outputs of tools, regardless of its widget's setting. */
  tr: v.exactOptional(v.boolean()),
  /** Origin of the requesting page; absent for callers that are no browsers. */
  org: v.exactOptional(v.string()),
  /** Visitor: the digest of the verified subject (`digestOfSubject`); absent for an anonymous one. */
  vis: v.exactOptional(v.string()),
  /** Challenge of the browser session that began this anonymous conversation. */
  chl: v.exactOptional(v.string()),
  /** Made for the account's own program, which answers for its visitor without a proof. */
  own: v.exactOptional(v.literal(true)),
});

/** The claims of a session token (contract 5.2). Times in seconds, as RFC 7519 has them. */
export type SessionClaims = v.InferOutput<typeof claimsSchema>;

/** What a new token is about. */
export interface NewSession {
  readonly conversationId: string;
  readonly widgetId: string;
  readonly isVerbose: boolean;
  readonly seesToolResults?: boolean;
  readonly lifeSeconds: number;
  readonly origin?: string | undefined;
  /** The verified subject, and the moment from which the proof counts as too old, in milliseconds since the epoch. */
  readonly visitor?: { readonly digest: string; readonly provenUntil?: number | undefined } | undefined;
  readonly challenge?: string | undefined;
  readonly isTrusted?: boolean;
}

/** Signs and verifies the tokens that give a browser access to one conversation. */
export interface SessionTokens {
  /** Claims of a token that begins now. */
  claimsFor(session: NewSession): SessionClaims;
  sign(claims: SessionClaims): Promise<string>;
  /** The claims of a valid token; undefined for anything else. */
  verify(token: string): Promise<SessionClaims | undefined>;
  /** The claims of a token that we once signed, even when it has ended: a proof for a renewal, nothing else. */
  verifyStale(token: string): Promise<SessionClaims | undefined>;
}

/** A new signing key: 256 random bits as base64url text. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Tokens signed with HS256 and one key.
 *
 * Only that algorithm and that key are ever tried: `alg`, `kid`, `jku`, `x5u` of a token choose nothing.
 *
 * @param secret - at least 32 characters
 * @param issuer - the server's origin; a token of another issuer is refused, except as proof for a renewal
 */
export function createSessionTokens(secret: string, issuer: () => string, clock: Clock): SessionTokens {
  const key = new TextEncoder().encode(secret);

  async function readClaims(token: string): Promise<SessionClaims | undefined> {
    if (token.length > LONGEST_TOKEN) return undefined;
    try {
      const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] });
      const claims = v.safeParse(claimsSchema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)));
      return claims.success ? claims.output : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    claimsFor({
      conversationId,
      widgetId,
      isVerbose,
      seesToolResults = false,
      lifeSeconds,
      origin,
      visitor,
      challenge,
      isTrusted = false,
    }) {
      const iat = Math.floor(clock.now() / 1000);
      const exp = Math.min(iat + lifeSeconds, Math.floor((visitor?.provenUntil ?? Infinity) / 1000));
      return {
        iss: issuer(),
        sub: conversationId,
        wid: widgetId,
        iat,
        exp,
        jti: createId('jti', clock),
        vb: isVerbose,
        ...(seesToolResults && { tr: true }),
        ...(origin !== undefined && { org: origin }),
        ...(visitor && { vis: visitor.digest }),
        ...(challenge !== undefined && { chl: challenge }),
        ...(isTrusted && { own: true as const }),
      };
    },
    sign: (claims) => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
    async verify(token) {
      const claims = await readClaims(token);
      const now = clock.now() / 1000;
      if (!claims || claims.iss !== issuer()) return undefined;
      const hasBegun = claims.iat <= now + LEEWAY_SECONDS;
      const isSane = claims.exp > claims.iat && claims.exp - claims.iat <= LONGEST_LIFE_SECONDS;
      return hasBegun && isSane && claims.exp > now - LEEWAY_SECONDS ? claims : undefined;
    },
    verifyStale: readClaims,
  };
}
