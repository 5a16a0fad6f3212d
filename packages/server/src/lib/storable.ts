import { ApiError } from './apiError';

/**
 * Normalizes a JSON value for storage in any database: removes NUL and replaces lone surrogates.
 *
 * @throws ApiError 400 if it is nested deeper than `depth`
 */
export function toStorable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new ApiError('BAD_REQUEST', 'The body is nested too deeply');
  if (Array.isArray(value)) return value.map((entry) => toStorable(entry, depth - 1));
  // `fromEntries` defines own properties, so a `__proto__` in the body is data and is rejected by the schemas.
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [toStorableText(key), toStorable(entry, depth - 1)]),
  );
}

function toStorableText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}
