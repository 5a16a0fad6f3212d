/**
 * The checked part of JSON Schema. `pattern` is not checked: a text of the model could keep a careless expression busy
 * for minutes. Other keywords are left to the page.
 */
interface JsonSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/**
 * Finds the first mismatch between a model's function arguments and the schema, before the handler runs.
 *
 * @param schema - the function's `parameters`, JSON Schema; checks the keywords that models are asked to use
 * @param path - path of the value, for the message
 * @returns a sentence for the model, or undefined if the arguments match
 */
export function findMisfit(schema: JsonSchema, value: unknown, path = 'arguments'): string | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value) ?? true))
    return `${path} must be of type ${types.join(' or ')}`;
  if (schema.enum && !schema.enum.some((one) => isEqual(one, value)))
    return `${path} must be one of ${JSON.stringify(schema.enum)}`;
  if (schema.const !== undefined && !isEqual(schema.const, value))
    return `${path} must be ${JSON.stringify(schema.const)}`;
  return findAmong(schema, value, path) ?? findInSize(schema, value, path) ?? findInside(schema, value, path);
}

function findAmong({ anyOf, oneOf, allOf }: JsonSchema, value: unknown, path: string): string | undefined {
  const choices = anyOf ?? oneOf;
  const fitting = choices?.filter((one) => findMisfit(one, value, path) === undefined).length;
  if (fitting === 0) return `${path} fits none of the allowed forms`;
  if (oneOf && !anyOf && fitting !== 1) return `${path} fits more than one of the allowed forms`;
  return allOf?.map((one) => findMisfit(one, value, path)).find((misfit) => misfit !== undefined);
}

function findInSize(schema: JsonSchema, value: unknown, path: string): string | undefined {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
    multipleOf,
  } = schema;
  if (typeof value === 'number') {
    if (value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum)
      return `${path} is out of range`;
    if (multipleOf !== undefined && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9)
      return `${path} must be a multiple of ${String(multipleOf)}`;
  } else if (typeof value === 'string') {
    const { length } = [...value];
    if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity))
      return `${path} has the wrong length`;
  } else if (
    Array.isArray(value) &&
    (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity))
  )
    return `${path} has the wrong number of items`;
  return undefined;
}

function findInside(
  { properties = {}, required = [], additionalProperties, items }: JsonSchema,
  value: unknown,
  path: string,
): string | undefined {
  if (Array.isArray(value))
    return (
      items &&
      value
        .map((one, index) => findMisfit(items, one, `${path}[${String(index)}]`))
        .find((misfit) => misfit !== undefined)
    );
  if (typeof value !== 'object' || value === null) return undefined;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  for (const [name, one] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known === false) return `${path}.${name} is not known`;
    const misfit = typeof known === 'object' ? findMisfit(known, one, `${path}.${name}`) : undefined;
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

/** Whether two values are equal as JSON. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
