import { cleanText } from '../lib/cleanText';
import type { JsonObject } from '../lib/json';
import type { CompletedCall } from './completedCall';
import { fieldsOf, numberIn, textIn, type Fields } from './fields';

/** A tool call whose fragments are still arriving. */
interface OpenCall {
  readonly index: number | string | undefined;
  id: string;
  name: string;
  text: string;
  more: Fields;
  moreOfFunction: Fields;
}

/** Joins the fragments of tool calls. */
export interface CallGatherer {
  readonly add: (fragment: Fields) => void;
  /** The calls so far; calls without a name are ignored. */
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
      // Some servers send the arguments as an object.
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
 * Finds the call that a fragment belongs to; undefined if it starts a new one.
 *
 * OpenAI sends the id and the name once, with an index. Gemini omits the index, Ollama and bridges give every call the
 * index 0, and others repeat the id or send an empty one.
 */
function findCall(calls: readonly OpenCall[], fragment: Pick<OpenCall, 'index' | 'id' | 'name' | 'text'>) {
  const { index, id, name, text } = fragment;
  const isOther = (call: OpenCall): boolean => name !== '' && call.name !== '' && call.name !== name;
  const known = calls.findLast(
    (call) => call.id === id && (index === undefined || call.index === undefined || call.index === index),
  );
  // Bridges use the function's name as the id of every call.
  if (id !== '' && known && !isOther(known))
    return name !== '' && startsNewCall(known, text) && !repeats(known, text) ? undefined : known;
  const last = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
  if (!last) return id === '' && name === '' ? calls.findLast((call) => call.index === undefined) : undefined;
  // Only a part of the call has arrived so far.
  if (last.name === '' && (id === '' || last.id === '')) return last;
  if (name === '' && (id === '' || !isWhole(last.text))) return last;
  if (id !== '' && last.id !== '') return undefined;
  return isOther(last) || isWhole(last.text) ? undefined : last;
}

/** Whether arguments start a new call, because the previous call's are complete. */
function startsNewCall(call: OpenCall, text: string): boolean {
  return text.startsWith('{') && call.text.endsWith('}') && isWhole(call.text);
}

/** Whether arguments replace those of a call: some servers first send empty ones, or send the whole call again. */
function repeats(call: OpenCall, text: string): boolean {
  return (call.text === '{}' || call.text === text) && startsNewCall(call, text);
}

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

/** Removes characters that databases refuse. */
function toClean(fields: Fields): JsonObject {
  return JSON.parse(JSON.stringify(fields), (_key, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  ) as JsonObject;
}

/** Null means no change, so it must not overwrite earlier values. */
function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
