/**
 * Values in pieces of one size, counted from the first, so that one more at the end changes the last piece only. Pieces
 * that say the same keep their identity.
 */
export function toSteadyPieces<Value>(
  values: readonly Value[],
  size: number,
  before: readonly (readonly Value[])[],
): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const from = index * size;
    const length = Math.min(size, values.length - from);
    const old = before[index];
    return old?.length === length && old.every((value, place) => value === values[from + place])
      ? old
      : values.slice(from, from + length);
  });
}
