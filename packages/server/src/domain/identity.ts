import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, Contact } from '@sotto/widget-core/api';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import { ApiError } from '../apiError';
import type { ContactFields } from '../db/queries/contacts';
import type { Widget } from '../db/queries/widgets';

/** Longest time a proof may be good for, in seconds (threat A607: 24 hours). */
const LONGEST_LIFE_SECONDS = 86_400;
/** How far clocks may differ, in seconds. */
const LEEWAY_SECONDS = 60;

const claimsSchema = v.object({
  /** What the host calls this visitor. */
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  exp: v.number(),
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
  phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
});

/** What the host's backend vouches for. */
export type Vouched = ContactFields & { readonly externalId: string };

/**
 * What a widget's host vouches for, in one of two forms: a JWT signed with the widget's key (HS256; `sub`, and `exp` at most a day ahead), or the
 * hexadecimal HMAC-SHA256 of the visitor's mail address under that key.
 *
 * @returns undefined when the visitor brings no proof, or the widget has no key: then everything is a claim
 * @throws ApiError 403 for a proof that is none
 */
export async function readIdentity(widget: Pick<Widget, 'identitySecret'>, contact: Contact | undefined, clock: Clock): Promise<Vouched | undefined> {
  const { identity, email } = contact ?? {};
  if (identity === undefined || widget.identitySecret === null) return undefined;
  const vouched = /^[0-9a-f]{64}$/i.test(identity) ? readDigest(widget.identitySecret, identity, email?.trim()) : await readToken(widget.identitySecret, identity, clock);
  if (!vouched) throw new ApiError('NOT_AUTHORIZED', 'The proof of who is asking is not valid');
  return vouched;
}

function readDigest(secret: string, digest: string, email: string | undefined): Vouched | undefined {
  if (email === undefined || email === '') return undefined;
  const expected = createHmac('sha256', secret).update(email).digest();
  return timingSafeEqual(expected, Buffer.from(digest, 'hex')) ? { externalId: email, email } : undefined;
}

async function readToken(secret: string, token: string, clock: Clock): Promise<Vouched | undefined> {
  try {
    const now = clock.now();
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'], clockTolerance: LEEWAY_SECONDS, currentDate: new Date(now) });
    const claims = v.safeParse(claimsSchema, payload);
    if (!claims.success || claims.output.exp > now / 1000 + LONGEST_LIFE_SECONDS + LEEWAY_SECONDS) return undefined;
    const { sub: externalId, name, email, phone } = claims.output;
    return { externalId, name, email, phone };
  } catch {
    return undefined;
  }
}
