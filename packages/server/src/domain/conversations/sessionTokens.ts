import { randomBytes } from 'node:crypto';
import { createId, idSchema, type Clock } from '@sotto/widget-core/api';
import { compactVerify, SignJWT } from 'jose';
import * as v from 'valibot';

/** Allowed clock difference, in seconds (contract 1.2). */
const LEEWAY_SECONDS = 60;
/** Maximum validity of a token, in seconds (contract 5.2). */
const LONGEST_LIFE_SECONDS = 86_400;
/** Upper limit for the length of a token. */
const LONGEST_TOKEN = 2_048;

const secondsSchema = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e11));

/** Strict: an unknown claim such as `nbf` could have a meaning we ignore. */
export const claimsSchema = v.strictObject({
  iss: v.string(),
  /** Conversation. */
  sub: idSchema,
  /** Widget. */
  wid: idSchema,
  iat: secondsSchema,
  exp: secondsSchema,
  jti: v.string(),
  /** Verbose: the session receives the bot's steps. */
  vb: v.boolean(),
  /** Tool results: the session also receives inputs and outputs of tools, regardless of the widget's setting. */
  tr: v.exactOptional(v.boolean()),
  /** Origin of the requesting page; undefined for callers other than browsers. */
  org: v.exactOptional(v.string()),
  /** Digest of the verified subject (`digestOfSubject`); undefined for anonymous visitors. */
  vis: v.exactOptional(v.string()),
  /** Challenge of the browser session that started this anonymous conversation. */
  chl: v.exactOptional(v.string()),
  /** Whether it was created for the account's own program, which is responsible for its visitor. */
  own: v.exactOptional(v.literal(true)),
  /** Use of the link of a mail that this session comes from (`linkUses` of the conversation). */
  lnk: v.exactOptional(v.number()),
});

/** The claims of a session token (contract 5.2). Times in seconds, as RFC 7519 has them. */
export type SessionClaims = v.InferOutput<typeof claimsSchema>;

/** Contents of a new token. */
export interface NewSession {
  readonly conversationId: string;
  readonly widgetId: string;
  readonly isVerbose: boolean;
  readonly seesToolResults?: boolean;
  readonly lifeSeconds: number;
  readonly origin?: string | undefined;
  /** The verified subject, and when its proof becomes too old, in milliseconds since the epoch. */
  readonly visitor?: { readonly digest: string; readonly provenUntil?: number | undefined } | undefined;
  readonly challenge?: string | undefined;
  readonly isTrusted?: boolean;
  readonly linkUse?: number;
}

/** Signs and verifies the tokens that give a browser access to one conversation. */
export interface SessionTokens {
  /** Claims of a new token. */
  claimsFor(session: NewSession): SessionClaims;
  sign(claims: SessionClaims): Promise<string>;
  /** The claims of a valid token; undefined for anything else. */
  verify(token: string): Promise<SessionClaims | undefined>;
  /**
   * Claims of a token signed by this server, even if it has expired; only as proof for a renewal. Undefined for sessions
   * of a mail's link: they end, and another use of the link makes the next one.
   */
  verifyStale(token: string): Promise<SessionClaims | undefined>;
}

/** A new signing key: 256 random bits as base64url text. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Tokens signed with HS256 and a single key.
 *
 * Only that algorithm and key are used: `alg`, `kid`, `jku` and `x5u` of a token are ignored.
 *
 * @param secret - at least 32 characters
 * @param issuer - the server's origin; tokens of other issuers are refused, except as proof for a renewal
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
      linkUse,
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
        ...(linkUse !== undefined && { lnk: linkUse }),
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
    async verifyStale(token) {
      const claims = await readClaims(token);
      return claims?.lnk === undefined ? claims : undefined;
    },
  };
}
