import type { Message } from '../api/message';
import type { ToolPart } from '../api/parts';
import type { Json } from '../lib/json';
import { parseJson } from './readEvents';

/** The role of an author, as in every chat protocol. */
export function roleOf(message: Message): 'user' | 'assistant' {
  // Context has no more weight than a visitor's message: it may come from the page's address.
  return ['user', 'input', 'context'].includes(message.type) ? 'user' : 'assistant';
}

/** Words, and the tools that were called after them. */
export interface Turn {
  readonly text: string;
  readonly tools: readonly ToolPart[];
}

/** A message in turns: protocols want the results of tools before the words that follow them. */
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

/** What a tool has answered, as text for a model. */
export function toolResult({ output, error, state }: ToolPart): string {
  if (state !== 'done') return JSON.stringify({ error: error ?? 'It did not work' });
  return typeof output === 'string' ? output : JSON.stringify(output ?? null);
}

/** Arguments of a call as models write them: JSON text, which may be empty. */
export function readArguments(text: string): Json {
  return toJson(parseJson(text)) ?? (text === '' ? {} : text);
}

/** A value that was read from JSON. Whoever keeps it checks it. */
export function toJson(value: unknown): Json | undefined {
  return value as Json | undefined;
}

/** The pictures of a message that a backend can reach by their addresses. */
export function picturesOf({ attachments }: Message): readonly string[] {
  return (attachments ?? []).flatMap(({ type, url }) => (type.startsWith('image/') && url ? [url] : []));
}
