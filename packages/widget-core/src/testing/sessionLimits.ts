import * as v from 'valibot';
import { sessionCreateRequestSchema } from '../api/requests';
import type { Json } from '../lib/json';

/** What a server takes at session creation (contract 1.5). */
export function isWithinSessionLimits(body: Record<string, Json> | undefined): boolean {
  const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
  return (
    v.safeParse(sessionCreateRequestSchema, body ?? {}).success &&
    bytes(body?.['messages'] ?? []) <= 65_536 &&
    bytes(body?.['meta'] ?? {}) <= 16_384
  );
}
