import { REQUEST_METHODS as METHODS } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { splitMarkdown } from '../../lib/markdownBlocks';
import { refusedTarget, showAddress } from '../../unfurl/publicTarget';
import { keepsSegments } from './pathSegments';

/** A block of an instruction that is executed when the ability is chosen. */
export type AbilityBlock =
  | { readonly type: 'fetch'; readonly template: string }
  | { readonly type: 'search'; readonly template: string };

/** An instruction, taken apart. */
export interface AbilityTemplate {
  /** What is left for the model to read. */
  readonly instruction: string;
  readonly blocks: readonly AbilityBlock[];
  /** JSON Schema of the arguments that the blocks name. */
  readonly parameters: JsonObject;
}

/** An HTTP request as it is sent. */
export interface FilledRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * `{{name}}` or `{{name: what it means}}` for an argument of the model, `{{secret.NAME}}` for a secret of the skillset,
 * `{{visitor.sub}}`, `{{visitor.email}}` and `{{visitor.claims.NAME}}` for the visitor's proven claims. Names of
 * arguments have no dot, so no argument can be taken for one of the other two.
 */
export const PLACEHOLDER =
  /\{\{\s*(?:secret\.([A-Za-z_][A-Za-z0-9_]{0,63})|visitor\.([A-Za-z0-9_.-]{1,80})|([A-Za-z_][A-Za-z0-9_]{0,63}))\s*(?::([^{}\n]{0,200}))?\}\}/g;
export const HEADER = /^([A-Za-z0-9-]+):[ \t]*(.*)$/;
/** Headers that belong to the connection, not to the request's author. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-authorization',
  'accept-encoding',
]);
/** A host that its author has written: no argument is part of it. */
const OWN_HOST = /^https?:\/\/[^/?#{}\s@]+(?:[/?#]|$)/i;
const NO_HOST = 'The address must begin with http:// or https:// and a host of its own';
/** Most blocks of one ability. */
const BLOCKS_MAX = 5;

/**
 * Reads an instruction: fenced blocks named `fetch` and `search` are executed, everything else is sent to the model.
 *
 * @param schemas - JSON Schemas of arguments by their names; one without is a text, or any JSON where a JSON body has it
 *   outside of a string
 */
export function readAbility(instruction: string, schemas: JsonObject = {}): AbilityTemplate {
  const blocks: AbilityBlock[] = [];
  let rest = '';
  for (const block of splitMarkdown(instruction)) {
    const type = block.kind === 'fence' ? block.info : '';
    if (block.kind === 'fence' && (type === 'fetch' || type === 'search') && blocks.length < BLOCKS_MAX) {
      blocks.push({ type, template: block.text });
      rest += '\n';
    } else rest += block.raw;
  }
  const names = new Map<string, { meaning: string; isText: boolean }>();
  for (const block of blocks) {
    const isText = textPlaces(block);
    for (const { 3: name, 4: meaning = '', index } of block.template.matchAll(PLACEHOLDER)) {
      if (name === undefined) continue;
      const known = names.get(name);
      names.set(name, {
        meaning: known?.meaning || meaning.trim(),
        isText: (known?.isText ?? true) && isText(index),
      });
    }
  }
  const properties = Object.fromEntries(
    [...names].map(([name, { meaning, isText }]) => {
      const { default: fallback, ...schema } = Object.hasOwn(schemas, name) ? (schemas[name] as JsonObject) : {};
      return [
        name,
        {
          ...(isText && { type: 'string' }),
          ...(meaning !== '' && { description: meaning }),
          ...schema,
          ...(fallback !== undefined && fallback !== null && { default: fallback }),
        },
      ];
    }),
  );
  const required = [...names.keys()].filter((name) => !isOptional(schemas[name]));
  return { instruction: rest.trim(), blocks, parameters: { type: 'object', properties, required } };
}

/** Whether the model may leave an argument out: its schema has the default null. */
export function isOptional(schema: Json | undefined): boolean {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) && schema['default'] === null;
}

/** Determines for each placeholder of a block whether it takes a text; a JSON body also has some for any JSON. */
export function textPlaces({ type, template }: AbilityBlock): (offset: number) => boolean {
  if (type === 'search') return () => true;
  const { body, headerLines } = readRequest(template);
  const contentType = /^content-type:[ \t]*(.*)$/im.exec(headerLines.join('\n'))?.[1] ?? defaultType(body);
  if (!isJsonType(contentType)) return () => true;
  const masked = maskPlaces(body);
  const start = template.lastIndexOf(body);
  return (offset) => start >= 0 && (offset < start || isInString(masked, offset - start));
}

