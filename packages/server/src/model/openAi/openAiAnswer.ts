import type { Clock } from '@sotto/widget-core/api';
import { approximateTokens } from '../approximateTokens';
import type { ModelEvent, ModelRequest, ToolCall } from '../chatModel';
import { createTextBuffer } from '../textBuffer';
import { readChunk } from './openAiChunks';
import { brokenStream, streamFailure } from './openAiFailures';
import type { Chunk, Delta } from './openAiWire';

type Words = Extract<ModelEvent, { type: 'text' | 'reasoning' }>;

const NO_WORDS: readonly Words[] = [];

/** Turns the chunks of one answer into model events. */
export interface AnswerReader {
  /**
   * What chunks that came together say; words that follow each other as one event. @throws ApiError, once what was said
   * before is read, when a chunk is the endpoint's complaint or none
   */
  read(texts: Iterable<string>): Iterable<ModelEvent>;
  /** What is known once everything was read. @throws ApiError when the answer never said that it was over */
  finish(request: ModelRequest): Iterable<ModelEvent>;
}

/** One answer, put together: text passes through, fragments of tool calls wait until they are whole. */
export function createAnswerReader(fromWire: (name: string) => string, clock: Clock): AnswerReader {
  const calls: GatheredCall[] = [];
  let usage: { inputTokens: number; outputTokens: number } | undefined;
  let finishReason: string | undefined;
  let isDone = false;
  const written = createTextBuffer();

  function readOne(chunk: Chunk | 'done'): readonly Words[] {
    if (chunk === 'done') {
      isDone = true;
      return NO_WORDS;
    }
    if (chunk.error) throw streamFailure(chunk.error, clock.now());
    const choice = chunk.choices?.[0];
    const delta = choice?.delta ?? choice?.message;
    if (choice?.finish_reason) finishReason = choice.finish_reason;
    if (chunk.usage)
      usage = { inputTokens: chunk.usage.prompt_tokens ?? 0, outputTokens: chunk.usage.completion_tokens ?? 0 };
    if (delta?.tool_calls) gatherCalls(calls, delta.tool_calls);
    return delta ? wordsOf(delta) : NO_WORDS;
  }

  return {
    *read(texts) {
      let latest: Words | undefined;
      try {
        for (const text of texts) {
          for (const words of readOne(readChunk(text))) {
            if (words.type === 'text') written.add(words.text);
            if (latest && latest.type !== words.type) yield latest;
            latest = latest?.type === words.type ? { type: words.type, text: latest.text + words.text } : words;
          }
        }
      } catch (error) {
        if (latest) yield latest;
        throw error;
      }
      if (latest) yield latest;
    },
    *finish(request: ModelRequest): Generator<ModelEvent> {
      if (!isDone && finishReason === undefined) throw brokenStream('The stream of the model endpoint was cut');
      for (const [index, call] of calls.entries()) yield { type: 'tool-call', call: toToolCall(call, index, fromWire) };
      yield { type: 'usage', ...(usage ?? estimateUsage(request, written.whole(), calls)) };
      if (calls.length > 0) yield { type: 'end', reason: 'tool-calls' };
      else yield { type: 'end', reason: finishReason === 'length' ? 'length' : 'stop' };
    },
  };
}

function wordsOf(delta: Delta): readonly Words[] {
  const reasoning = delta.reasoning_content ?? delta.reasoning;
  const text = delta.content || delta.refusal;
  if (!reasoning) return text ? [{ type: 'text', text }] : NO_WORDS;
  return text
    ? [
        { type: 'reasoning', text: reasoning },
        { type: 'text', text },
      ]
    : [{ type: 'reasoning', text: reasoning }];
}

interface GatheredCall {
  readonly key: string | number;
  readonly id: string;
  name: string;
  arguments: string;
}

function gatherCalls(calls: GatheredCall[], fragments: NonNullable<Delta['tool_calls']>): void {
  for (const fragment of fragments) {
    // Some endpoints send no index; then an id starts a call, and a fragment without one belongs to the last.
    const key = fragment.index ?? fragment.id ?? calls.at(-1)?.key ?? 0;
    let call = calls.find((other) => other.key === key);
    if (!call) {
      call = { key, id: fragment.id ?? '', name: '', arguments: '' };
      calls.push(call);
    }
    const piece = fragment.function?.arguments;
    if (fragment.function?.name && call.name === '') call.name = fragment.function.name;
    if (piece) call.arguments += typeof piece === 'string' ? piece : JSON.stringify(piece);
  }
}

function toToolCall(call: GatheredCall, index: number, fromWire: (name: string) => string): ToolCall {
  return {
    id: call.id || `call_${crypto.randomUUID().slice(0, 8)}_${String(index)}`,
    name: fromWire(call.name),
    arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
  };
}

function estimateUsage(
  request: ModelRequest,
  written: string,
  calls: readonly { arguments: string }[],
): { inputTokens: number; outputTokens: number } {
  const input = request.messages.reduce((sum, message) => sum + approximateTokens(message.text), 0);
  const output = calls.reduce((sum, call) => sum + approximateTokens(call.arguments), approximateTokens(written));
  return { inputTokens: input, outputTokens: output };
}
