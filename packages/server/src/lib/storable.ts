import { ApiError } from './apiError';

/**
 * A value of JSON as every database stores it: without NUL, lone halves of surrogate pairs replaced.
 *
 * @throws ApiError 400 when it is nested deeper than `depth`
 */
export function toStorable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new ApiError('BAD_REQUEST', 'The body is nested too deeply');
  if (Array.isArray(value)) return value.map((entry) => toStorable(entry, depth - 1));
  // `fromEntries` defines own properties, so a `__proto__` of the body stays data and is refused by the schemas.
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [toStorableText(key), toStorable(entry, depth - 1)]),
  );
}

function toStorableText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}
