import { createTextCleaner } from '../lib/cleanText';
import type { CompletedCall } from './completedCall';
import { fieldsOf, listOf, numberIn, textIn, type Fields } from './fields';
import { createThinkReader, type ModelHabits, type Words } from './thinkTags';
import { createCallGatherer } from './toolCalls';

/** Tokens of a response, as counted by the model's server. */
export interface CompletionUsage {
  readonly model: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** Result of a response. */
export interface CompletionOutcome {
  /**
   * `error`: the provider failed after the response had started. `filtered`: a filter of the provider cut it off.
   * Undefined: the response has not ended.
   */
  readonly reason: 'stop' | 'length' | 'error' | 'filtered' | undefined;
  readonly calls: readonly CompletedCall[];
  readonly usage: CompletionUsage | undefined;
}

/** Parser of one Chat Completions response. */
export interface CompletionReader {
  /** Returns the text of a chunk or of a complete response: parsed JSON, in any form. */
  readonly read: (chunk: unknown) => readonly Words[];
  /** `[DONE]` was received: a response without a finish reason is complete. */
  readonly done: () => void;
  /** Returns text that was held back. Called once, after the last chunk. */
  readonly end: () => readonly Words[];
  /** The provider's error, which visitors must not see; undefined if there is none. */
  readonly error: () => unknown;
  readonly outcome: () => CompletionOutcome;
}

/**
 * Creates the parser of Chat Completions (platform.openai.com/docs/api-reference/chat-streaming) for the server's
 * models and the browser's transport. It also handles the variants of servers other than OpenAI's.
 *
 * @param habits - what earlier responses have shown about the model; the response may change it
 */
export function createCompletionReader(habits: ModelHabits): CompletionReader {
  const gatherer = createCallGatherer();
  const readText = createThinkReader(habits);
  const cleanText = createTextCleaner();
  const cleanThought = createTextCleaner();
  let reason: CompletionOutcome['reason'];
  let error: unknown;
  let usage: CompletionUsage | undefined;

  const toWords = (text: string, isLast?: boolean): readonly Words[] => readText(cleanText(text, isLast), isLast);
  function toReasoning(thought: string, isLast?: boolean): readonly Words[] {
    const text = cleanThought(thought, isLast);
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  function readDelta(delta: Fields): readonly Words[] {
    const { content } = delta;
    const thought = reasoningOf(delta);
    const words = thought === '' ? [] : [...toReasoning(thought)];
    for (const part of Array.isArray(content) ? (content as unknown[]) : [content || delta['refusal']]) {
      if (typeof part === 'string') words.push(...toWords(part));
      else words.push(...readPart(fieldsOf(part)));
    }
    return words;
  }

  /** Content part as Mistral and Databricks send it; other types contain no text. */
  function readPart({ type, text, thinking, summary }: Fields): readonly Words[] {
    if (type === 'text') return toWords(textIn(text));
    return type === 'thinking' || type === 'reasoning' ? toReasoning(textOf(thinking) || textOf(summary)) : [];
  }

  return {
    read(chunk) {
      const { error: failure, object, usage: counted, model, choices } = fieldsOf(chunk);
      const choice = fieldsOf(listOf(choices)[0]);
      const { finish_reason: finish, delta, message } = choice;
      // vLLM sends the error itself; OpenRouter may also put one into the choice.
      error ??= failure || choice['error'] || (object === 'error' ? chunk : undefined);
      reason = error === undefined ? (reasonOf(textIn(finish)) ?? reason) : 'error';
      if (counted) {
        const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = fieldsOf(counted);
        usage = {
          model: textIn(model) || undefined,
          inputTokens: numberIn(inputTokens),
          outputTokens: numberIn(outputTokens),
        };
      }
      const fields = fieldsOf(delta ?? message);
      for (const fragment of listOf(fields['tool_calls'])) gatherer.add(fragment);
      return readDelta(fields);
    },
    done() {
      reason ??= 'stop';
    },
    end: () => [...toReasoning('', true), ...toWords('', true)],
    error: () => error,
    outcome: () => ({ reason, calls: gatherer.calls(), usage }),
  };
}

/**
 * DeepSeek and older servers use `reasoning_content`, newer ones `reasoning`, some both; OpenRouter also sends details.
 */
function reasoningOf(delta: Fields): string {
  return textIn(delta['reasoning_content']) || textIn(delta['reasoning']) || textOf(delta['reasoning_details']);
}

/** The text of a string or a list of parts. */
function textOf(value: unknown): string {
  return (
    textIn(value) ||
    listOf(value)
      .map(({ text, summary }) => textIn(text) || textIn(summary))
      .join('')
  );
}

/** Maps the finish reasons of several providers. */
function reasonOf(finish: string): CompletionOutcome['reason'] {
  if (finish === '') return undefined;
  if (/filter|safety|sensitive|prohibited|recitation/i.test(finish)) return 'filtered';
  if (/error|insufficient|malformed|abort/i.test(finish)) return 'error';
  return /length|max_tokens/i.test(finish) ? 'length' : 'stop';
}
