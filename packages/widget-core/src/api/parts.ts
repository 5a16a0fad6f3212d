import * as v from 'valibot';
import { jsonSchema, type Json } from '../lib/json';

/** Milliseconds since the epoch. */
const timeSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** State of a tool call. `asking`: waits for the visitor's approval. */
export const TOOL_STATES = [
  'preparing',
  'asking',
  'running',
  'done',
  'failed',
  'refused',
] as const satisfies ToolState[];
/** State of a tool call. `asking`: waits for the visitor's approval. */
export type ToolState = 'preparing' | 'asking' | 'running' | 'done' | 'failed' | 'refused';

/**
 * Maximum size of a message's `parts`, in bytes of JSON (64 KiB); above it inputs and outputs are removed, the largest
 * first.
 */
export const PARTS_MAX_BYTES = 65_536;

/** Text of the reply. A message's text is the concatenation of its text parts. */
export const textPartSchema = v.object({ type: v.literal('text'), text: v.string() });

/** The model's reasoning before its reply. Empty if the owner does not show it: then only its duration is known. */
/** How much visitors see of a model's reasoning: its duration (`hidden`), the collapsed text, or the expanded text. */
export const REASONING = ['hidden', 'folded', 'open'] as const;
/** One of `REASONING`. */
export type Reasoning = (typeof REASONING)[number];

export const reasoningPartSchema = v.object({
  type: v.literal('reasoning'),
  text: v.string(),
  startedAt: timeSchema,
  endedAt: v.nullish(timeSchema),
});

/** A call of a function or ability, at its position in the reply. */
export const toolPartSchema = v.object({
  type: v.literal('tool'),
  callId: v.string(),
  name: v.string(),
  title: v.nullish(v.string()),
  state: v.picklist(TOOL_STATES),
  input: v.optional(jsonSchema),
  output: v.optional(jsonSchema),
  error: v.nullish(v.string()),
  app: v.nullish(v.string()),
  more: v.optional(jsonSchema),
  startedAt: timeSchema,
  endedAt: v.nullish(timeSchema),
});

/** Text of the reply, in Markdown. A message's text is the concatenation of its text parts. */
export interface TextPart {
  type: 'text';
  text: string;
}

/**
 * The model's reasoning before its reply. `text` is empty if the owner does not show it. Times in milliseconds since
 * the epoch.
 */
export interface ReasoningPart {
  type: 'reasoning';
  text: string;
  startedAt: number;
  endedAt?: number | null | undefined;
}

/** A call of a function or ability, at its position in the reply. Times in milliseconds since the epoch. */
export interface ToolPart {
  type: 'tool';
  /** The model's id of the call; each call has one part. */
  callId: string;
  name: string;
  /** Description by the owner. Without it, visitors see only that something is being done. */
  title?: string | null | undefined;
  state: ToolState;
  /** Arguments and result: only for readers who are permitted to see them. */
  input?: Json | undefined;
  output?: Json | undefined;
  /** User-facing reason why it failed or was refused. */
  error?: string | null | undefined;
  /** Id of the MCP App that renders the result (`content.fetchApp`). */
  app?: string | null | undefined;
  /** Data of a browser transport, stored with the call and sent back with it. */
  more?: Json | undefined;
  startedAt: number;
  endedAt?: number | null | undefined;
}

/** A part of a reply; parts are in chronological order. */
export type MessagePart = TextPart | ReasoningPart | ToolPart;

/** An action of the bot between its text parts. */
export type StepPart = Exclude<MessagePart, TextPart>;

/** Whether a part is an action of the bot rather than text. */
export function isStep(part: MessagePart): part is StepPart {
  return part.type !== 'text';
}

/** The text of all parts. */
export function joinText(parts: readonly MessagePart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Appends a part. Text is merged into a preceding text part, so that text parts are never adjacent. */
export function addPart(parts: readonly MessagePart[], part: MessagePart): MessagePart[] {
  const last = parts.at(-1);
  return last?.type === 'text' && part.type === 'text'
    ? [...parts.slice(0, -1), { type: 'text', text: last.text + part.text }]
    : [...parts, part];
}

/** The parts of a message, or its text if the parts contain none. */
export function messageParts({
  text,
  parts,
}: {
  readonly text: string;
  readonly parts?: readonly MessagePart[] | null | undefined;
}): readonly MessagePart[] {
  const known = parts ?? [];
  return text === '' || !known.every(isStep) ? known : [...known, { type: 'text', text }];
}

export const partSchema = v.union([textPartSchema, reasoningPartSchema, toolPartSchema]);

/** Parts from outside. Unknown kinds are skipped, so that an older widget works with a newer server. */
export const partsSchema: v.GenericSchema<unknown[], MessagePart[]> = v.pipe(
  v.array(v.unknown()),
  v.transform((parts) =>
    parts.flatMap((part): MessagePart[] => {
      const read = v.safeParse(partSchema, part);
      return read.success ? [read.output] : [];
    }),
  ),
);
