/** Most elements inside each other. With each level the parser takes longer for the next. */
const MAX_DEPTH = 1_000;

/** @throws for more than 1,000 elements inside each other, of HTML or of an Office document */
export function refuseDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('Too many elements are inside each other');
}
