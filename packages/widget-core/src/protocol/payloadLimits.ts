/** Largest payload of one message, in bytes as JSON. Contract 2.2. */
export const PAYLOAD_MAX_BYTES = 262_144;
/** Deepest payload, in levels. Contract 2.2. */
export const PAYLOAD_MAX_DEPTH = 32;
/** Most values in one payload, containers counted. Contract 2.2. */
export const PAYLOAD_MAX_NODES = 10_000;

/** Why a payload may not cross: it is no plain data, or too much of it. */
export type PayloadProblem = 'bad_payload' | 'too_large';

/**
 * Looks at a payload before anything else does.
 *
 * Walks with a list instead of recursion, so that depth cannot overflow the stack; a cycle ends at the depth limit.
 * Only plain data passes: JSON values, undefined and `File` (files have limits of their own and no size here).
 * Keys that reach into prototypes are refused rather than dropped: nobody writes them by accident.
 *
 * @returns undefined when the payload may cross
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
      // A sparse array of a billion places has no entries to walk, yet a copy of it would have.
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

/** Also objects of another window's realm: their prototype is the end of a chain as well. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
