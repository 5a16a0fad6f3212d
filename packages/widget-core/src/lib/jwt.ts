import * as v from 'valibot';
import { attempt } from './attempt';
import { parseJson } from './json';

const claimsSchema = v.object({ exp: v.nullish(v.number()), iat: v.nullish(v.number()) });

/** When a token was issued and when it expires, in seconds since the epoch (RFC 7519). */
export interface TokenTimes {
  readonly exp: number;
  readonly iat: number | undefined;
}

/** Reads the times of a token without verifying it. Undefined without a readable `exp`. */
export function readTokenTimes(token: string): TokenTimes | undefined {
  const claims = v.safeParse(claimsSchema, readPayload(token));
  if (!claims.success || typeof claims.output.exp !== 'number' || !Number.isFinite(claims.output.exp)) return undefined;
  return { exp: claims.output.exp, iat: claims.output.iat ?? undefined };
}

/** Reads the subject of a token (`sub`, RFC 7519) without verifying it. Undefined if there is none. */
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
