/**
 * Whether something is an object or array of plain data, whose members can be compared. Elements, dates and files are
 * compared by identity.
 */
export function isPlainData(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

/**
 * Whether two values say the same, however often they were written anew.
 *
 * @param isSameFunction - settings count two functions as the same, because the newest one is called anyway
 */
export function isSameValue(
  one: unknown,
  other: unknown,
  isSameFunction: (one: unknown, other: unknown) => boolean = Object.is,
): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'function' && typeof other === 'function') return isSameFunction(one, other);
  if (!isPlainData(one) || !isPlainData(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name], isSameFunction))
  );
}
