import type { Clock } from '@sotto/widget-core/api';
import { createTextCleaner } from '@sotto/widget-core/internal/completions';
import type { ModelEvent, ModelRequest } from '../chatModel';
import { estimateUsage, joinWords, type AnswerReader, type Words } from '../endpoint/answerReader';
import { brokenStream, streamFailure } from '../endpoint/endpointFailures';
import { createTextBuffer } from '../textBuffer';
import { readEvent, type MessagesBlock, type MessagesEvent, type MessagesUsage } from './messagesWire';

const NO_WORDS: readonly Words[] = [];

/** A tool call while its fragments arrive. */
interface GatheredCall {
  readonly id: string;
  readonly name: string;
  arguments: string;
}

/** Parses a Messages response: passes text through and assembles tool calls. */
export function createMessagesReader(fromWire: (name: string) => string, clock: Clock): AnswerReader {
  const calls = new Map<number, GatheredCall>();
  const usage = { inputTokens: 0, outputTokens: 0 };
  let isCounted = false;
  let stopReason: string | undefined;
  let isDone = false;
  const written = createTextBuffer();
  const clean = { text: createTextCleaner(), reasoning: createTextCleaner() };

  /** Token counts are cumulative: a later one replaces the previous. */
  function count(report: MessagesUsage | null | undefined): void {
    if (!report) return;
    isCounted = true;
    const input =
      (report.input_tokens ?? 0) + (report.cache_creation_input_tokens ?? 0) + (report.cache_read_input_tokens ?? 0);
    usage.inputTokens = Math.max(usage.inputTokens, input);
    usage.outputTokens = report.output_tokens ?? usage.outputTokens;
  }

  function say(type: keyof typeof clean, piece: string | null | undefined, isLast = false): readonly Words[] {
    const text = clean[type](piece ?? '', isLast);
    if (text === '') return NO_WORDS;
    if (type === 'text') written.add(text);
    return [{ type, text }];
  }

  function begin(block: MessagesBlock, index: number): readonly Words[] {
    if (block.type === 'tool_use') {
      // Complete responses contain the arguments; streamed ones start without.
      const input = block.input && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : '';
      calls.set(index, { id: block.id ?? '', name: block.name ?? '', arguments: input });
    }
    return block.thinking ? say('reasoning', block.thinking) : say('text', block.text);
  }

  function readOne(event: MessagesEvent): readonly Words[] {
    const { type, index, delta } = event;
    if (type === 'error') throw streamFailure(event.error ?? 'error', clock.now());
    count(event.message?.usage);
    count(event.usage);
    if (type === 'content_block_start' && event.content_block) return begin(event.content_block, index ?? 0);
    if (type === 'content_block_delta' && delta) {
      const call = calls.get(index ?? 0);
      if (call && delta.partial_json) call.arguments += delta.partial_json;
      return delta.thinking ? say('reasoning', delta.thinking) : say('text', delta.text);
    }
    if (type === 'message_delta') stopReason = delta?.stop_reason ?? stopReason;
    if (type === 'message_stop') isDone = true;
    if (type === 'message') {
      stopReason = event.stop_reason ?? 'end_turn';
      return (event.content ?? []).flatMap((block, place) => begin(block, place));
    }
    return NO_WORDS;
  }

  return {
    read: (texts) => joinWords(texts, (text) => readOne(readEvent(text))),
    *finish(request: ModelRequest): Generator<ModelEvent> {
      yield* say('reasoning', '', true);
      yield* say('text', '', true);
      if (!isDone && stopReason === undefined) throw brokenStream('The stream of the model endpoint was cut');
      for (const [index, call] of calls)
        yield {
          type: 'tool-call',
          call: {
            id: call.id || `call_${crypto.randomUUID().slice(0, 8)}_${String(index)}`,
            name: fromWire(call.name),
            arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
          },
        };
      yield { type: 'usage', ...(isCounted ? usage : estimateUsage(request, written.whole(), [...calls.values()])) };
      if (calls.size > 0) yield { type: 'end', reason: 'tool-calls' };
      else yield { type: 'end', reason: stopReason === 'max_tokens' ? 'length' : 'stop' };
    },
  };
}
