import {
  abilityFieldsSchema,
  requestArgumentSchema,
  type AbilityRequest,
  type ArgumentType,
  type RequestArgument,
} from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import {
  defaultType,
  HEADER,
  isJsonType,
  isOptional,
  maskPlaces,
  PLACEHOLDER,
  readAbility,
  readRequest,
  splitAddress,
} from './abilityTemplate';
import { sortedJson } from '../../lib/sortedJson';

/** What an ability stores of its request. */
export interface WrittenRequest {
  readonly instruction: string;
  readonly parameters: JsonObject;
}

/** JSON Schemas of the types that owners choose. */
const SCHEMAS: Readonly<Partial<Record<ArgumentType, JsonObject>>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
};
/** What a placeholder can contain as the description of its argument. */
const SHORT_DESCRIPTION = /^[^{}\s][^{}\r\n]{0,199}$/;
/** Characters of a query that are sent as they are. */
const NOT_IN_QUERY = /%(?![0-9a-f]{2})|[^!$%'()*+,\-./0-9:;=?@A-Z[\\\]^_a-z|~]+/gi;

/** Writes the fields of a request as an instruction with a `fetch` block, and the schemas of its arguments. */
export function writeRequest(fields: AbilityRequest): WrittenRequest {
  const request = placeAll(fields);
  const bare = templateOf(request);
  const typed = readAbility(fence(bare)).parameters['properties'] as Record<string, JsonObject | undefined>;
  let template = bare;
  const parameters: JsonObject = {};
  for (const each of request.arguments) {
    const description = each.description.trim();
    const isShort = SHORT_DESCRIPTION.test(description);
    if (isShort) template = template.replace(`{{${each.name}}}`, () => `{{${each.name}: ${description}}}`);
    const schema = {
      ...schemaOf(each, typed[each.name]?.['type'] === 'string'),
      ...(description !== '' && !isShort && { description }),
      ...(!each.isRequired && { default: null }),
    };
    if (Object.keys(schema).length > 0) parameters[each.name] = schema;
  }
  const note = request.note.trim();
  return { instruction: fence(template) + (note === '' ? '' : `\n\n${note}`), parameters };
}

/**
 * Reads the only request of an instruction as fields.
 *
 * @returns null if writing the fields would not give an ability that does the same
 */
export function readRequestFields(instruction: string, schemas: JsonObject = {}): AbilityRequest | null {
  const fields = readFields(instruction, schemas);
  if (fields === null || !v.is(abilityFieldsSchema, fields)) return null;
  const again = writeRequest(fields);
  return meaning(again.instruction, again.parameters) === meaning(instruction, schemas) ? fields : null;
}

function readFields(instruction: string, schemas: JsonObject): AbilityRequest | null {
  const { instruction: note, blocks } = readAbility(instruction);
  const [block] = blocks;
  if (block?.type !== 'fetch' || blocks.length !== 1 || hasMore(block.template, schemas)) return null;
  const { method, address, headerLines, body } = readRequest(bareTemplate(block.template));
  const { path, pairs, fragment } = splitAddress(address);
  const headers = headerLines.map((line) => HEADER.exec(line.trim()));
  if (fragment !== '' || pairs.some((pair) => !/^[^=]+=/.test(maskPlaces(pair)))) return null;
  if (headers.some((header) => header === null)) return null;
  return {
    // The schema rejects other methods.
    method: method as AbilityRequest['method'],
    address: path,
    query: pairs.map((pair) => {
      const end = pair.indexOf('=');
      return { name: decodePart(pair.slice(0, end), encodeName), value: decodePart(pair.slice(end + 1), encodeValue) };
    }),
    headers: headers.map((header) => ({ name: header?.[1] ?? '', value: (header?.[2] ?? '').trim() })),
    body,
    arguments: readArguments(instruction, schemas),
    note,
  };
}

/** Whether there are schemas without an argument, or two descriptions of one. */
function hasMore(template: string, schemas: JsonObject): boolean {
  const descriptions = new Map<string, Set<string>>();
  for (const { 3: name, 4: meant = '' } of template.matchAll(PLACEHOLDER)) {
    if (name === undefined) continue;
    const own = (Object.hasOwn(schemas, name) ? (schemas[name] as JsonObject) : {})['description'];
    const all = [...(descriptions.get(name) ?? []), ...(typeof own === 'string' ? [own] : []), meant.trim()];
    descriptions.set(name, new Set(all.filter((each) => each !== '')));
  }
  return (
    [...descriptions.values()].some(({ size }) => size > 1) ||
    Object.keys(schemas).some((name) => !descriptions.has(name))
  );
}

function readArguments(instruction: string, schemas: JsonObject): RequestArgument[] {
  const properties = readAbility(instruction).parameters['properties'] as Record<string, JsonObject>;
  return Object.entries(properties).map(([name, { type, description: meant }]) => {
    const stored = Object.hasOwn(schemas, name) ? (schemas[name] as JsonObject) : {};
    const { description = meant ?? '', ...others } = stored;
    const isRequired = !isOptional(stored);
    const { default: _, ...rest } = others;
    const schema = isRequired ? others : rest;
    const known = readType(schema, type === 'string');
    return {
      name,
      description: typeof description === 'string' ? description : '',
      isRequired,
      ...known,
    };
  });
}

function readType(
  schema: JsonObject,
  isText: boolean,
): Pick<RequestArgument, 'type'> & Partial<Pick<RequestArgument, 'options' | 'schema'>> {
  if (Object.keys(schema).length === 0) return { type: isText ? 'text' : 'json' };
  const found = Object.entries(SCHEMAS).find(([, each]) => isSame(each, schema));
  if (found) return { type: found[0] as ArgumentType };
  const options = schema['enum'];
  if (
    isStrings(options) &&
    isSame({ type: 'string', enum: options }, schema) &&
    v.is(requestArgumentSchema, { name: 'any', type: 'choice', options }) &&
    options.every((option) => option === option.trim())
  )
    return { type: 'choice', options: [...options] };
  return { type: 'schema', schema };
}

function isStrings(value: Json | undefined): value is readonly string[] & Json {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function schemaOf({ type, options = [], schema = {} }: RequestArgument, isTextPlace: boolean): JsonObject {
  if (type === 'schema') return schema;
  if (type === 'choice') return { type: 'string', enum: [...options] };
  return type === 'text' && isTextPlace ? {} : (SCHEMAS[type] ?? {});
}

/** Adds arguments that no value contains: to the query of a GET or DELETE, otherwise to the body. */
function placeAll(request: AbilityRequest): AbilityRequest {
  const texts = [request.address, ...request.query.map(({ value }) => value)];
  texts.push(...request.headers.map(({ value }) => value), request.body);
  const placed = new Set(
    texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].flatMap(([, , , name]) => name ?? [])),
  );
  const missing = request.arguments.filter(({ name }) => !placed.has(name));
  if (missing.length === 0) return request;
  const body = request.body.trim();
  if (!['GET', 'DELETE'].includes(request.method)) {
    if (body === '' || /^\{[^]*\}$/.test(maskPlaces(body)))
      return { ...request, body: withMembers(body || '{}', missing) };
    const type = request.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? defaultType(body);
    if (/x-www-form-urlencoded/i.test(type))
      return { ...request, body: [body, ...missing.map(({ name }) => `${name}={{${name}}}`)].join('&') };
  }
  return { ...request, query: [...request.query, ...missing.map(({ name }) => ({ name, value: `{{${name}}}` }))] };
}

