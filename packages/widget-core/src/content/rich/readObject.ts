import { parseDocument, isAlias, isCollection, isScalar, isMap, isSeq, type Node } from 'yaml';
import { MAX_RICH_SOURCE_LENGTH, MAX_VALUE_DEPTH } from '../contentLimits';

/** A YAML or JSON value whose objects have no prototype. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** Thrown for a value that is too large, too deep or uses forbidden syntax. */
class UnreadableValue extends TypeError {}

/**
 * Parses YAML 1.2 (core schema) or JSON, its subset.
 *
 * Tags, anchors, aliases and merges are refused, so that a small text can neither expand into a large value nor create
 * anything but plain data; `__proto__` is an ordinary key of an object without a prototype.
 *
 * @returns `undefined` if the text is invalid, too long or nested too deeply
 */
export function readPlainValue(source: string): { readonly value: PlainValue } | undefined {
  if (source.length > MAX_RICH_SOURCE_LENGTH || isTooDeep(source)) return undefined;
  try {
    const document = parseDocument(source, {
      schema: 'core',
      merge: false,
      strict: true,
      uniqueKeys: true,
      resolveKnownTags: false,
    });
    if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
    return { value: toPlain(document.contents, 0) };
  } catch {
    return undefined;
  }
}

/** Whether a value is an object rather than a list. */
export function isPlainObject(value: PlainValue | undefined): value is { readonly [key: string]: PlainValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toPlain(node: Node | null | undefined, depth: number): PlainValue {
  if (node === null || node === undefined) return null;
  if (depth > MAX_VALUE_DEPTH || isAlias(node) || node.tag?.startsWith('!') === true) throw new UnreadableValue();
  if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) throw new UnreadableValue();
  if (isScalar(node)) return toPlainScalar(node.value);
  if (isSeq(node)) return node.items.map((item) => toPlain(item as Node, depth + 1));
  if (!isMap(node)) throw new UnreadableValue();
  const object = Object.create(null) as Record<string, PlainValue>;
  for (const pair of node.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
    if (key === undefined || key === '<<') throw new UnreadableValue();
    object[key] = toPlain(pair.value as Node, depth + 1);
  }
  return object;
}

function toPlainScalar(value: unknown): PlainValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'bigint' || typeof value === 'number' ? value.toString() : JSON.stringify(value);
}

/** Checks the depth of brackets before the parser's own recursion reaches them. */
function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const character of source) {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_VALUE_DEPTH * 2) return true;
  }
  return /^(?: *- ){33,}/m.test(source) || /^ {200}/m.test(source);
}
