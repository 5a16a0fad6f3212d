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
  [/^(?:integration|skillset|dataset|bot|blueprint|hub|file|unfurl)\b/, 'build'],
];

/** The scope that a call of a program needs. What is in no area belongs to the account itself. */
export function scopeOf(method: string, path: string): KeyScope {
  const call = path.replace(/^\/(?:api\/)?v1\//, '');
  const area = AREAS.find(([pattern]) => pattern.test(call))?.[1] ?? 'account';
  return area === 'chat' || area === 'operator' ? area : `${area}:${method === 'GET' ? 'read' : 'write'}`;
}

/** Whether a call is about what somebody builds, and about no other person and no secret. */
export function isOwnWork(path: string): boolean {
  return GRAPHQL.test(path) || (scopeOf('GET', path) === 'build:read' && !/\/(?:identity|mcp|secret)\//.test(path));
}

/** Questions to GraphQL read from every area, and may change things where the operator lets them. */
const GRAPHQL = /\/graphql$/;
const GRAPHQL_SCOPES: readonly KeyScope[] = ['visitors:read', 'build:read', 'build:write', 'account:read'];

/** @throws ApiError 403 for a key that was not made for this call */
export function requireScope(
  scopes: readonly string[] | null,
  { method, path }: { readonly method: string; readonly path: string },
): void {
  if (scopes === null) return;
  const needed = GRAPHQL.test(path) ? GRAPHQL_SCOPES : [scopeOf(method, path)];
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new ApiError('NOT_AUTHORIZED', `This key may not do that: it has no scope ${missing.join(', ')}`);
}