/** A JSON object, as text, with one more member for each argument. */
function withMembers(body: string, missing: readonly RequestArgument[]): string {
  const before = body.replace(/\s*\}$/, '');
  const members = missing.map(({ name }) => `  "${name}": {{${name}}}`).join(',\n');
  return `${before}${before === '{' ? '' : ','}\n${members}\n}`;
}

function templateOf({ method, address, query, headers, body }: AbilityRequest): string {
  const pairs = query.map(({ name, value }) => `${encodeName(name)}=${encodeValue(bareTemplate(value))}`);
  const own = bareTemplate(address.trim());
  const separator = pairs.length === 0 ? '' : splitAddress(own).pairs.length > 0 ? '&' : '?';
  const lines = [`${method} ${tidyPath(own)}${separator}${pairs.join('&')}`];
  lines.push(...headers.map(({ name, value }) => `${name}: ${bareTemplate(value.trim())}`.trim()));
  const content = bareTemplate(body.replaceAll(/\r\n?/g, '\n'))
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return lines.join('\n') + (content === '' ? '' : `\n\n${content}`);
}

/** A fence that no line of its content closes. */
function fence(template: string): string {
  const longest = Math.max(2, ...[...template.matchAll(/^ {0,3}(`{3,})/gm)].map(([, marks = '']) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}fetch\n${template}\n${marks}`;
}

/** Arguments without their descriptions, `{{name}}`; secrets and the visitor's values as they are. */
function bareTemplate(template: string): string {
  return template.replaceAll(PLACEHOLDER, (whole: string, _secret, _visitor, name: string | undefined) =>
    name === undefined ? whole : `{{${name}}}`,
  );
}

function encodeLiterals(text: string, encode: (literal: string) => string): string {
  let rest = 0;
  let encoded = '';
  for (const { 0: whole, index } of text.matchAll(PLACEHOLDER)) {
    encoded += encode(text.slice(rest, index)) + whole;
    rest = index + whole.length;
  }
  return encoded + encode(text.slice(rest));
}

const encodeMatch = (found: string): string => (found === '%' ? '%25' : encodeURIComponent(found.toWellFormed()));

function encodeValue(value: string): string {
  return encodeLiterals(value, (literal) => literal.replaceAll(NOT_IN_QUERY, encodeMatch));
}

/** The name of a query value has no placeholders. */
function encodeName(name: string): string {
  return name.replaceAll(NOT_IN_QUERY, encodeMatch).replaceAll('=', '%3D');
}

/** An address can be pasted with spaces or letters that URLs encode. */
function tidyPath(address: string): string {
  return encodeLiterals(address, (literal) =>
    literal.replaceAll(/[^\x21-\x7e]+/g, (found) => encodeURIComponent(found.toWellFormed())),
  );
}

/** A part of a query as a person reads it, or as it is where encoding that again would give another one. */
function decodePart(part: string, encode: (text: string) => string): string {
  try {
    const decoded = decodeURIComponent(part);
    return encode(decoded) === part && !/[\r\n]/.test(decoded) ? decoded : part;
  } catch {
    return part;
  }
}

/** What an ability does, in one form for all ways to write it. */
function meaning(instruction: string, schemas: JsonObject): string {
  const { instruction: note, blocks, parameters } = readAbility(instruction, schemas);
  const requests = blocks.map(({ template }) => {
    const { method, address, headerLines, body } = readRequest(bareTemplate(template));
    const contentType = headerLines.find((line) => /^content-type:/i.test(line.trim())) ?? defaultType(body);
    const headers = headerLines.map((line) =>
      line
        .trim()
        .replace(/^([A-Za-z0-9-]+):[ \t]*/, '$1: ')
        .trim(),
    );
    return { method, address: tidyPath(address), headers, body, isJson: isJsonType(contentType) };
  });
  return JSON.stringify([note, requests, sortedJson(parameters)]);
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(sortedJson(one)) === JSON.stringify(sortedJson(other));
}
