import type { AbilityRequest } from '@sotto/hub-api';
import { parseJson, type Json, type JsonObject } from '@sotto/widget-core/api';

/** Repeated parts of the form; their fields are named by prefix, number and column, such as `q0-name`. */
export const ROWS = {
  arguments: { prefix: 'a', columns: ['name', 'type', 'about', 'needed', 'options', 'schema'] },
  query: { prefix: 'q', columns: ['name', 'value', 'put'] },
  headers: { prefix: 'h', columns: ['name', 'value', 'put'] },
} as const;
export type RowsName = keyof typeof ROWS;
/** One row of the form, by column. */
export type Row = Readonly<Record<string, string>>;

/** Most rows of a part; the server has the same limit. */
const ROWS_MAX = 100;

/** Rows of a submitted form that contain something, in their order. */
export function readRows(form: URLSearchParams, name: RowsName): Row[] {
  const { prefix, columns } = ROWS[name];
  const rows: Row[] = [];
  for (let index = 0; index < ROWS_MAX; index += 1) {
    const row = Object.fromEntries(columns.map((column) => [column, form.get(`${prefix}${index}-${column}`) ?? '']));
    if (['name', 'value', 'about', 'put'].some((column) => (row[column] ?? '').trim() !== '')) rows.push(row);
  }
  return rows;
}

/** Rows of a stored request. */
export function storedRows(request: AbilityRequest | null | undefined, name: RowsName): Row[] {
  if (name !== 'arguments') return (request?.[name] ?? []).map((pair) => ({ ...pair, put: '' }));
  return (request?.arguments ?? []).map(({ name: own, type, description, isRequired, options = [], schema }) => ({
    name: own,
    type,
    about: description,
    needed: isRequired ? 'yes' : 'no',
    options: options.join('\n'),
    schema: schema ? JSON.stringify(schema, null, 2) : '',
  }));
}

/** Whether a form has the fields of a request, not its text. */
export function hasRequest(form: URLSearchParams): boolean {
  return form.has('address');
}

/** The request of a submitted form, for the API. What was picked beside a value is appended to it. */
export function readRequest(form: URLSearchParams): JsonObject {
  const picked = (name: string): string => (form.get(name) ?? '') + (form.get(`${name}-put`) ?? '');
  const pairs = (name: 'query' | 'headers'): Json[] =>
    readRows(form, name).map((row) => ({
      name: (row['name'] ?? '').trim(),
      value: ((row['value'] ?? '') + (row['put'] ?? '')).trim(),
    }));
  return {
    method: form.get('method') ?? 'GET',
    address: picked('address').trim(),
    query: pairs('query'),
    headers: pairs('headers'),
    body: picked('body').replaceAll(/\r\n?/g, '\n').trimEnd(),
    arguments: readRows(form, 'arguments').map(readArgument),
    note: (form.get('note') ?? '').replaceAll(/\r\n?/g, '\n').trim(),
  };
}

/** The order of the members is the schema's, so that an unchanged row has the stored row's digest. */
function readArgument({ name = '', type = '', about = '', needed = '', options = '', schema = '' }: Row): JsonObject {
  return {
    name: name.trim(),
    type: type || 'text',
    description: about.trim(),
    isRequired: needed !== 'no',
    ...(type === 'choice' && {
      options: options
        .split(/[\r\n,]+/)
        .map((option) => option.trim())
        .filter((option) => option !== ''),
    }),
    // Invalid JSON stays text and is rejected by the schema.
    ...(type === 'schema' && { schema: (parseJson(schema) as Json | undefined) ?? schema }),
  };
}

/** A form after a button that changes its rows; undefined for other buttons. */
export function withRows(form: URLSearchParams): URLSearchParams | undefined {
  const [, does, prefix, index] = /^(add|remove)-([aqh])(\d{0,3})$/.exec(form.get('do') ?? '') ?? [];
  if (does === undefined) return undefined;
  const kept = [...form].filter(([name]) => does === 'add' || !name.startsWith(`${prefix ?? ''}${index ?? ''}-`));
  return new URLSearchParams(kept);
}

/** A key or token that was typed into the form: it becomes a secret, and the header sends it. */
export interface NewKey {
  readonly name: string;
  readonly value: string;
}

/** Reads the key of a form. @param taken - names of the secrets that there are */
export function readKey(form: URLSearchParams, taken: readonly string[]): NewKey | undefined {
  const typed = (form.get('key-value') ?? '').trim();
  if (typed === '') return undefined;
  const isBasic = form.get('key-as') === 'basic';
  return {
    name: (form.get('key-name') ?? '').trim() || freeName(form.get('address') ?? '', taken),
    value: isBasic ? Buffer.from(typed).toString('base64') : typed,
  };
}

/** The form with a header that sends the secret, and without the key itself. */
export function withKeyHeader(form: URLSearchParams, secret: string): URLSearchParams {
  const header = (form.get('key-header') ?? '').trim() || 'Authorization';
  const as = form.get('key-as') ?? 'bearer';
  const value = `${as === 'bearer' ? 'Bearer ' : as === 'basic' ? 'Basic ' : ''}{{secret.${secret}}}`;
  const rows = readRows(form, 'headers').filter(({ name = '' }) => name.trim().toLowerCase() !== header.toLowerCase());
  const changed = new URLSearchParams([...form].filter(([name]) => !/^(?:h\d+|key)-/.test(name)));
  for (const [index, row] of [...rows, { name: header, value, put: '' }].entries())
    for (const [column, text] of Object.entries(row)) changed.set(`h${index}-${column}`, text);
  return changed;
}

/** A name for the key of a host, such as `API_EXAMPLE_COM_KEY`. */
function freeName(address: string, taken: readonly string[]): string {
  const [, host = 'service'] = /^https?:\/\/(?:www\.)?([^/?#:{}]+)/i.exec(address.trim()) ?? [];
  const plain = `${host.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_KEY`.replace(/^(?=\d)/, '_').slice(0, 58);
  let name = plain;
  for (let count = 2; taken.includes(name); count += 1) name = `${plain}_${count}`;
  return name;
}
