import { isJson, type Json, type JsonObject } from '@sotto/widget-core/api';

/** Nesting beyond this is not looked at. */
const DEPTH_MAX = 32;
/** What describes the inside of an object, and means nothing for another type. */
const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'];
/** Combinations of schemas, which model APIs refuse at the top (OpenAI: "must not have at the top level"). */
const COMBINATIONS = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * The input schema of a tool as model APIs take it. The protocol allows every JSON Schema of the type `object`; APIs
 * answer 400 for the whole request when one tool has an object without `properties`, a `required` name that is not
 * there, an array without `items`, or alternatives at the top. What is changed only describes less: the server of the
 * tool checks what it is given.
 *
 * @returns undefined when it describes no object, so the tool cannot be offered
 */
export function repairParameters(schema: unknown): JsonObject | undefined {
  if (!isObject(schema) || !isJson(schema)) return undefined;
  const { type = 'object', $schema: _, $id: __, ...rest } = schema;
  if (type !== 'object') return undefined;
  const flat = withoutCombinations({ ...rest, type });
  return repair({ ...flat, properties: isObject(flat['properties']) ? flat['properties'] : {} }, 0) as JsonObject;
}

/** One object with the properties of all branches; `required` of those alone that always hold. */
function withoutCombinations({ not: _, enum: __, ...schema }: JsonObject): JsonObject {
  const { anyOf, oneOf, allOf, ...own } = schema;
  const properties: Record<string, Json> = {};
  const required = [...namesOf(own['required'])];
  for (const [index, branches] of [anyOf, oneOf, allOf].entries())
    for (const branch of Array.isArray(branches) ? branches : []) {
      if (!isObject(branch)) continue;
      if (isObject(branch['properties'])) Object.assign(properties, branch['properties']);
      if (COMBINATIONS[index] === 'allOf') required.push(...namesOf(branch['required']));
    }
  return {
    ...own,
    properties: { ...properties, ...(isObject(own['properties']) && own['properties']) },
    required: [...new Set(required)],
  };
}

function repair(schema: Json, depth: number): Json {
  if (!isObject(schema) || depth > DEPTH_MAX) return schema;
  const types = namesOf(schema['type']);
  const isOther = types.length > 0 && !types.includes('object');
  const kept = Object.entries(schema).filter(([key]) => !(isOther && OBJECT_KEYWORDS.includes(key)));
  const repaired: Record<string, Json> = Object.fromEntries(
    kept.map(([key, value]) => [key, repairKeyword(key, value, depth)]),
  );
  if (types.includes('array') && repaired['items'] === undefined) repaired['items'] = {};
  const { properties, required } = repaired;
  if (required !== undefined) {
    const names = isObject(properties) ? namesOf(required).filter((name) => Object.hasOwn(properties, name)) : [];
    if (names.length > 0) repaired['required'] = names;
    else delete repaired['required'];
  }
  return repaired;
}

function repairKeyword(key: string, value: Json, depth: number): Json {
  if (key === 'additionalProperties' && isObject(value) && Object.keys(value).length === 0) return true;
  if (['properties', '$defs', 'definitions', 'patternProperties'].includes(key) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, repair(inner, depth + 1)]));
  if (['items', 'additionalProperties', 'not'].includes(key)) return repair(value, depth + 1);
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key) && Array.isArray(value))
    return value.map((inner) => repair(inner, depth + 1));
  return value;
}

/** The strings of a list, or the one that stands alone. */
function namesOf(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
