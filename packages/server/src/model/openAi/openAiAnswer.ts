import type { Clock } from '@sotto/widget-core/api';
import type { ModelEvent, ModelRequest, ToolCall } from '../chatModel';
import { estimateUsage, joinWords, type AnswerReader, type Words } from '../endpoint/answerReader';
import { brokenStream, streamFailure } from '../endpoint/endpointFailures';
import { createTextBuffer } from '../textBuffer';
import { readChunk } from './openAiChunks';
import type { Chunk, Delta } from './openAiWire';

const NO_WORDS: readonly Words[] = [];

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
    if (!delta) return NO_WORDS;
    const words = wordsOf(delta);
    for (const { type, text } of words) if (type === 'text') written.add(text);
    return words;
  }

  return {
    read: (texts) => joinWords(texts, (text) => readOne(readChunk(text))),
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