/** A search text with its arguments. A secret has no place in it. */
export function fillText(template: string, args: JsonObject, visitor: VisitorValues = NO_VISITOR): string {
  return fill(template, { args, secrets: new Map(), visitor }, toText).trim();
}

/** Names of the secrets that a block uses. */
export function secretNames(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, secret]) => secret ?? []);
}

/** Names of the visitor's claims that a text uses, such as `sub` or `claims.role`. */
export function visitorNames(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, , visitor]) => visitor ?? []);
}

/** A text, such as the value of a header, with the visitor's proven claims filled in; undefined if one is missing. */
export function fillVisitor(text: string, visitor: VisitorValues): string | undefined {
  if (visitorNames(text).some((name) => !visitor.has(name))) return undefined;
  return text.replaceAll(PLACEHOLDER, (whole, _secret, name: string | undefined) =>
    name === undefined ? whole : toHeaderText(visitor.get(name)),
  );
}

/** The visitor's proven claims: `sub`, `email` and `claims.NAME`. */
export type VisitorValues = ReadonlyMap<string, string | number | boolean>;
const NO_VISITOR: VisitorValues = new Map();

/** What stands for placeholders. */
export interface Filling {
  readonly args: JsonObject;
  readonly secrets: ReadonlyMap<string, string>;
  /** Arguments whose members of a JSON body are not sent where the model leaves them out. @default none: null is sent */
  readonly optional?: ReadonlySet<string> | undefined;
  /** @default empty: the visitor is not verified */
  readonly visitor?: VisitorValues | undefined;
  /** Whether a host may be called without TLS, also with secrets. @default none may */
  readonly isTrustedHost?: ((url: URL) => boolean) | undefined;
}

/**
 * Fills all placeholders in one pass: the value of an argument is never scanned for further placeholders, so no
 * argument can read a secret.
 */
function fill(
  template: string,
  { args, secrets, visitor = NO_VISITOR }: Filling,
  write: (value: Json | undefined, whole: string, offset: number) => string,
): string {
  return template.replaceAll(
    PLACEHOLDER,
    (
      whole: string,
      secret: string | undefined,
      proven: string | undefined,
      name: string | undefined,
      _meaning: string | undefined,
      offset: number,
    ) => {
      if (secret !== undefined) return write(secrets.get(secret), whole, offset);
      return write(proven === undefined ? ownValue(args, name ?? '') : visitor.get(proven), whole, offset);
    },
  );
}

function ownValue(args: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** A block of a request, taken apart; nothing is filled in yet. */
export interface RequestTemplate {
  readonly method: string;
  readonly address: string;
  readonly headerLines: readonly string[];
  readonly body: string;
}

/** First line method and address, then headers, then after an empty line the body. */
export function readRequest(template: string): RequestTemplate {
  const [head = '', ...bodyParts] = template
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[ \t]*\n/);
  const [first = '', ...headerLines] = head.split('\n');
  const [, method = 'GET', address = ''] = /^(?:([A-Z]+)[ \t]+)?(\S.*)$/.exec(first.trim()) ?? [];
  return { method, address, headerLines, body: bodyParts.join('\n\n') };
}

/**
 * Whether an argument would leave its segment of the path.
 *
 * @returns a sentence for the model that names the argument; undefined when all of them stay in their places
 */
