import { version } from 'react';

/** React 18 passes unknown attributes as text, so true and false would both be wrong. */
const KNOWS_INERT = Number.parseInt(version, 10) >= 19;

/**
 * The attribute that makes an element inert while something is above it, in the form this version of React expects.
 */
export function inertWhen(isInert: boolean): { readonly inert: boolean } {
  return { inert: KNOWS_INERT ? isInert : ((isInert ? '' : undefined) as unknown as boolean) };
}
