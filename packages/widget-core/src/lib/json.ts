import * as v from 'valibot';

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object, such as the metadata of messages and conversations. */
export type JsonObject = { [key: string]: Json };

/** Keys that can modify prototypes: refused wherever foreign objects are read. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value is plain JSON data without keys that can modify prototypes. The caller sets the depth limit. */
export function isJson(value: unknown, maxDepth = 32): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || maxDepth <= 0) return false;
  if (Array.isArray(value)) return value.every((entry) => isJson(entry, maxDepth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.entries(value).every(([key, entry]) => !FORBIDDEN_KEYS.has(key) && isJson(entry, maxDepth - 1));
}

/** Schema of any JSON value, at most 32 levels deep, without prototype keys. */
export const jsonSchema: v.GenericSchema<unknown, Json> = v.custom<Json>(
  (value) => isJson(value),
  'Expected JSON data',
);

/** Schema of a JSON object, at most 8 levels deep (contract 1.5, `meta`). */
export const jsonObjectSchema = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value, 9),
  'Expected a JSON object of at most 8 levels',
);

/** Parses JSON; undefined if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
