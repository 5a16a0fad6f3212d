import type { Message } from '../api/message';
import type { ToolPart } from '../api/parts';
import type { Json } from '../lib/json';
import { parseJson } from './readEvents';

/** The role of a message's author, as in every chat protocol. */
export function roleOf(message: Message): 'user' | 'assistant' {
  // Context has the same weight as a visitor's message, because it may come from the page's URL.
  return ['user', 'input', 'context'].includes(message.type) ? 'user' : 'assistant';
}

/** Text, and the tools that were called after it. */
export interface Turn {
  readonly text: string;
  readonly tools: readonly ToolPart[];
}

/** Splits a message into turns: protocols require the results of tools before the text that follows them. */
export function toTurns({ text, parts }: Message): readonly Turn[] {
  if (!parts) return [{ text, tools: [] }];
  const turns: { text: string; tools: ToolPart[] }[] = [{ text: '', tools: [] }];
  for (const part of parts) {
    const last = turns.at(-1);
    if (part.type === 'text') {
      if (last && last.tools.length === 0) last.text += part.text;
      else turns.push({ text: part.text, tools: [] });
    } else if (part.type === 'tool') last?.tools.push(part);
  }
  return turns;
}

/** A tool's result as text for a model. */
export function toolResult({ output, error, state }: ToolPart): string {
  if (state !== 'done') return JSON.stringify({ error: error ?? 'It did not work' });
  return typeof output === 'string' ? output : JSON.stringify(output ?? null);
}

/** Parses a call's arguments, which models write as JSON text, possibly empty. */
export function readArguments(text: string): Json {
  return toJson(parseJson(text)) ?? (text === '' ? {} : text);
}

/** A value that was parsed from JSON. It is validated before it is stored. */
export function toJson(value: unknown): Json | undefined {
  return value as Json | undefined;
}

/** The pictures of a message that have URLs a backend can reach. */
export function picturesOf({ attachments }: Message): readonly string[] {
  return (attachments ?? []).flatMap(({ type, url }) => (type.startsWith('image/') && url ? [url] : []));
}
