import type { KeyScope } from '@sotto/hub-api';
import { ApiError } from '../lib/apiError';

/** Where the calls of an area begin, below `/v1`; the first that fits counts. */
const AREAS: readonly (readonly [RegExp, 'chat' | 'visitors' | 'build' | 'account' | 'operator'])[] = [
  [/^operator\//, 'operator'],
  [/^integration\/widget\/[^/]+\/(?:session\/create|config)$/, 'chat'],
  [
    /^conversation\/[^/]+\/(?:complete|abort|live|unfurl|session|speech|attachment|contact\/upsert|message\/(?:create|list|[^/]+\/synthesize))/,
    'chat',
  ],
  [/^channel\//, 'chat'],
  [/^(?:conversation|contact|inbox|insights|label|subject|vote|webhook)\b/, 'visitors'],
  [/^(?:integration|skillset|dataset|bot|blueprint|check|hub|file|unfurl)\b/, 'build'],
];

/** GraphQL: each field needs the scope of the call that it stands for (`graphql/resolvers.ts`). */
const GRAPHQL = /\/graphql$/;

/**
 * The scope that a call of a program needs; undefined for one whose parts need their own. What is in no area belongs to
 * the account itself.
 */
export function scopeOf(method: string, path: string): KeyScope | undefined {
  if (GRAPHQL.test(path)) return undefined;
  const call = path.replace(/^\/(?:api\/)?v1\//, '');
  const area = AREAS.find(([pattern]) => pattern.test(call))?.[1] ?? 'account';
  const isRead = method === 'GET' || call.endsWith('/export');
  return area === 'chat' || area === 'operator' ? area : `${area}:${isRead ? 'read' : 'write'}`;
}

/** Whether a call is about what somebody builds, and about no other person and no secret. */
export function isOwnWork(path: string): boolean {
  return GRAPHQL.test(path) || (scopeOf('GET', path) === 'build:read' && !/\/(?:identity|mcp|secret)\//.test(path));
}

/** @throws ApiError 403 for a key that was not made for what needs this scope. @param scopes - null: a key without limits */
export function requireScope(scopes: readonly string[] | null, needed: KeyScope | undefined): void {
  if (scopes !== null && needed !== undefined && !scopes.includes(needed))
    throw new ApiError('NOT_AUTHORIZED', `This key may not do that: it has no scope ${needed}`);
}
