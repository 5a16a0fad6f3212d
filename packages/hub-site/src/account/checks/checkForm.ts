import type { CheckTurn, Expectation } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import { cutText } from '@sotto/widget-core/internal/server';

/** Questions and expectations that a form has room for, besides those that it shows: it works without scripts. */
export const SPARE_EXPECTATIONS = 2;

/** Kinds of expectations, with their labels. */
export const EXPECTATIONS = [
  ['contains', 'contains the text'],
  ['excludes', 'does not contain the text'],
  ['source', 'has the source (name or address)'],
  ['calls', 'calls the ability'],
  ['asks', 'asks before it changes something'],
  ['refuses', 'declines'],
  ['language', 'is in the language (such as de)'],
  ['judge', 'makes this sentence true (a language model judges)'],
] as const;
type Kind = (typeof EXPECTATIONS)[number][0];

/** An expectation as two fields of a form. */
export interface Row {
  readonly kind: string;
  readonly value: string;
}

/** Converts an expectation for a form: arguments of a call follow its name, as `number=12`. */
export function toRow(expectation: Expectation): Row {
  const [kind = '', value] = Object.entries(expectation).find(([name]) => name !== 'arguments') ?? [];
  const args = 'calls' in expectation ? Object.entries(expectation.arguments ?? {}) : [];
  const shown = args.map(([name, argument]) => ` ${name}=${writeArgument(argument)}`).join('');
  return { kind, value: value === true ? '' : `${String(value)}${shown}` };
}

function writeArgument(value: Json): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) && readJson(value) === undefined
    ? value
    : JSON.stringify(value);
}

/** Most characters of a name. */
export const NAME_MAX = 200;

/**
 * Reads a form with names `ask-0`, `kind-0-0`, `value-0-0`; rows without a value are left out. A check without a name
 * is named after its first question.
 */
export function readCheckForm(form: URLSearchParams): { name: string; turns: JsonObject[] } {
  const turns: JsonObject[] = [];
  for (let index = 0; form.has(`ask-${String(index)}`); index += 1) {
    const ask = form.get(`ask-${String(index)}`)?.trim() ?? '';
    if (ask !== '') turns.push({ ask, expect: readRows(form, index) });
  }
  const name = form.get('name')?.trim() || (form.get('ask-0') ?? '').replace(/\s+/g, ' ').trim();
  return { name: cutText(name, NAME_MAX), turns };
}

function readRows(form: URLSearchParams, turn: number): JsonObject[] {
  const rows: JsonObject[] = [];
  for (let index = 0; form.has(`kind-${String(turn)}-${String(index)}`); index += 1) {
    const kind = form.get(`kind-${String(turn)}-${String(index)}`) as Kind | '';
    const value = form.get(`value-${String(turn)}-${String(index)}`)?.trim() ?? '';
    if (kind === 'asks' || kind === 'refuses') rows.push({ [kind]: true });
    else if (kind === 'calls' && value !== '') rows.push(readCall(value));
    else if (kind !== '' && value !== '') rows.push({ [kind]: value });
  }
  return rows;
}

const ARGUMENT = /\s+(\w+)=("(?:[^"\\]|\\.)*"|\{.*\}|\[.*\]|[^\s"=]+)$/;

/** `Order status number=12`: arguments from the end, then the name. */
function readCall(text: string): JsonObject {
  const args: [string, Json][] = [];
  let rest = text;
  for (let found = ARGUMENT.exec(rest); found; found = ARGUMENT.exec(rest)) {
    const [whole, name = '', value = ''] = found;
    args.unshift([name, readJson(value) ?? value]);
    rest = rest.slice(0, -whole.length);
  }
  return { calls: rest, ...(args.length > 0 && { arguments: Object.fromEntries(args) }) };
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Values of a form that shows these turns. */
export function checkFields(name: string, turns: readonly CheckTurn[]): URLSearchParams {
  const fields = new URLSearchParams({ name });
  turns.forEach(({ ask, expect }, index) => {
    fields.set(`ask-${String(index)}`, ask);
    expect.map(toRow).forEach(({ kind, value }, row) => {
      fields.set(`kind-${String(index)}-${String(row)}`, kind);
      fields.set(`value-${String(index)}-${String(row)}`, value);
    });
  });
  return fields;
}
