import type { ActivityMessage, Clock, Json, JsonObject, Reference, ReplyEvent } from '@sotto/widget-core/api';
import type { ModelMessage, ToolCall } from './chatModel';
import { createTextBuffer } from './textBuffer';
import type { TakeBack, TurnFinish } from './turnEvents';

/** Longest fields of a provider's own that are stored with a call, in characters of JSON. */
const MORE_MAX_LENGTH = 65_536;

/** A call of a function or its answer, as `meta.activity` of a stored message (contract 1.6). */
export interface Activity {
  readonly type: 'request' | 'response';
  readonly call: ToolCall;
  readonly args: JsonObject;
  readonly result?: Json;
  /** Where the caller may publish the answer, when the turn could not wait for it. */
  readonly channel?: string;
  /** What an MCP App draws (`KeptApp`). */
  readonly app?: JsonObject;
}

/** The stored part of a reply that is being continued. */
export interface EarlierText {
  readonly text: string;
  /** Numbered from 1 in this order; the continuation uses the next numbers. */
  readonly references: readonly Reference[];
  /** Whether it stopped among its words, and not after a tool: then the rest begins no new paragraph. */
  readonly isWithinText: boolean;
}

type ToolEndState = Extract<ReplyEvent, { type: 'toolEnd' }>['data']['state'];

/** What a turn has gathered so far. */
export interface TurnState {
  /** The prompt as it grows. */
  readonly messages: ModelMessage[];
  /**
   * Adds to the reply's text and gives the token to send: a new round of text after an earlier one begins a new
   * paragraph.
   */
  write(text: string, isFirstOfRound: boolean): string;
  /** The text of this round was none. */
  takeBack(): TakeBack;
  addTokens(count: number): void;
  /** Notes a source and gives its number, from 1. The same source keeps its number. */
  readonly cite: (reference: Reference) => number;
  activity(activity: Activity): { type: 'message'; data: ActivityMessage };
  /** Notes how a call ended. */
  ended(name: string, state: ToolEndState): void;
  /** Whether a tool failed, and did not work when it was called again. */
  readonly hasFailedTool: boolean;
  finish(reason: TurnFinish['data']['reason']): TurnFinish['data'];
}

/** The state of a turn at its start. @param earlier - the reply that it continues */
export function createTurnState(
  prompt: readonly ModelMessage[],
  clock: Clock,
  createId: (prefix: string) => string,
  earlier?: EarlierText,
): TurnState {
  const failedTools = new Set<string>();
  const references: Reference[] = [...(earlier?.references ?? [])];
  /** The text of earlier rounds, and of this one. */
  const text = createTextBuffer();
  let round = createTextBuffer();
  let roundStartedAt = 0;
  text.add(earlier?.text ?? '');
  let isWithinText = earlier?.isWithinText ?? false;
  let tokens = 0;

  function endRound(): void {
    const words = round.whole();
    if (words === '') return;
    text.add(words);
    round = createTextBuffer();
    isWithinText = false;
  }

  return {
    messages: [...prompt],
    write(piece, isFirstOfRound) {
      if (isFirstOfRound) {
        endRound();
        roundStartedAt = clock.now();
      }
      const token = isFirstOfRound && !text.isEmpty && !isWithinText ? `\n\n${piece}` : piece;
      round.add(token);
      return token;
    },
    takeBack() {
      const { length } = round.whole();
      round = createTextBuffer();
      return { type: 'takeBack', data: { length, startedAt: roundStartedAt } };
    },
    addTokens(count) {
      tokens += count;
    },
    cite(reference) {
      const known = references.findIndex(({ source, url }) => source === reference.source && url === reference.url);
      return known >= 0 ? known + 1 : references.push(reference);
    },
    activity({ type, call, args, result, channel, app }) {
      isWithinText = false;
      const called = { name: call.name, arguments: args, ...(result !== undefined && { result }) };
      return {
        type: 'message',
        data: {
          id: createId('msg'),
          type: 'activity',
          text: type === 'request' ? `Calls ${call.name}` : `${call.name} answered`,
          meta: {
            activity: {
              type,
              callId: call.id,
              function: called,
              ...(channel !== undefined && { channel }),
              ...(type === 'request' && keptFields(call)),
              ...(app && { app }),
            },
          },
          createdAt: clock.now(),
        },
      };
    },
    ended(name, state) {
      if (state === 'failed') failedTools.add(name);
      else failedTools.delete(name);
    },
    get hasFailedTool() {
      return failedTools.size > 0;
    },
    finish(reason) {
      endRound();
      const whole = text.whole();
      return { text: whole, reason, tokens, references: trimReferences(references, whole) };
    },
  };
}

/** Fields of a provider's own, which later turns send back to the model that wrote them. */
function keptFields({ more, moreFrom }: ToolCall): JsonObject {
  if (more === undefined || moreFrom === undefined || JSON.stringify(more).length > MORE_MAX_LENGTH) return {};
  return { more, moreFrom };
}

/** Sources behind the last one that the text cites carry nothing; a text that cites none keeps them all. */
function trimReferences(references: readonly Reference[], text: string): readonly Reference[] {
  const cited = [...text.matchAll(/\[(\d{1,3})\]/g)]
    .map((match) => Number(match[1]))
    .filter((number) => number >= 1 && number <= references.length);
  return cited.length === 0 ? references : references.slice(0, Math.max(...cited));
}
