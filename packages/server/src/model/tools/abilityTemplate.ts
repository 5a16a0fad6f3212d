import type { Json, JsonObject } from '@sotto/widget-core/api';
import { Lexer } from 'marked';
import { keepsSegments } from './pathSegments';

/** A block of an instruction that is executed when the ability is chosen. */
export type AbilityBlock =
  { readonly type: 'fetch'; readonly template: string } | { readonly type: 'search'; readonly template: string };

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
 * `{{name}}` or `{{name: what it means}}` for an argument of the model, `{{secret.NAME}}` for a secret of the skillset.
 */
const PLACEHOLDER =
  /\{\{\s*(?:secret\.([A-Za-z_][A-Za-z0-9_]{0,63})|([A-Za-z_][A-Za-z0-9_]{0,63}))\s*(?::([^{}\n]{0,200}))?\}\}/g;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
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
/** Most blocks of one ability. */
const BLOCKS_MAX = 5;

/**
 * Reads an instruction: fenced blocks named `fetch` and `search` are executed, everything else is told to the model.
 */
export function readAbility(instruction: string): AbilityTemplate {
  const blocks: AbilityBlock[] = [];
  let rest = '';
  for (const token of lex(instruction)) {
    const lang = token.type === 'code' && 'lang' in token && typeof token.lang === 'string' ? token.lang.trim() : '';
    if ((lang === 'fetch' || lang === 'search') && blocks.length < BLOCKS_MAX)
      blocks.push({ type: lang, template: String('text' in token ? token.text : '') });
    else rest += token.raw;
  }
  const names = new Map<string, string>();
  for (const { template } of blocks) {
    for (const [, , name, meaning = ''] of template.matchAll(PLACEHOLDER))
      if (name !== undefined) names.set(name, names.get(name) || meaning.trim());
  }
  const properties = Object.fromEntries(
    [...names].map(([name, description]) => [name, description === '' ? {} : { description }]),
  );
  return { instruction: rest.trim(), blocks, parameters: { type: 'object', properties, required: [...names.keys()] } };
}

/** A search text with its arguments. A secret has no place in it. */
export function fillText(template: string, args: JsonObject): string {
  return fill(template, { args, secrets: new Map() }, toText).trim();
}

/** Names of the secrets that a block wants. */
export function secretNames(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, secret]) => secret ?? []);
}

/** What stands for placeholders. */
export interface Filling {
  readonly args: JsonObject;
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Fills all places in one pass: what an argument says is never read for further placeholders, so no argument can ask
 * for a secret.
 */
function fill(
  template: string,
  { args, secrets }: Filling,
  write: (value: Json | undefined, whole: string, offset: number) => string,
): string {
  return template.replaceAll(
    PLACEHOLDER,
    (
      whole: string,
      secret: string | undefined,
      name: string | undefined,
      _meaning: string | undefined,
      offset: number,
    ) => write(secret === undefined ? args[name ?? ''] : secrets.get(secret), whole, offset),
  );
}

/** A block of a request, taken apart; nothing is filled in yet. */
interface RequestTemplate {
  readonly method: string;
  readonly address: string;
  readonly headerLines: readonly string[];
  readonly body: string;
}

/** First line method and address, then headers, then after an empty line the body. */
function readRequest(template: string): RequestTemplate {
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
export function misplacedArgument(template: string, args: JsonObject): string | undefined {
  const { address } = readRequest(template);
  const path = address.slice(0, maskPlaces(address).search(/[?#]|$/));
  const names = [...path.matchAll(PLACEHOLDER)].flatMap(([, , name]) => name ?? []);
  // A secret is its owner's own word, and stands for itself only: what is asked here is what arguments change.
  const filled = (chosen: readonly string[]): string =>
    path.replaceAll(PLACEHOLDER, (_whole, _secret: string | undefined, name: string | undefined) =>
      name !== undefined && chosen.includes(name) ? toText(args[name]) : 'x',
    );
  const original = filled([]);
  if (keepsSegments(original, filled(names))) return undefined;
  const culprit = names.find((name) => !keepsSegments(original, filled([name]))) ?? names[0] ?? '';
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
  const { method, address, headerLines, body } = readRequest(template);
  if (!METHODS.includes(method)) return `The method ${method} is not supported`;
  if (!/^https?:\/\/[^/?#{}\s@]+(?:[/?#]|$)/i.test(address))
    return 'The address must begin with http:// or https:// and a host of its own';
  const misplaced = misplacedArgument(template, filling.args);
  if (misplaced !== undefined) return misplaced;
  const headers: Record<string, string> = {};
  for (const line of headerLines) {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]+):[ \t]*(.*)$/.exec(line.trim()) ?? [];
    if (name === '') return `This is no header: ${line.trim()}`;
    if (!OWN_HEADERS.has(name.toLowerCase()))
      headers[name.toLowerCase()] = fill(value, filling, (each) => toText(each).replaceAll(/[^\x20-\x7e]+/g, ' '));
  }
  if (body !== '' && headers['content-type'] === undefined)
    headers['content-type'] = /^\s*[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method,
    url: fill(address, filling, (each) => percentEncode(toText(each))),
    headers,
    body: body === '' || method === 'GET' ? undefined : fillBody(body, headers['content-type'] ?? '', filling),
  };
}

function fillBody(body: string, type: string, filling: Filling): string {
  if (/\bjson\b/i.test(type)) {
    const masked = maskPlaces(body);
    return fill(body, filling, (value, _whole, offset) =>
      isInString(masked, offset) ? JSON.stringify(toText(value)).slice(1, -1) : JSON.stringify(value ?? null),
    );
  }
  const isForm = /x-www-form-urlencoded/i.test(type);
  return fill(body, filling, (value) => (isForm ? percentEncode(toText(value)) : toText(value)));
}

/** Whether a place of a JSON text is within a string: an odd number of quotes that are not escaped stand before it. */
function isInString(json: string, offset: number): boolean {
  return (json.slice(0, offset).match(/\\.|"/gs) ?? []).filter((each) => each === '"').length % 2 === 1;
}

/** The template with each place blotted out, at its length: what is left is the author's, at the same offsets. */
function maskPlaces(template: string): string {
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

/** Tokens of a text; one that the reader gives up on is plain. */
function lex(text: string): readonly { type: string; raw: string }[] {
  try {
    return Lexer.lex(text, { gfm: true });
  } catch {
    return [{ type: 'paragraph', raw: text }];
  }
}
