import { version } from 'react';

/** React 18 passes attributes it does not know through as text: true and false would both be wrong there. */
const KNOWS_INERT = Number.parseInt(version, 10) >= 19;

/** The attribute that keeps a part out of reach while something stands above it, as this React writes it. */
export function inertWhen(isInert: boolean): { readonly inert: boolean } {
  return { inert: KNOWS_INERT ? isInert : ((isInert ? '' : undefined) as unknown as boolean) };
}