export function misplacedArgument(
  template: string,
  args: JsonObject,
  visitor: VisitorValues = NO_VISITOR,
): string | undefined {
  const { address } = readRequest(template);
  const path = address.slice(0, maskPlaces(address).search(/[?#]|$/));
  const places = [...path.matchAll(PLACEHOLDER)].flatMap(([, , proven, name]) =>
    proven === undefined ? (name ?? []) : `visitor.${proven}`,
  );
  // A secret is its owner's own word, and stands for itself only: what is asked here is what arguments change.
  const filled = (chosen: readonly string[]): string =>
    path.replaceAll(
      PLACEHOLDER,
      (_whole, _secret: string | undefined, proven: string | undefined, name: string | undefined) => {
        if (proven !== undefined) return chosen.includes(`visitor.${proven}`) ? toText(visitor.get(proven)) : 'x';
        return name !== undefined && chosen.includes(name) ? toText(ownValue(args, name)) : 'x';
      },
    );
  const original = filled([]);
  if (keepsSegments(original, filled(places))) return undefined;
  const culprit = places.find((name) => !keepsSegments(original, filled([name]))) ?? places[0] ?? '';
  return (
    `The argument ${culprit} stands for one segment of the address. It must not be empty, "." or "..", ` +
    `and must not contain "/", "\\" or control characters, percent-encoded or not. No request was made.`
  );
}

/**
 * A request with its arguments.
 *
 * An argument cannot leave its place. In the address it is percent-encoded, and refused when it would change the
 * segments of the path; in a header it is printable ASCII on one line; in a JSON body it is JSON, or part of the string
 * it stands in; in a form it is percent-encoded. A body of any other type takes it as it is. Scheme, host and port are
 * the author's own words, so no argument chooses where the request goes, nor a secret with it.
 *
 * @returns a sentence instead when the block is no request, or an argument would leave its place
 */
export function fillRequest(template: string, filling: Filling): FilledRequest | string {
  const missing = secretNames(template).find((name) => !filling.secrets.has(name));
  if (missing !== undefined) return `The secret ${missing} is not set`;
  const unknown = visitorNames(template).find((name) => filling.visitor?.has(name) !== true);
  if (unknown !== undefined) return `It is not proven who the visitor is: ${unknown} is not known`;
  const exposed = exposedSecret(template, filling.isTrustedHost);
  if (exposed !== undefined) return exposed;
  const { method, address, headerLines, body } = readRequest(template);
  const malformed = malformedRequest(template);
  if (malformed !== undefined) return malformed;
  if (!OWN_HOST.test(address)) return NO_HOST;
  const misplaced = misplacedArgument(template, filling.args, filling.visitor);
  if (misplaced !== undefined) return misplaced;
  const headers: Record<string, string> = {};
  for (const line of headerLines) {
    const [, name = '', value = ''] = HEADER.exec(line.trim()) ?? [];
    if (!OWN_HEADERS.has(name.toLowerCase()) && !isAbsent(value, filling.args))
      headers[name.toLowerCase()] = fill(value, filling, toHeaderText);
  }
  if (body !== '' && headers['content-type'] === undefined) headers['content-type'] = defaultType(body);
  return {
    method,
    url: fill(withoutAbsent(address, filling.args), filling, (each) => percentEncode(toText(each))),
    headers,
    body: body === '' || method === 'GET' ? undefined : fillBody(body, headers['content-type'] ?? '', filling),
  };
}

/** Whether a value is nothing but an argument that the model has left out. */
function isAbsent(value: string, args: JsonObject): boolean {
  const [place] = value.matchAll(PLACEHOLDER);
  const name = place?.[3];
  return name !== undefined && place?.[0] === value.trim() && (ownValue(args, name) ?? null) === null;
}

/** An address without the query values whose arguments were left out. */
function withoutAbsent(address: string, args: JsonObject): string {
  const { path, pairs, fragment } = splitAddress(address);
  const present = pairs.filter((pair) => !isAbsent(pair.slice(pair.indexOf('=') + 1), args));
  return path + (present.length > 0 ? `?${present.join('&')}` : '') + fragment;
}

/** An address in its parts. Marks within a placeholder divide nothing. */
export function splitAddress(address: string): { path: string; pairs: string[]; fragment: string } {
  const masked = maskPlaces(address);
  const end = masked.search(/#|$/);
  const start = masked.slice(0, end).search(/\?|$/);
  const pairs: string[] = [];
  for (let from = start + 1; start < end && from <= end;) {
    const next = masked.slice(from, end).search(/&|$/) + from;
    pairs.push(address.slice(from, next));
    from = next + 1;
  }
  return { path: address.slice(0, start), pairs, fragment: address.slice(end) };
}

/**
 * Why a block may not be sent as it is written: a secret stands in the address or the body, which servers log and
 * caches keep, or something that only its owner and the visitor may know would travel without TLS.
 *
 * @param isTrustedHost - hosts that may be called without TLS
 */
export function exposedSecret(template: string, isTrustedHost?: (url: URL) => boolean): string | undefined {
  const { address, body } = readRequest(template);
  const [secret] = [...secretNames(address), ...secretNames(body)];
  if (secret !== undefined) return `The secret ${secret} may only be sent in a header`;
  if (secretNames(template).length === 0 && visitorNames(template).length === 0) return undefined;
  if (/^https:/i.test(address)) return undefined;
  const origin = parseAddress(/^http:\/\/[^/?#]+/i.exec(address)?.[0] ?? '');
  if (origin && isTrustedHost?.(origin) === true) return undefined;
  return 'A request with a secret, or with who the visitor is, needs an https address';
}

/** Why the method or a line of the headers is none: a sentence for its author. */
function malformedRequest(template: string): string | undefined {
  const { method, headerLines } = readRequest(template);
  if (!METHODS.some((each) => each === method))
    return `The method ${method} is not supported: use ${METHODS.join(', ').replace(/, (?=\w+$)/, ' or ')}`;
  const broken = headerLines.find((line) => !HEADER.test(line.trim()));
  return broken === undefined ? undefined : `This is no header: ${broken.trim()}`;
}

/**
 * Why the request of a block would never be sent, whatever its arguments are: a sentence for its author.
 *
 * @param isTrustedHost - hosts of the operator's own network
 */
export function refusedRequest(template: string, isTrustedHost: (url: URL) => boolean): string | undefined {
  const malformed = malformedRequest(template);
  if (malformed !== undefined) return malformed;
  const { address } = readRequest(template);
  if (!OWN_HOST.test(address)) return `${NO_HOST}: ${showAddress(address)}`;
  return refusedTarget(address.replaceAll(PLACEHOLDER, 'x'), isTrustedHost, address);
}

/** The host that the request of a `fetch` block goes to; undefined where its address has none. */
export function requestHost(template: string): string | undefined {
  return /^https?:\/\/([^/?#{}\s@]+)/i.exec(readRequest(template).address)?.[1]?.toLowerCase();
}

/** Whether a block changes something: every method but GET may. */
export function isActing({ type, template }: AbilityBlock): boolean {
  return type === 'fetch' && readRequest(template).method !== 'GET';
}

export function defaultType(body: string): string {
  return /^\s*[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
}

export function isJsonType(type: string): boolean {
  return /\bjson\b/i.test(type);
}

function fillBody(body: string, type: string, filling: Filling): string {
  if (isJsonType(type)) {
    const masked = maskPlaces(body);
    const absent = new Set([...(filling.optional ?? [])].filter((name) => !Object.hasOwn(filling.args, name)));
    // The values are the model's: the mark of what is absent is in none of them.
    let mark = 'absent';
    while (`${body}${JSON.stringify(filling.args)}`.includes(mark)) mark += '_';
    const filled = fill(body, filling, (value, whole, offset) => {
      if (isInString(masked, offset)) return JSON.stringify(toText(value)).slice(1, -1);
      const [, , , name = ''] = [...whole.matchAll(PLACEHOLDER)][0] ?? [];
      return absent.has(name) ? JSON.stringify(mark) : JSON.stringify(value ?? null);
    });
    return absent.size > 0 && filled.includes(mark) ? withoutMembers(filled, mark) : filled;
  }
  const isForm = /x-www-form-urlencoded/i.test(type);
  return fill(body, filling, (value) => (isForm ? percentEncode(toText(value)) : toText(value)));
}

/** A JSON body without the members whose value is the mark. What is no JSON has null for them. */
function withoutMembers(body: string, mark: string): string {
  try {
    const whole: unknown = JSON.parse(body, (_key, value: unknown) => (value === mark ? undefined : value));
    return JSON.stringify(whole) ?? 'null';
  } catch {
    return body.replaceAll(JSON.stringify(mark), 'null');
  }
}

/** Whether a place of a JSON text is within a string: an odd number of quotes that are not escaped stand before it. */
function isInString(json: string, offset: number): boolean {
  return (json.slice(0, offset).match(/\\.|"/gs) ?? []).filter((each) => each === '"').length % 2 === 1;
}

/** The template with each place blotted out, at its length: what is left is the author's, at the same offsets. */
export function maskPlaces(template: string): string {
  return template.replaceAll(PLACEHOLDER, (whole: string) => '_'.repeat(whole.length));
}

/** Half a surrogate pair has no UTF-8: it becomes U+FFFD. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Printable ASCII on one line. */
function toHeaderText(value: Json | undefined): string {
  return toText(value).replaceAll(/[^\x20-\x7e]+/g, ' ');
}
