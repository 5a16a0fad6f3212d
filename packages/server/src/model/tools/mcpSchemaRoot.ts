import type { Json, JsonObject } from '@sotto/widget-core/api';

/** The types of JSON Schema. */
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
/** Limit of consecutive references, and of schemas merged for one tool. */
const REFERENCES_MAX = 32;
const PARTS_MAX = 200;

/**
 * Merges a schema into one object: model APIs reject references and alternatives at the top level (OpenAI: "must not
 * have at the top level"). It has the properties of all branches; only properties that every branch requires are
 * `required`.
 *
 * @returns undefined if it describes no object
 */
export function flattenRoot(given: JsonObject): JsonObject | undefined {
  const type = given['type'];
  if (type !== undefined && (isList(type) ? type.length !== 1 : type !== null) && !isOneObject(type)) return undefined;
  const flat = flatten(given, given, { left: PARTS_MAX });
  return flat && { ...flat, type: 'object' };
}

function isOneObject(type: Json): boolean {
  const types = typesOf(type);
  return types.length === 1 && types[0] === 'object';
}

function flatten(part: Json, root: JsonObject, budget: { left: number }): JsonObject | undefined {
  const given = part === true ? {} : part;
  budget.left -= 1;
  if (!isObject(given) || budget.left < 0) return undefined;
  const types = typesOf(given['type']);
  if (types.length > 0 && !types.includes('object')) return undefined;
  const { $ref, not: _, enum: __, const: ___, anyOf, oneOf, allOf, ...own } = given;
  const target = typeof $ref === 'string' ? follow($ref, root) : undefined;
  const always = [...(target === undefined ? [] : [target]), ...listOf(allOf)].map((each) =>
    flatten(each, root, budget),
  );
  // If one part is no object, nothing satisfies both.
  if (always.includes(undefined) && budget.left >= 0) return undefined;
  const choices = [anyOf, oneOf].map((list) => listOf(list).map((each) => flatten(each, root, budget)));
  if (choices.some((parts) => parts.length > 0 && parts.every((each) => each === undefined)) && budget.left >= 0)
    return undefined;
  const properties = new Map<string, Map<string, Json>>();
  for (const each of [...always, ...choices.flat()])
    for (const [name, inner] of Object.entries(propertiesOf(each))) add(properties, name, inner);
  const required = [
    ...always.flatMap((each) => textsIn(each?.['required'])),
    ...choices.flatMap((parts) => inAll(parts.flatMap((each) => (each ? [textsIn(each['required'])] : [])))),
  ];
  const words = [...always, {}].find((each) => each?.['description'] !== undefined)?.['description'];
  return {
    ...(words !== undefined && { description: words }),
    ...own,
    properties: {
      ...Object.fromEntries(
        [...properties].map(([name, kinds]) => {
          const [only = {}, ...others] = kinds.values();
          return [name, others.length === 0 ? only : { anyOf: [only, ...others] }];
        }),
      ),
      ...propertiesOf(given),
    },
    required: [...new Set([...textsIn(own['required']), ...required])],
  };
}

/** The target of a reference within a schema; undefined for missing targets, other files and cycles. */
export function follow(reference: string, root: JsonObject): JsonObject | undefined {
  let next = reference;
  for (let count = 0; count < REFERENCES_MAX; count += 1) {
    const found = resolve(next, root);
    if (!isObject(found)) return undefined;
    if (typeof found['$ref'] !== 'string') return found;
    next = found['$ref'];
  }
  return undefined;
}

/** A JSON Pointer in a fragment (RFC 6901, 6). */
function resolve(reference: string, root: JsonObject): Json | undefined {
  if (!/^#(?:$|\/)/.test(reference)) return undefined;
  let found: Json | undefined = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, Json>)[key];
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The types that a schema names, in the spelling of JSON Schema. */
export function typesOf(type: Json | undefined): string[] {
  const names = textsIn(isList(type) ? type : [type ?? null]).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => TYPES.includes(name));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is Json[] {
  return Array.isArray(value);
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** The strings of a list. */
export function textsIn(value: Json | undefined): string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

function propertiesOf(schema: JsonObject | undefined): JsonObject {
  const properties = schema?.['properties'];
  return isObject(properties) ? properties : {};
}

/** A property with the same schema in both branches is included once. */
function add(properties: Map<string, Map<string, Json>>, name: string, inner: Json): void {
  properties.set(name, (properties.get(name) ?? new Map<string, Json>()).set(JSON.stringify(inner), inner));
}

function inAll([first = [], ...others]: string[][]): string[] {
  return first.filter((name) => others.every((names) => names.includes(name)));
}
