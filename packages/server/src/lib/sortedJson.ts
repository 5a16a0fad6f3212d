import type { Json } from '@sotto/widget-core/api';

/** The same value with the keys of its objects sorted, so that equal values have equal texts and digests. */
export function sortedJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sortedJson(inner)]),
  );
}
