import { FORBIDDEN_KEYS } from './json';

const MAX_DEPTH = 32;

/** Whether a value is a plain object rather than an array, a date or an element. Objects of other windows count too. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/**
 * Merges settings into a new object: plain objects are merged key by key, other values replace the previous ones.
 *
 * Keys that are `undefined` change nothing. `__proto__`, `constructor` and `prototype` are removed at every level, so
 * that foreign settings cannot modify a prototype. Levels deeper than 32 are removed.
 */
export function safeMerge(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return merge(base, over, MAX_DEPTH);
}

function merge(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
  depth: number,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  if (depth <= 0) return merged;
  for (const source of [base, over]) {
    for (const [key, value] of Object.entries(source)) {
      if (value === undefined || FORBIDDEN_KEYS.has(key)) continue;
      const before = merged[key];
      merged[key] = isPlainObject(value) ? merge(isPlainObject(before) ? before : {}, value, depth - 1) : value;
    }
  }
  return merged;
}
