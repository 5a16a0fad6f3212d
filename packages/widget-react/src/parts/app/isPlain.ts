/** Maximum length of a message, keys and texts together, in characters. */
const LENGTH_MAX = 262_144;
/** Maximum number of values in a message. */
const VALUES_MAX = 10_000;
/** Maximum depth of a message. */
const DEPTH_MAX = 32;
const PROTOTYPES = ['__proto__', 'constructor', 'prototype'];

/**
 * Whether a message is plain data within the limits. Iterative, so that no depth overflows the stack; cycles end at
 * the depth limit.
 *
 * The frame's protocol has a similar check (`payloadProblem`). Sharing it would add 1 KiB to every React import,
 * while this one is loaded with an app.
 */
export function isPlain(message: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: message, depth: 1 }];
  let length = 0;
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    values += 1;
    if (typeof value === 'string') length += value.length;
    else if (typeof value === 'object' && value !== null) {
      if (depth > DEPTH_MAX || !(Array.isArray(value) ? value.length <= VALUES_MAX : isRecord(value))) return false;
      for (const [key, inner] of Object.entries(value)) {
        if (PROTOTYPES.includes(key)) return false;
        length += key.length;
        open.push({ value: inner, depth: depth + 1 });
      }
    } else if (value != null && typeof value !== 'boolean' && typeof value !== 'number') return false;
    if (length > LENGTH_MAX || values + open.length > VALUES_MAX) return false;
  }
  return true;
}

function isRecord(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}
