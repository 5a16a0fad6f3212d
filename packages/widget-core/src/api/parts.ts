import * as v from 'valibot';
import { jsonSchema, type Json } from '../lib/json';

/** Milliseconds since the epoch. */
const timeSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How far a call of a tool has come. `asking`: the visitor decides whether it may run. */
export const TOOL_STATES = [
  'preparing',
  'asking',
  'running',
  'done',
  'failed',
  'refused',
] as const satisfies ToolState[];
/** How far a call of a tool has come. `asking`: the visitor decides whether it may run. */
export type ToolState = 'preparing' | 'asking' | 'running' | 'done' | 'failed' | 'refused';

/**
 * Largest `parts` of one message, in bytes of JSON (64 KiB); beyond it inputs and outputs are left out, the largest
 * first.
 */
export const PARTS_MAX_BYTES = 65_536;

/** Words of the reply. The text of a message is its text parts, one after the other. */
export const textPartSchema = v.object({ type: v.literal('text'), text: v.string() });

/**
 * The model's reasoning before its reply. Empty where the owner does not show it: then only its duration is known.
 */
/**
 * What visitors see of what a model thinks before it replies: how long it takes (`hidden`), the text folded up, or the
 * text open.
 */
export const REASONING = ['hidden', 'folded', 'open'] as const;
/** One of `REASONING`. */
export type Reasoning = (typeof REASONING)[number];

export const reasoningPartSchema = v.object({
  type: v.literal('reasoning'),
  text: v.string(),
  startedAt: timeSchema,
  endedAt: v.nullish(timeSchema),
});

/** A call of a function or an ability, where it happened. */
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

/** Words of the reply. The text of a message is its text parts, one after the other. Markdown. */
export interface TextPart {
  type: 'text';
  text: string;
}

/**
 * The model's reasoning before its reply. `text` is empty where the owner does not show it. Times in milliseconds since
 * the epoch.
 */
export interface ReasoningPart {
  type: 'reasoning';
  text: string;
  startedAt: number;
  endedAt?: number | null | undefined;
}

/** A call of a function or an ability, where it happened. Times in milliseconds since the epoch. */
export interface ToolPart {
  type: 'tool';
  /** The model's name of the call: one part a call. */
  callId: string;
  name: string;
  /** What it does, in the owner's words. Without one, visitors see only that something is done. */
  title?: string | null | undefined;
  state: ToolState;
  /** Arguments and result: only for readers who may see them. */
  input?: Json | undefined;
  output?: Json | undefined;
  /** Why it failed or was refused, fit to be shown. */
  error?: string | null | undefined;
  /** Id of the MCP App that draws the result (`content.fetchApp`). */
  app?: string | null | undefined;
  /** What a transport in the browser has kept with the call, to send it back with it. */
  more?: Json | undefined;
  startedAt: number;
  endedAt?: number | null | undefined;
}

/** What a reply is made of, in the order in which it happened. */
export type MessagePart = TextPart | ReasoningPart | ToolPart;

/** What the bot did between its words. */
export type StepPart = Exclude<MessagePart, TextPart>;

/** Whether a part is something the bot did, and no words. */
export function isStep(part: MessagePart): part is StepPart {
  return part.type !== 'text';
}

/** The words of parts, one after the other. */
export function joinText(parts: readonly MessagePart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Parts and one more. Words go on where words came last, so that no two text parts stand side by side. */
export function addPart(parts: readonly MessagePart[], part: MessagePart): MessagePart[] {
  const last = parts.at(-1);
  return last?.type === 'text' && part.type === 'text'
    ? [...parts.slice(0, -1), { type: 'text', text: last.text + part.text }]
    : [...parts, part];
}

/** What a message is made of: its parts, or its text where they have no words. */
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

/** Parts from outside. A kind that is not known here is skipped, so an older widget survives a newer server. */
export const partsSchema: v.GenericSchema<unknown[], MessagePart[]> = v.pipe(
  v.array(v.unknown()),
  v.transform((parts) =>
    parts.flatMap((part): MessagePart[] => {
      const read = v.safeParse(partSchema, part);
      return read.success ? [read.output] : [];
    }),
  ),
);
