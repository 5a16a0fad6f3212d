import { REQUEST_METHODS, type RequestArgument } from '@sotto/hub-api';
import { parseJson, type Json, type JsonObject } from '@sotto/widget-core/api';
import { parseAddress } from '@sotto/widget-core/internal/server';
import type {
  AbilityDraft,
  DraftSecret,
  OpenApiInput,
  OpenApiRead,
  OperationSummary,
} from '../../../reading/readingJobs';
import { readYaml, YamlFault } from '../../../lib/readYaml';
import { argumentName, ImportRefused, nameOf, secretName } from './draft';

/** Largest documents that are read, in characters. Measured: 360,000 characters of YAML take 0.4 seconds. */
const JSON_MAX_LENGTH = 4_000_000;
const YAML_MAX_LENGTH = 1_000_000;
/** Most operations that are listed. */
const OPERATIONS_MAX = 1000;
const PATH = /^\/\S{0,500}$/;
/** Most references that lead to one another, and levels of a schema that a model is given. */
const REFERENCES_MAX = 16;
const SCHEMA_DEPTH_MAX = 5;
const SCHEMA_MAX_LENGTH = 4000;
/** Most arguments of one ability: models fill in few of many. */
const ARGUMENTS_MAX = 24;

/**
 * Reads an OpenAPI document, in JSON or YAML: its operations, and drafts of the chosen ones.
 *
 * It runs in a reading thread: YAML has texts of 100 KB that its reader needs minutes for.
 *
 * @throws ImportRefused with a sentence for the owner
 */
export function readOpenApi({ text, address, keys, taken }: OpenApiInput): OpenApiRead {
  const document = parseDocument(text);
  if (document['swagger'] !== undefined)
    throw new ImportRefused('This is Swagger 2.0: convert it to OpenAPI 3, or ask the service for a newer document');
  const version = document['openapi'];
  if (typeof version !== 'string' || !/^3\.[01](?:\.|$)/.test(version))
    throw new ImportRefused('This is no OpenAPI document of version 3.0 or 3.1');
  const found = new Map<string, Operation>();
  for (const [path, item] of Object.entries(objectOf(document['paths']))) {
    const shared = resolve(document, item);
    for (const method of REQUEST_METHODS) {
      const operation = shared[method.toLowerCase()];
      if (operation !== undefined && found.size < OPERATIONS_MAX && PATH.test(path))
        found.set(
          `${method} ${path}`,
          new Operation(document, { method, path, shared, operation: objectOf(operation), address }),
        );
    }
  }
  if (found.size === 0) throw new ImportRefused('The document has no operations');
  const names = new Set(taken);
  const drafts = keys.map((key) => {
    const operation = found.get(key);
    if (!operation) throw new ImportRefused(`The document has no operation ${key.slice(0, 200)}`);
    return operation.draft(names);
  });
  return {
    title: textOf(objectOf(document['info'])['title']).slice(0, 200),
    operations: keys.length > 0 ? [] : [...found].map(([key, operation]) => operation.summarize(key)),
    drafts,
  };
}

