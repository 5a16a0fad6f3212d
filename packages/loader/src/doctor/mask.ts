/** Keys whose texts describe an outcome, never a message or a person. */
const OPEN_KEYS = /^(type|code|reason|status|layout|scheme|language|as|position|theme|colorScheme|target|event)$/;
/** What a page, a person or a function gave: not even its keys are shown. */
const PRIVATE_KEYS = /^(meta|contact|args|data|value|result|functions|notifications)$/;
/** Deeper than this nothing is shown: a log is for looking, not for keeping. */
const DEPTH_MAX = 5;
const LIST_MAX = 20;

/**
 * What may be shown and copied of a message or a setting: its shape, numbers and switches; of texts only the length.
 *
 * Texts under the keys of the protocol (`reason`, `status`, …) stay when they are one short word. Of `meta`, `contact`,
 * arguments and results only the size is shown.
 */
export function mask(value: unknown, key = '', depth = 0): unknown {
  if (typeof value === 'string')
    return OPEN_KEYS.test(key) && /^[\w.-]{1,40}$/.test(value) ? value : `‹text, ${value.length}›`;
  if (typeof value === 'function') return '‹function›';
  if (typeof value !== 'object' || value === null) return value;
  if (PRIVATE_KEYS.test(key) || depth >= DEPTH_MAX)
    return Array.isArray(value) ? `‹list, ${value.length}›` : `‹object, ${Object.keys(value).length}›`;
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((one) => mask(one, '', depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one, name, depth + 1)]));
}
