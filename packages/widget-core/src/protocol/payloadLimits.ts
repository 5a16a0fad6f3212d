/** Maximum size of a payload, in bytes of JSON. Contract 2.2. */
export const PAYLOAD_MAX_BYTES = 262_144;
/** Maximum nesting of a payload, in levels. Contract 2.2. */
export const PAYLOAD_MAX_DEPTH = 32;
/** Maximum number of values in a payload, including arrays and objects. Contract 2.2. */
export const PAYLOAD_MAX_NODES = 10_000;

/** Why a payload is refused: it is not plain data, or too large. */
export type PayloadProblem = 'bad_payload' | 'too_large';

/**
 * Checks a payload before any other code reads it.
 *
 * Uses a list instead of recursion, so that deep nesting cannot overflow the stack; a cycle ends at the depth limit.
 * Only plain data passes: JSON values, undefined and `File` (files have their own limits and count no bytes here). Keys
 * that reach into prototypes are refused rather than dropped, because they are never accidental.
 *
 * @returns undefined if the payload is allowed
 */
export function payloadProblem(payload: unknown): PayloadProblem | undefined {
  const encoder = new TextEncoder();
  const open: { value: unknown; depth: number }[] = [{ value: payload, depth: 1 }];
  let bytes = 0;
  let nodes = 0;

  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    nodes += 1;
    if (typeof value === 'string') {
      if (value.length > PAYLOAD_MAX_BYTES) return 'too_large';
      bytes += encoder.encode(JSON.stringify(value)).length;
    } else if (typeof value === 'object' && value !== null) {
      if (isFile(value)) continue;
      if (depth > PAYLOAD_MAX_DEPTH) return 'too_large';
      if (!Array.isArray(value) && !isPlainObject(value)) return 'bad_payload';
      // A sparse array of a billion items has no entries to walk, but its copy would.
      const size = Array.isArray(value) ? value.length : Object.keys(value).length;
      if (nodes + open.length + size > PAYLOAD_MAX_NODES) return 'too_large';
      for (const [key, entry] of Object.entries(value)) {
        if (key === '__proto__' || key === 'constructor' || key === 'prototype') return 'bad_payload';
        bytes += key.length + 4;
        open.push({ value: entry, depth: depth + 1 });
      }
    } else {
      if (!isLeaf(value)) return 'bad_payload';
      bytes += 4;
    }
    if (bytes > PAYLOAD_MAX_BYTES) return 'too_large';
  }
  return undefined;
}

function isLeaf(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'boolean' || Number.isFinite(value);
}

function isFile(value: object): boolean {
  return typeof File === 'function' && value instanceof File;
}

/** Also accepts objects of another window's realm, whose prototype is the end of a chain as well. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
