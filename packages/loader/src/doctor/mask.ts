/** Keys whose values describe an outcome, not a message or a person. */
const OPEN_KEYS = /^(type|code|reason|status|layout|scheme|language|as|position|theme|colorScheme|target|event)$/;
/** Data from a page, a visitor or a function: not even its keys are shown. */
const PRIVATE_KEYS = /^(meta|contact|args|data|value|result|functions|notifications)$/;
/** Maximum depth that is shown. */
const DEPTH_MAX = 5;
const LIST_MAX = 20;

/**
 * Masks a message or a setting for display: keeps its structure, numbers and booleans, and only the length of texts.
 *
 * Texts under protocol keys (`reason`, `status`, …) are kept if they are one short word. `meta`, `contact`, arguments
 * and results are reduced to their size.
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
