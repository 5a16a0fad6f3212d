import { cleanText } from '../lib/cleanText';
import type { JsonObject } from '../lib/json';
import type { CompletedCall } from './completedCall';
import { fieldsOf, numberIn, textIn, type Fields } from './fields';

/** A call of which fragments still come. */
interface OpenCall {
  readonly index: number | string | undefined;
  id: string;
  name: string;
  text: string;
  more: Fields;
  moreOfFunction: Fields;
}

/** Puts the fragments of tool calls together. */
export interface CallGatherer {
  readonly add: (fragment: Fields) => void;
  /** The calls so far; what has no name is none. */
  readonly calls: () => readonly CompletedCall[];
}

/** @see CallGatherer */
export function createCallGatherer(): CallGatherer {
  const open: OpenCall[] = [];
  return {
    add({ index: place, id: givenId, type: _type, function: made, ...more }) {
      const { name: givenName, arguments: piece, ...moreOfFunction } = fieldsOf(made);
      const index = numberIn(place) ?? (textIn(place) || undefined);
      const id = textIn(givenId);
      const name = textIn(givenName);
      // Some servers send an object.
      const text = textIn(piece) || (piece ? JSON.stringify(piece) : '');
      let call = findCall(open, { index, id, name, text });
      if (!call) open.push((call = { index, id, name, text: '', more: {}, moreOfFunction: {} }));
      call.id ||= id;
      call.name ||= name;
      call.text = repeats(call, text) ? text : call.text + text;
      call.more = { ...call.more, ...withoutNull(more) };
      call.moreOfFunction = { ...call.moreOfFunction, ...withoutNull(moreOfFunction) };
    },
    calls() {
      const ids = new Set<string>();
      return open.filter(({ name }) => name !== '').map((call) => toCompleted(call, ids));
    },
  };
}

/**
 * The call that a fragment belongs to; undefined when it begins one.
 *
 * OpenAI sends the id and the name once, with an index. Gemini leaves the index out, Ollama and bridges give every call
 * the index 0, and others repeat the id, or send an empty one.
 */
function findCall(calls: readonly OpenCall[], fragment: Pick<OpenCall, 'index' | 'id' | 'name' | 'text'>) {
  const { index, id, name, text } = fragment;
  const isOther = (call: OpenCall): boolean => name !== '' && call.name !== '' && call.name !== name;
  const known = calls.findLast(
    (call) => call.id === id && (index === undefined || call.index === undefined || call.index === index),
  );
  // Bridges give every call the name of its function as id.
  if (id !== '' && known && !isOther(known))
    return name !== '' && beginsAnew(known, text) && !repeats(known, text) ? undefined : known;
  const last = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  if (!last) return id === '' && name === '' ? calls.findLast((call) => call.index === undefined) : undefined;
  // Nothing but a part of it has come so far.
  if (last.name === '' && (id === '' || last.id === '')) return last;
  if (name === '' && (id === '' || !isWhole(last.text))) return last;
  if (id !== '' && last.id !== '') return undefined;
  return isOther(last) || isWhole(last.text) ? undefined : last;
}

/** Whether arguments are no more of a call, which has all of its own. */
function beginsAnew(call: OpenCall, text: string): boolean {
  return text.startsWith('{') && call.text.endsWith('}') && isWhole(call.text);
}

/** Whether arguments stand for those of a call: some servers begin with empty ones, or send the whole call again. */
function repeats(call: OpenCall, text: string): boolean {
  return (call.text === '{}' || call.text === text) && beginsAnew(call, text);
}

/** Whether the arguments are complete. */
function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toCompleted({ id: given, name, text, more, moreOfFunction }: OpenCall, ids: Set<string>): CompletedCall {
  let id = given || `call_${Math.random().toString(36).slice(2, 10)}`;
  while (ids.has(id)) id += '_';
  ids.add(id);
  const kept = { ...more, ...(Object.keys(moreOfFunction).length > 0 && { function: moreOfFunction }) };
  return {
    id,
    name,
    arguments: text.trim() === '' ? '{}' : cleanText(text),
    ...(Object.keys(kept).length > 0 && { more: toClean(kept) }),
  };
}

/** Fields as every database takes them. */
function toClean(fields: Fields): JsonObject {
  return JSON.parse(JSON.stringify(fields), (_key, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  ) as JsonObject;
}

/** Null is "no news": it must not replace what came before. */
function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
