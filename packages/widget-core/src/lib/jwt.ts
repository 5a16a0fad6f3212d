import * as v from 'valibot';
import { attempt } from './attempt';
import { parseJson } from './json';

const claimsSchema = v.object({ exp: v.nullish(v.number()), iat: v.nullish(v.number()) });

/** When a token was made and when it ends, in seconds since the epoch (RFC 7519). */
export interface TokenTimes {
  readonly exp: number;
  readonly iat: number | undefined;
}

/** Reads the times of a signed token and verifies nothing. Undefined for anything without a readable `exp`. */
export function readTokenTimes(token: string): TokenTimes | undefined {
  const claims = v.safeParse(claimsSchema, readPayload(token));
  if (!claims.success || typeof claims.output.exp !== 'number' || !Number.isFinite(claims.output.exp)) return undefined;
  return { exp: claims.output.exp, iat: claims.output.iat ?? undefined };
}

/** Reads whom a signed token is about (`sub`, RFC 7519) and verifies nothing. Undefined for anything without one. */
export function readTokenSubject(token: string): string | undefined {
  const claims = v.safeParse(v.object({ sub: v.string() }), readPayload(token));
  return claims.success ? claims.output.sub : undefined;
}

function readPayload(token: string): unknown {
  const payload = token.split('.')[1];
  const text =
    payload === undefined ? undefined : attempt(() => atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return text === undefined ? undefined : parseJson(text);
}
