import { Validator, type Schema } from '@cfworker/json-schema';
import { isJson, parseJson, type Json, type JsonObject } from '@sotto/widget-core/api';

/** The maximum number of errors reported to the model at once. */
const MAX_COMPLAINTS = 5;

/**
 * Keywords that a definition from a page could use to keep this process busy for minutes: patterns run as regular
 * expressions, and references can multiply. They are left out, which only makes the check milder; the function
 * validates its input anyway.
 */
const COSTLY_KEYWORDS: ReadonlySet<string> = new Set([
  'pattern',
  'patternProperties',
  'format',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$id',
  'id',
  '$anchor',
  '$schema',
]);

/** Keywords whose keys are names of the caller's choosing, not keywords. */
const NAMED_KEYWORDS: ReadonlySet<string> = new Set(['properties', 'dependentSchemas', 'dependencies']);
/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);

/** A model's arguments, checked. `complaint` is a sentence for the model. */
export type CheckedArguments = { readonly args: JsonObject } | { readonly complaint: string };

/**
 * Reads what a model wrote as arguments and checks it against the tool's JSON Schema. Never throws: a schema that
 * cannot be applied checks nothing.
 */
export function checkArguments(text: string, schema: JsonObject): CheckedArguments {
  const args = parseJson(text);
  if (typeof args !== 'object' || args === null || Array.isArray(args) || !isJson(args)) {
    return {
      complaint: 'The arguments are not a JSON object. Write them as one JSON object that fits the parameters.',
    };
  }
  const complaints = applySchema(args, schema);
  if (complaints.length === 0) return { args: args as JsonObject };
  return { complaint: `The arguments do not fit the parameters: ${complaints.slice(0, MAX_COMPLAINTS).join('; ')}` };
}

function applySchema(args: Json, schema: JsonObject): string[] {
  try {
    const plain = withoutCostlyKeywords(schema) as Schema;
    const { errors } = new Validator(plain, '2020-12', false).validate(args);
    // The outer errors only report that an inner one exists.
    const inner = errors.filter(
      ({ keyword }) => keyword !== 'properties' && keyword !== 'items' && keyword !== 'additionalProperties',
    );
    return (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  } catch {
    return [];
  }
}

function withoutCostlyKeywords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutCostlyKeywords);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !COSTLY_KEYWORDS.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (DATA_KEYWORDS.has(key)) return [key, value];
      if (NAMED_KEYWORDS.has(key) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutCostlyKeywords(inner)])),
        ];
      }
      return [key, withoutCostlyKeywords(value)];
    }),
  );
}
