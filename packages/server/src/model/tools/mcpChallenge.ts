import { parseAddress } from '@sotto/widget-core/internal/server';

/** What a server requires from its callers (RFC 6750, 3; RFC 9728, 5.1). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
  readonly error?: string | undefined;
}

/** A scheme, or a parameter with its value (RFC 9110, 11.3). */
const PART = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g;

/** The bearer challenge of a `WWW-Authenticate` header, which may also contain challenges of other schemes. */
export function readChallenge(header: string | undefined): Challenge {
  const found = new Map<string, string>();
  let isToken = false;
  for (const [, word = '', quoted, plain] of (header ?? '').matchAll(PART)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    const name = word.toLowerCase();
    if (value === undefined) isToken = name === 'bearer' || name === 'dpop';
    else if (isToken && value !== '' && !found.has(name)) found.set(name, value);
  }
  return {
    resourceMetadataUrl: parseAddress(found.get('resource_metadata') ?? ''),
    scope: found.get('scope'),
    error: found.get('error'),
  };
}
