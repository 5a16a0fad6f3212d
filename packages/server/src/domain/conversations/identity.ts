import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock, Contact } from '@sotto/widget-core/api';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Vault } from '../../accounts/vault';
import { ApiError } from '../../lib/apiError';
import { toStorable } from '../../lib/storable';
import type { ContactFields } from '../../db/queries/conversations/contactQueries';
import type { ProvenClaims } from '../../db/schema';
import type { Widget } from '../../db/queries/hub/widgetQueries';

/** The error for a visitor without a required proof. */
export const PROOF_NEEDED = 'This chat requires a verified visitor';
/** Maximum validity of a proof, in seconds (threat A607: 24 hours). */
const LONGEST_LIFE_SECONDS = 86_400;
/** When HMACs are no longer accepted, in milliseconds since the epoch: they are for sites that move from another chat. */
export const HMAC_ENDS = Date.UTC(2028, 0, 1);
/** Allowed clock difference, in seconds. */
const LEEWAY_SECONDS = 60;

/** Maximum number of additional claims, and maximum length of their texts in characters. */
const CLAIMS_MAX = 30;
const CLAIM_MAX_LENGTH = 500;
/** Maximum nesting of claims. */
const CLAIM_DEPTH = 64;
/** Claims that belong to the token or are handled separately. */
const OWN_CLAIMS = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'name', 'email', 'phone']);

const claimsSchema = v.object({
  /** The visitor's id in the host's system. */
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  exp: v.number(),
  iat: v.optional(v.number()),
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
  phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
});

/** Identity verified by the host's backend. */
export interface Proof {
  /** The visitor's id in the host's system. */
  readonly subject: string;
  /** Name, email and phone, if given. */
  readonly fields: Pick<ContactFields, 'name' | 'email' | 'phone'>;
  /** Additional claims, for requests of abilities. */
  readonly visitor: ProvenClaims;
  /** Creation time in milliseconds since the epoch; the current time if the proof has none. */
  readonly madeAt: number;
}

/**
 * Represents a subject in tokens, which browsers store: distinguishes subjects of a widget without revealing them.
 */
export function digestOfSubject(widgetId: string, subject: string): string {
  return createHash('sha256').update(`${widgetId} ${subject}`).digest('base64url').slice(0, 22);
}

/** Vault location of a widget's identity key. */
export function identityPlace(widgetId: string): string {
  return `${widgetId} identity`;
}

/**
 * Verifies an identity proof in one of two forms: a JWT signed with the widget's key (HS256; with `sub`, and `exp` at
 * most a day ahead), or the hexadecimal HMAC-SHA256 of the visitor's email address. The latter has no timestamp, so
 * widgets that require proofs younger than a day refuse it, and from `HMAC_ENDS` on all do.
 *
 * @returns undefined without a proof, or if the widget has no key: then all details are unverified
 * @throws ApiError 403 for an invalid proof, one older than the widget allows, or one without a required time
 */
export async function readIdentity(
  widget: Pick<Widget, 'id' | 'identitySecret' | 'identityFreshnessMs'>,
  contact: Contact | undefined,
  { clock, vault }: { readonly clock: Clock; readonly vault: Vault },
): Promise<Proof | undefined> {
  const { identity, email } = contact ?? {};
  if (identity === undefined || widget.identitySecret === null) return undefined;
  const isDigest = /^[0-9a-f]{64}$/i.test(identity);
  if (isDigest && widget.identityFreshnessMs < LONGEST_LIFE_SECONDS * 1000)
    throw new ApiError(
      'NOT_AUTHORIZED',
      'This chat requires a recent proof of identity. An HMAC has no timestamp: send a signed token (JWT)',
    );
  if (isDigest && clock.now() >= HMAC_ENDS)
    throw new ApiError(
      'NOT_AUTHORIZED',
      'An HMAC is no longer accepted as proof of identity: send a signed token (JWT)',
    );
  const secret = vault.openOrPlain(widget.identitySecret, identityPlace(widget.id));
  const proof =
    secret === undefined
      ? undefined
      : isDigest
        ? readDigest(secret, identity, email?.trim(), clock)
        : await readToken(secret, identity, clock);
  if (!proof) throw new ApiError('NOT_AUTHORIZED', 'The proof of the visitor’s identity is not valid');
  if (clock.now() - proof.madeAt > widget.identityFreshnessMs)
    throw new ApiError('NOT_AUTHORIZED', 'The proof of the visitor’s identity is too old');
  return proof;
}

function readDigest(secret: string, digest: string, email: string | undefined, clock: Clock): Proof | undefined {
  if (email === undefined || email === '') return undefined;
  const expected = createHmac('sha256', secret).update(email).digest();
  return timingSafeEqual(expected, Buffer.from(digest, 'hex'))
    ? { subject: email, fields: { email }, visitor: { email, claims: {} }, madeAt: clock.now() }
    : undefined;
}

async function readToken(secret: string, token: string, clock: Clock): Promise<Proof | undefined> {
  try {
    const now = clock.now();
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(now),
    });
    // Dropping characters that cannot be stored could turn it into another subject.
    if (!isDeepStrictEqual(toStorable(payload, CLAIM_DEPTH), payload)) return undefined;
    const claims = v.safeParse(claimsSchema, payload);
    if (!claims.success || claims.output.exp > now / 1000 + LONGEST_LIFE_SECONDS + LEEWAY_SECONDS) return undefined;
    const { sub: subject, iat, name, email, phone } = claims.output;
    return {
      subject,
      fields: { name, email, phone },
      visitor: { ...(email !== undefined && { email }), claims: furtherClaims(payload) },
      madeAt: Math.min(now, (iat ?? Infinity) * 1000),
    };
  } catch {
    return undefined;
  }
}

/** Strings, numbers and booleans; other claims cannot be used in requests. */
function furtherClaims(payload: Readonly<Record<string, unknown>>): ProvenClaims['claims'] {
  const kept = Object.entries(payload).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (OWN_CLAIMS.has(name) || !/^[A-Za-z_][\w-]{0,63}$/.test(name)) return [];
    if (typeof value === 'string') return value.length <= CLAIM_MAX_LENGTH ? [[name, value]] : [];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  return Object.fromEntries(kept.slice(0, CLAIMS_MAX));
}
