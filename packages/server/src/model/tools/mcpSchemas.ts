import { isJson, type Json, type JsonObject } from '@sotto/widget-core/api';
import { cutText } from '@sotto/widget-core/internal/server';
import { toStorable } from '../../lib/storable';
import { flattenRoot, follow, isList, isObject, textsIn, typesOf } from './mcpSchemaRoot';

/** Maximum nesting for models: below it, any value is allowed. */
const DEPTH_MAX = 12;
/** Maximum nesting of a stored schema, the same as for all JSON here, and of a schema that is parsed. */
const KEPT_DEPTH = 31;
const READ_DEPTH = 2_000;
/** Maximum length of a property's title and description, and of a regular expression, in characters. */
const TEXT_MAX_LENGTH = 1_000;

type Keyword = (value: Json, depth: number, root: JsonObject) => Json | undefined;

const isCount = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const kept =
  (isRight: (value: Json) => boolean): Keyword =>
  (value) =>
    isRight(value) ? value : undefined;
const text: Keyword = (value) => (typeof value === 'string' ? cutText(value, TEXT_MAX_LENGTH) : undefined);
const number = kept((value) => typeof value === 'number');
const count = kept(isCount);
const schema: Keyword = (value, depth, root) => (isSchema(value) ? repair(value, depth + 1, root) : undefined);
const schemaOrFlag: Keyword = (value, depth, root) =>
  typeof value === 'boolean'
    ? value
    : isObject(value) && Object.keys(value).length === 0
      ? true
      : schema(value, depth, root);
const schemas: Keyword = (value, depth, root) =>
  isList(value) && value.length > 0 ? value.map((inner) => repair(inner, depth + 1, root)) : undefined;
const map: Keyword = (value, depth, root) =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) =>
          inner === false ? [] : [[name, repair(inner, depth + 1, root)] as const],
        ),
      )
    : undefined;

/**
 * Valid values of the keywords of JSON Schema (2020-12). Model APIs validate them and reject the whole request if one
 * is invalid; they ignore other keywords.
 */
const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $schema: () => undefined,
  $id: () => undefined,
  $dynamicRef: () => undefined,
  $recursiveRef: () => undefined,
  $ref: (value, _, root) => (typeof value === 'string' && follow(value, root) !== undefined ? value : undefined),
  $defs: map,
  definitions: map,
  title: text,
  description: text,
  format: kept((value) => typeof value === 'string'),
  pattern: kept((value) => typeof value === 'string' && isPattern(value)),
  properties: map,
  patternProperties: (value, depth, root) => {
    const whole = map(value, depth, root);
    return isObject(whole) ? Object.fromEntries(Object.entries(whole).filter(([key]) => isPattern(key))) : undefined;
  },
  dependentSchemas: map,
  dependentRequired: kept((value) => isObject(value) && Object.values(value).every((names) => isList(names))),
  required: (value) => [...new Set(textsIn(value))],
  items: schema,
  prefixItems: schemas,
  additionalItems: schemaOrFlag,
  additionalProperties: schemaOrFlag,
  unevaluatedProperties: schemaOrFlag,
  unevaluatedItems: schemaOrFlag,
  propertyNames: schema,
  contains: schema,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  anyOf: schemas,
  oneOf: schemas,
  allOf: schemas,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: kept((value) => typeof value === 'number' && value > 0),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: kept((value) => typeof value === 'boolean'),
  enum: (value) =>
    isList(value) ? [...new Map(value.map((each) => [JSON.stringify(each), each])).values()] : undefined,
  examples: kept((value) => isList(value)),
};
/** Keywords for objects, without meaning for other types. */
const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'];
/** In draft 4, exclusive bounds are booleans beside the bound (JSON Schema Validation, draft 4, 5.1.2 and 5.1.3). */
const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/**
 * The stored form of a tool's input schema: JSON that every database can store, without keys that reach prototypes. A
 * tool without a schema has no known arguments.
 *
 * @returns undefined if it is no JSON object
 */