function parseDocument(text: string): JsonObject {
  const isJsonText = /^\s*[{[]/.test(text);
  if (text.length > (isJsonText ? JSON_MAX_LENGTH : YAML_MAX_LENGTH))
    throw new ImportRefused(
      isJsonText
        ? 'The document is too large: at most 4 million characters of JSON'
        : 'The document is too large: at most a million characters of YAML. As JSON it can have 4 million',
    );
  const parsed = isJsonText ? parseJson(text) : parseYaml(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ImportRefused('The document is neither JSON nor YAML');
  return parsed as JsonObject;
}

function parseYaml(text: string): unknown {
  try {
    return readYaml(text);
  } catch (error) {
    if (error instanceof YamlFault) return undefined;
    throw error;
  }
}

interface OperationParts {
  readonly method: (typeof REQUEST_METHODS)[number];
  readonly path: string;
  /** The path's own object. */
  readonly shared: JsonObject;
  readonly operation: JsonObject;
  readonly address: string | undefined;
}

class Operation {
  readonly #document: JsonObject;
  readonly #parts: OperationParts;

  constructor(document: JsonObject, parts: OperationParts) {
    this.#document = document;
    this.#parts = parts;
  }

  summarize(key: string): OperationSummary {
    const { operation, method } = this.#parts;
    const summary = (textOf(operation['summary']) || textOf(operation['description'])).slice(0, 200);
    const shown = { key, summary, isActing: method !== 'GET' };
    try {
      this.draft(new Set());
      return shown;
    } catch (error) {
      if (error instanceof ImportRefused) return { ...shown, problem: error.message };
      throw error;
    }
  }

  draft(taken: ReadonlySet<string>): AbilityDraft {
    const { method, path, operation } = this.#parts;
    const server = this.#server();
    const inputs = new Inputs();
    const query: { name: string; value: string }[] = [];
    const headers: { name: string; value: string }[] = [];
    let filled = path;
    for (const { name, place, isRequired, schema, description } of this.#parameters()) {
      if (place === 'path') {
        const argument = inputs.add(name, schema, description, true);
        filled = filled.replaceAll(`{${name}}`, () => `{{${argument}}}`);
      } else if (!isRequired && inputs.isFull) continue;
      else if (place === 'query')
        query.push({ name, value: `{{${inputs.add(name, schema, description, isRequired)}}}` });
      else if (place === 'header') {
        if (/^(?:accept|content-type|authorization)$/i.test(name)) continue;
        headers.push({ name, value: `{{${inputs.add(name, schema, description, isRequired)}}}` });
      } else if (isRequired) throw new ImportRefused(`It needs the cookie ${name.slice(0, 60)}, which cannot be sent`);
    }
    if (/\{[^{}]*\}/.test(filled.replaceAll(/\{\{\w+\}\}/g, '')))
      throw new ImportRefused('A part of its path is not described');
    const secrets = this.#secure(headers, taken);
    const body = this.#body(inputs, headers);
    const summary = textOf(operation['summary']).trim();
    const words = [summary, textOf(operation['description']).trim()].filter((each) => each !== '');
    return {
      name: (summary || nameOf(method, server + path)).slice(0, 100),
      description: words.join('. ').replaceAll(/\s+/g, ' ').slice(0, 500),
      confirm: '',
      request: { method, address: server + filled, query, headers, body, arguments: inputs.all, note: '' },
      secrets,
    };
  }

  #server(): string {
    const { operation, shared, address } = this.#parts;
    const [first] = [operation['servers'], shared['servers'], this.#document['servers']].flatMap((each) =>
      Array.isArray(each) && each.length > 0 ? [objectOf(each[0])] : [],
    );
    const variables = objectOf(first?.['variables']);
    const url = (textOf(first?.['url']) || '/').replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
      textOf(objectOf(variables[name])['default']),
    );
    const server = parseAddress(url, address);
    if (!server) throw new ImportRefused('It does not name its server: import the document by its address');
    const { protocol, host, pathname } = server;
    if (!/^https?:$/.test(protocol) || host === '')
      throw new ImportRefused('Its server is not an http or https address');
    return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
  }

  #parameters(): { name: string; place: string; isRequired: boolean; schema: JsonObject; description: string }[] {
    const { shared, operation } = this.#parts;
    const merged = new Map<string, JsonObject>();
    for (const list of [shared['parameters'], operation['parameters']])
      for (const each of (Array.isArray(list) ? list : []).slice(0, 200)) {
        const parameter = resolve(this.#document, each);
        merged.set(`${textOf(parameter['in'])} ${textOf(parameter['name'])}`, parameter);
      }
    const all = [...merged.values()].map((value) => {
      const content = Object.values(objectOf(value['content']))[0];
      return {
        name: textOf(value['name']),
        place: textOf(value['in']),
        isRequired: value['required'] === true,
        schema: this.#schema(value['schema'] ?? objectOf(content)['schema']),
        description: textOf(value['description']),
      };
    });
    // Optional ones are left out first where there are too many.
    return all
      .filter(({ name }) => /^[^\s{}]{1,100}$/.test(name))
      .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
  }

  #body(inputs: Inputs, headers: { name: string; value: string }[]): string {
    const request = resolve(this.#document, this.#parts.operation['requestBody']);
    const content = objectOf(request['content']);
    const types = Object.keys(content);
    if (types.length === 0) return '';
    const type =
      types.find((each) => /^application\/(?:[\w.-]+\+)?json\b/i.test(each)) ??
      types.find((each) => /x-www-form-urlencoded/i.test(each));
    if (type === undefined) {
      if (request['required'] !== true) return '';
      throw new ImportRefused(`Its body cannot be sent: ${types[0]?.slice(0, 60) ?? ''}`);
    }
    headers.push({ name: 'Content-Type', value: type.slice(0, 100) });
    const schema = this.#schema(objectOf(content[type])['schema']);
    const isForm = /urlencoded/i.test(type);
    const properties = this.#properties(schema);
    if (properties.length === 0)
      return isForm
        ? ''
        : `{{${inputs.add('body', schema, textOf(request['description']), request['required'] === true)}}}`;
    const members = properties.flatMap(([name, each, isRequired]) =>
      !isRequired && inputs.isFull
        ? []
        : [[name, inputs.add(name, each, textOf(each['description']), isRequired)] as const],
    );
    if (isForm) return members.map(([name, argument]) => `${encodeURIComponent(name)}={{${argument}}}`).join('&');
    return `{\n${members.map(([name, argument]) => `  ${JSON.stringify(name)}: {{${argument}}}`).join(',\n')}\n}`;
  }

  /** Properties of an object that a caller sends, also those of all its parts (`allOf`). */
  #properties(schema: JsonObject): [name: string, schema: JsonObject, isRequired: boolean][] {
    const parts = [
      schema,
      ...(Array.isArray(schema['allOf']) ? schema['allOf'].slice(0, 20).map((part) => this.#schema(part)) : []),
    ];
    const required = new Set(parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])));
    const all = new Map(parts.flatMap((part) => Object.entries(objectOf(part['properties'])).slice(0, 200)));
    return [...all]
      .map(([name, each]): [string, JsonObject, boolean] => [name, this.#schema(each), required.has(name)])
      .filter(([, each]) => each['readOnly'] !== true)
      .sort(([, , one], [, , other]) => Number(other) - Number(one));
  }

  /** Adds the header of the first way to sign in that a header can carry. */
  #secure(headers: { name: string; value: string }[], taken: ReadonlySet<string>): DraftSecret[] {
    const schemes = objectOf(objectOf(this.#document['components'])['securitySchemes']);
    const ways = this.#parts.operation['security'] ?? this.#document['security'];
    if (!Array.isArray(ways) || ways.length === 0 || ways.some((way) => Object.keys(objectOf(way)).length === 0))
      return [];
    for (const way of ways.slice(0, 20)) {
      const lines = Object.keys(objectOf(way)).map((name) =>
        this.#signIn(name, resolve(this.#document, schemes[name])),
      );
      if (lines.some((line) => line === undefined)) continue;
      const secrets = lines.flatMap((line) => {
        if (!line) return [];
        // One secret for all abilities that sign in the same way.
        const secret = secretName(line.secret, new Set());
        headers.push({ name: line.header, value: `${line.scheme}{{secret.${secret}}}` });
        return taken.has(secret) ? [] : [{ name: secret }];
      });
      return secrets;
    }
    throw new ImportRefused('Its key would be part of the address or a cookie, and keys can only be sent in a header');
  }

  #signIn(name: string, scheme: JsonObject): { header: string; scheme: string; secret: string } | undefined {
    const host = new URL(this.#server()).hostname.replace(/^(?:www|api)\./, '');
    const secret = `${host}_${name}`.slice(0, 60);
    const type = textOf(scheme['type']);
    if (type === 'http') {
      const own = textOf(scheme['scheme']).toLowerCase();
      return own === 'bearer' || own === 'basic'
        ? { header: 'Authorization', scheme: own === 'basic' ? 'Basic ' : 'Bearer ', secret }
        : undefined;
    }
    if (type === 'oauth2' || type === 'openIdConnect') return { header: 'Authorization', scheme: 'Bearer ', secret };
    const header = textOf(scheme['name']);
    return type === 'apiKey' && scheme['in'] === 'header' && /^[A-Za-z0-9-]{1,100}$/.test(header)
      ? { header, scheme: '', secret }
      : undefined;
  }

  /** A schema with its first reference resolved. */
  #schema(schema: Json | undefined): JsonObject {
    return inlined(this.#document, resolve(this.#document, schema), SCHEMA_DEPTH_MAX);
  }
}

/** The arguments of an ability. */
class Inputs {
  readonly all: RequestArgument[] = [];

  get isFull(): boolean {
    return this.all.length >= ARGUMENTS_MAX;
  }

  /** @returns the name of the argument */
  add(wanted: string, schema: JsonObject, description: string, isRequired: boolean): string {
    if (this.all.length >= 90) throw new ImportRefused('It has too many required values');
    const name = argumentName(wanted, new Set(this.all.map((each) => each.name)));
    const words = (description || textOf(schema['description'])).replaceAll(/\s+/g, ' ').trim();
    this.all.push({ name, ...typeOf(schema), description: words.slice(0, 300), isRequired });
    return name;
  }
}

function typeOf(schema: JsonObject): Omit<RequestArgument, 'name' | 'description' | 'isRequired'> {
  // OpenAPI 3.1 writes optional texts as ["string", "null"].
  const types = [schema['type']].flat().filter((each) => each !== 'null');
  const type = types.length === 1 ? types[0] : undefined;
  const options = schema['enum'];
  if (Array.isArray(options) && options.length > 0 && options.length <= 100) {
    const texts = options.filter(
      (each): each is string => typeof each === 'string' && /^\S[^\r\n]{0,199}$/.test(each) && each === each.trim(),
    );
    if (texts.length === options.length) return { type: 'choice', options: texts };
  }
  if (type === 'integer' || type === 'number' || type === 'boolean') return { type };
  if (type === 'string') return { type: schema['format'] === 'date' ? 'date' : 'text' };
  if (type !== 'object' && type !== 'array') return { type: Object.keys(schema).length === 0 ? 'text' : 'json' };
  const { description: _, ...plain } = schema;
  return JSON.stringify(plain).length <= SCHEMA_MAX_LENGTH
    ? { type: 'schema', schema: plain }
    : { type: 'schema', schema: { type } };
}

/** Keywords of a schema that a model needs to write a value. */
const KEYWORDS = ['type', 'format', 'enum', 'required', 'description', 'readOnly', 'minimum', 'maximum'];

/** A schema without references, cut where it is deep. */
function inlined(document: JsonObject, schema: JsonObject, depth: number): JsonObject {
  const kept: Record<string, Json> = Object.fromEntries(
    KEYWORDS.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])),
  );
  if (depth === 0) return kept['type'] === undefined ? {} : { type: kept['type'] };
  const inner = (each: Json | undefined): JsonObject => inlined(document, resolve(document, each), depth - 1);
  if (schema['items'] !== undefined) kept['items'] = inner(schema['items']);
  const properties = Object.entries(objectOf(schema['properties'])).slice(0, depth === SCHEMA_DEPTH_MAX ? 200 : 20);
  if (properties.length > 0)
    kept['properties'] = Object.fromEntries(properties.map(([name, each]) => [name, inner(each)]));
  if (Array.isArray(schema['allOf'])) kept['allOf'] = schema['allOf'].slice(0, 20).map(inner);
  return kept;
}

/** Follows references within the document. @throws ImportRefused for one that leads elsewhere, or never ends */
function resolve(document: JsonObject, from: Json | undefined): JsonObject {
  let value = objectOf(from);
  for (let count = 0; typeof value['$ref'] === 'string'; count += 1) {
    const reference = value['$ref'];
    if (count >= REFERENCES_MAX) throw new ImportRefused('Its references lead to one another');
    if (!reference.startsWith('#/')) throw new ImportRefused('It refers to another document, which is not read');
    let at: Json | undefined = document;
    for (const part of reference.slice(2).split('/').slice(0, 20)) {
      const key = decodePointer(part);
      at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
    }
    value = objectOf(at);
  }
  return value;
}

function decodePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
