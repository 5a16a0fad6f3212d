import type { Json, MessagePart, ReasoningPart, ReplyEvent, ToolPart } from '@sotto/widget-core/api';
import { PARTS_MAX_BYTES, REASONING, takeText } from '@sotto/widget-core/internal/server';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { createTextBuffer, type TextBuffer } from '../../model/textBuffer';
import type { TurnEvent } from '../../model/turnEvents';

/** Collects the parts of a streaming reply. */
export interface ReplyParts {
  /** Whether the model is reasoning at the moment. */
  readonly isThinking: boolean;
  /** Whether a tool runs at this moment. */
  readonly isToolRunning: boolean;
  /** Adds an event; `now` in milliseconds since the epoch. */
  add(event: TurnEvent | Extract<ReplyEvent, { type: 'reasoningEnd' }>, now: number): void;
  /** Removes the last `length` characters of the text. @returns them */
  takeBack(length: number): string;
  /** Concatenated text parts. */
  text(): string;
  /** All parts, as if the reply ended now: a running tool has failed. Undefined if there is only text. */
  end(now: number): MessagePart[] | undefined;
}

type OpenPart =
  | { readonly type: 'text'; readonly text: TextBuffer }
  | (Omit<ReasoningPart, 'text'> & { readonly text: TextBuffer })
  | ToolPart;

/** @param earlier - parts of the message being continued */
export function createReplyParts(earlier: readonly MessagePart[] = []): ReplyParts {
  const parts = earlier.map(reopen);

  function thinking(): Extract<OpenPart, { type: 'reasoning' }> | undefined {
    const last = parts.at(-1);
    return last?.type === 'reasoning' && typeof last.endedAt !== 'number' ? last : undefined;
  }
  function endThinking(now: number): void {
    const part = thinking();
    if (part) part.endedAt = now;
  }
  function addText(text: string, now: number): void {
    if (text === '') return;
    endThinking(now);
    const last = parts.at(-1);
    const open = last?.type === 'text' ? last : { type: 'text' as const, text: createTextBuffer() };
    if (open !== last) parts.push(open);
    open.text.add(text);
  }
  function addReasoning(text: string, now: number): void {
    const open = thinking() ?? { type: 'reasoning' as const, text: createTextBuffer(), startedAt: now };
    if (open !== parts.at(-1)) parts.push(open);
    open.text.add(text);
  }

  return {
    get isThinking() {
      return thinking() !== undefined;
    },
    get isToolRunning() {
      return parts.some((part) => part.type === 'tool' && part.state === 'running');
    },
    add(event, now) {
      switch (event.type) {
        case 'token':
          addText(event.data.token, now);
          break;
        case 'reasoningToken':
          addReasoning(event.data.token, now);
          break;
        case 'reasoningEnd':
          endThinking(now);
          break;
        case 'toolBegin':
          endThinking(now);
          parts.push({ type: 'tool', ...event.data, state: 'running', startedAt: now });
          break;
        case 'toolEnd': {
          const { callId, durationMs: _, ...end } = event.data;
          // A model may use the same id for several calls.
          const part = parts.findLast(
            (each): each is ToolPart => each.type === 'tool' && each.callId === callId && each.state === 'running',
          );
          if (part) Object.assign(part, end, { endedAt: now });
          break;
        }
        default:
          break;
      }
    },
    takeBack(length) {
      const rest = takeText(
        parts.map((part) => (part.type === 'tool' ? part : { ...part, text: part.text.whole() })),
        length,
      );
      parts.splice(0, parts.length, ...rest.parts.map(reopen));
      return rest.text;
    },
    text: () => parts.map((part) => (part.type === 'text' ? part.text.whole() : '')).join(''),
    end: (now) =>
      parts.every(({ type }) => type === 'text') ? undefined : fitParts(parts.map((part) => close(part, now))),
  };
}

function reopen(part: MessagePart): OpenPart {
  if (part.type === 'tool') return { ...part };
  const text = createTextBuffer();
  text.add(part.text);
  return { ...part, text };
}

function close(part: OpenPart, now: number): MessagePart {
  if (part.type === 'tool') return part.state === 'running' ? { ...part, state: 'failed', endedAt: now } : { ...part };
  if (part.type === 'text') return { type: 'text', text: part.text.whole() };
  return { ...part, text: part.text.whole(), endedAt: part.endedAt ?? now };
}

/**
 * What may be dropped from parts that are too large, in this order. Text is kept, because it is the message's text.
 */
const LEFT_OUT = ['output', 'input', 'reasoning'] as const;

/** Reduces parts to the maximum size: drops outputs, then inputs, then reasoning, largest first. */
export function fitParts(parts: readonly MessagePart[], maxBytes: number = PARTS_MAX_BYTES): MessagePart[] {
  const fitting = [...parts];
  let left = byteLength(parts) - maxBytes;
  for (const kind of LEFT_OUT) {
    const sizes = fitting
      .map((part, index) => ({ index, bytes: sizeOf(part, kind) }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes);
    for (const { index, bytes } of sizes) {
      const part = fitting[index];
      if (left <= 0 || !part) return fitting;
      fitting[index] = without(part, kind);
      left -= bytes;
    }
  }
  return fitting;
}

/** Bytes of JSON saved without a field. */
function sizeOf(part: MessagePart, kind: (typeof LEFT_OUT)[number]): number {
  return byteLength(part) - byteLength(without(part, kind));
}

function without(part: MessagePart, kind: (typeof LEFT_OUT)[number]): MessagePart {
  if (kind === 'reasoning') return part.type === 'reasoning' ? { ...part, text: '' } : part;
  return part.type === 'tool' ? withoutFields(part, [kind]) : part;
}

function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Whether the owner shows the model's reasoning; by default only its duration. */
export function showsReasoning({ config }: Pick<Widget, 'config'>): boolean {
  return REASONING.some((name) => name !== 'hidden' && name === config['reasoning']);
}

/** A reader's permissions. */
export interface PartsReader {
  /** Whether the reader receives the bot's steps. */
  readonly isVerbose: boolean;
  /** Whether the reader receives inputs and outputs of tools. */
  readonly seesToolResults: boolean;
  /** Whether the reader receives the model's reasoning. @default false */
  readonly seesReasoning?: boolean | undefined;
}

/** Filters parts for a reader. @returns undefined if only text is left */
export function showParts(
  parts: readonly MessagePart[],
  { isVerbose, seesToolResults, seesReasoning = false }: PartsReader,
): MessagePart[] | undefined {
  if (!isVerbose || parts.every(({ type }) => type === 'text')) return undefined;
  return parts.map((part) => {
    if (part.type === 'reasoning') return seesReasoning ? part : { ...part, text: '' };
    return part.type === 'tool' && !seesToolResults ? withoutFields(part, ['input', 'output']) : part;
  });
}

function withoutFields(part: ToolPart, fields: readonly ('input' | 'output')[]): ToolPart {
  const shown = { ...part };
  for (const field of fields) Reflect.deleteProperty(shown, field);
  return shown;
}

/** A JSON value for any database: without lone surrogates, which streaming text may end with, and without NUL. */
export function toStorable<Value>(value: Value): Value {
  const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '');
  const clean = (_key: string, each: Json): Json => {
    if (typeof each === 'string') return cleanText(each);
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [cleanText(key), inner]));
  };
  return JSON.parse(JSON.stringify(value, clean)) as Value;
}