export function readParameters(given: unknown): JsonObject | undefined {
  try {
    const whole = withoutForbidden(toStorable(given ?? { type: 'object' }, READ_DEPTH) as Json, 0);
    return isObject(whole) ? whole : undefined;
  } catch {
    return undefined;
  }
}

function withoutForbidden(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= KEPT_DEPTH) return {};
  if (isList(value)) return value.map((each) => withoutForbidden(each, depth + 1));
  const entries = Object.entries(value).filter(([key]) => isJson({ [key]: null }));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutForbidden(inner, depth + 1)]));
}

/**
 * The form of a tool's input schema for model APIs. The protocol allows every JSON Schema of the type `object`; APIs
 * answer 400 for the whole request if one tool has an object without `properties`, an unknown name in `required`, an
 * array without `items`, alternatives at the top level, a broken reference, or a keyword with an invalid value.
 * Changes only make the schema less strict: the tool's server validates its input.
 *
 * @returns undefined if it describes no object, so the tool cannot be offered
 */
export function repairParameters(given: unknown): JsonObject | undefined {
  if (!isObject(given) || !isJson(given)) return undefined;
  const root = flattenRoot(given);
  return root && (repair(root, 0, root) as JsonObject);
}

function repair(given: Json, depth: number, root: JsonObject): Json {
  if (given === false) return { not: {} };
  if (!isObject(given) || depth > DEPTH_MAX) return {};
  const types = typesOf(given['type']);
  const isOther = types.length > 0 && !types.includes('object');
  const repaired: Record<string, Json> = {};
  for (const [key, value] of Object.entries(modern(given))) {
    if (isOther && OBJECT_KEYWORDS.includes(key)) continue;
    const right = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key]?.(value, depth, root) : value;
    if (right !== undefined) repaired[key] = right;
  }
  delete repaired['type'];
  return withTypes(repaired, types, isList(given['type']));
}

/** Keywords that depend on the type: values of other types are removed. */
function withTypes(repaired: Record<string, Json>, types: readonly string[], isListed: boolean): JsonObject {
  const { properties, required, enum: values, ...rest } = repaired;
  const whole: Record<string, Json> = {
    ...(types.length > 0 && { type: isListed && types.length > 1 ? [...types] : (types[0] ?? '') }),
    ...rest,
    ...(properties !== undefined && { properties }),
  };
  const names = isObject(properties) ? textsIn(required).filter((name) => Object.hasOwn(properties, name)) : [];
  if (names.length > 0) whole['required'] = names;
  const fitting = isList(values) ? values.filter((value) => fits(value, types)) : [];
  if (fitting.length > 0) whole['enum'] = fitting;
  for (const key of ['const', 'default']) if (key in whole && !fits(whole[key] ?? null, types)) delete whole[key];
  if (types.includes('array') && whole['items'] === undefined) whole['items'] = {};
  return whole;
}

/** Converts a schema of draft 4 to 7 to 2020-12. */
function modern(given: JsonObject): JsonObject {
  const whole: Record<string, Json> = { ...given };
  for (const [bound, exclusive] of BOUNDS) {
    const limit = whole[bound];
    if (whole[exclusive] !== true || limit === undefined) continue;
    whole[exclusive] = limit;
    delete whole[bound];
  }
  if (!isList(whole['items'])) return whole;
  const { items, additionalItems, ...rest } = whole;
  return { ...rest, prefixItems: items ?? [], ...(isObject(additionalItems) && { items: additionalItems }) };
}

function fits(value: Json, types: readonly string[]): boolean {
  if (types.length === 0) return true;
  const type = value === null ? 'null' : isList(value) ? 'array' : typeof value;
  return types.includes(type) || (Number.isInteger(value) && types.includes('integer'));
}

function isPattern(source: string): boolean {
  if (source.length > TEXT_MAX_LENGTH) return false;
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(source, flags).source !== '';
    } catch {
      return false;
    }
  });
}

function isSchema(value: Json): boolean {
  return typeof value === 'boolean' || isObject(value);
}
