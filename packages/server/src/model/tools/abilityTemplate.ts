import type { Json, JsonObject } from '@sotto/widget-core/api';
import { Lexer } from 'marked';

/** A block of an instruction that is executed when the ability is chosen. */
export type AbilityBlock = { readonly type: 'fetch'; readonly template: string } | { readonly type: 'search'; readonly template: string };

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

/** `{{name}}` or `{{name: what it means}}` for an argument of the model, `{{secret.NAME}}` for a secret of the skillset. */
const PLACEHOLDER = /\{\{\s*(?:secret\.([A-Za-z_][A-Za-z0-9_]{0,63})|([A-Za-z_][A-Za-z0-9_]{0,63}))\s*(?::([^{}\n]{0,200}))?\}\}/g;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers that belong to the connection, not to the request's author. */
const OWN_HEADERS = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect', 'proxy-authorization', 'accept-encoding']);
/** Most blocks of one ability. */
const BLOCKS_MAX = 5;

/** Reads an instruction: fenced blocks named `fetch` and `search` are executed, everything else is told to the model. */
export function readAbility(instruction: string): AbilityTemplate {
  const blocks: AbilityBlock[] = [];
  let rest = '';
  for (const token of lex(instruction)) {
    const lang = token.type === 'code' && 'lang' in token && typeof token.lang === 'string' ? token.lang.trim() : '';
    if ((lang === 'fetch' || lang === 'search') && blocks.length < BLOCKS_MAX) blocks.push({ type: lang, template: String('text' in token ? token.text : '') });
    else rest += token.raw;
  }
  const names = new Map<string, string>();
  for (const { template } of blocks) {
    for (const [, , name, meaning = ''] of template.matchAll(PLACEHOLDER)) if (name !== undefined) names.set(name, names.get(name) || meaning.trim());
  }
  const properties = Object.fromEntries([...names].map(([name, description]) => [name, description === '' ? {} : { description }]));
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

/** Fills all places in one pass: what an argument says is never read for further placeholders, so no argument can ask for a secret. */
function fill(template: string, { args, secrets }: Filling, write: (value: Json | undefined, whole: string, offset: number) => string): string {
  return template.replaceAll(PLACEHOLDER, (whole: string, secret: string | undefined, name: string | undefined, _meaning: string | undefined, offset: number) =>
    write(secret === undefined ? args[name ?? ''] : secrets.get(secret), whole, offset),
  );
}

/**
 * A request with its arguments: first line method and address, then headers, then after an empty line the body.
 *
 * An argument cannot leave its place: in the address it is percent-encoded, in a header it is one line, in a JSON body it is JSON. Scheme and
 * host are the author's own words, so no argument chooses where the request goes, nor a secret with it.
 *
 * @returns a sentence instead when the block is no request
 */
export function fillRequest(template: string, filling: Filling): FilledRequest | string {
  const missing = secretNames(template).find((name) => !filling.secrets.has(name));
  if (missing !== undefined) return `The secret ${missing} is not set`;
  const [head = '', ...bodyParts] = template.replaceAll('\r\n', '\n').trim().split(/\n[ \t]*\n/);
  const [first = '', ...headerLines] = head.split('\n');
  const [, method = 'GET', address = ''] = /^(?:([A-Z]+)[ \t]+)?(\S.*)$/.exec(first.trim()) ?? [];
  if (!METHODS.includes(method)) return `The method ${method} is not supported`;
  if (!/^https?:\/\/[^/?#{}\s@]+(?:[/?#]|$)/i.test(address)) return 'The address must begin with http:// or https:// and a host of its own';
  const headers: Record<string, string> = {};
  for (const line of headerLines) {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]+):[ \t]*(.*)$/.exec(line.trim()) ?? [];
    if (name === '') return `This is no header: ${line.trim()}`;
    if (!OWN_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = fill(value, filling, (each) => toText(each).replaceAll(/[^\x20-\x7e]+/g, ' '));
  }
  const body = bodyParts.join('\n\n');
  if (body !== '' && headers['content-type'] === undefined) headers['content-type'] = /^\s*[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method,
    url: fill(address, filling, (each) => encodeURIComponent(toText(each))),
    headers,
    body: body === '' || method === 'GET' ? undefined : fillBody(body, headers['content-type'] ?? '', filling),
  };
}

function fillBody(body: string, type: string, filling: Filling): string {
  if (/\bjson\b/i.test(type)) {
    return fill(body, filling, (value, whole, offset) => {
      const isQuoted = body[offset - 1] === '"' && body[offset + whole.length] === '"';
      return isQuoted ? JSON.stringify(toText(value)).slice(1, -1) : JSON.stringify(value ?? null);
    });
  }
  const isForm = /x-www-form-urlencoded/i.test(type);
  return fill(body, filling, (value) => (isForm ? encodeURIComponent(toText(value)) : toText(value)));
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
