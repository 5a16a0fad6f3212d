import { createTextCleaner } from '../lib/cleanText';
import type { CompletedCall } from './completedCall';
import { fieldsOf, listOf, numberIn, textIn, type Fields } from './fields';
import { createThinkReader, type ModelHabits, type Words } from './thinkTags';
import { createCallGatherer } from './toolCalls';

/** Tokens of an answer, as far as the model's server has counted them. */
export interface CompletionUsage {
  readonly model: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** What has become of an answer. */
export interface CompletionOutcome {
  /**
   * `error`: the provider failed after it had begun. `filtered`: a filter of its has cut the answer. Undefined: the
   * end has not come.
   */
  readonly reason: 'stop' | 'length' | 'error' | 'filtered' | undefined;
  readonly calls: readonly CompletedCall[];
  readonly usage: CompletionUsage | undefined;
}

/** Reads one answer of Chat Completions. */
export interface CompletionReader {
  /** The words of a chunk, or of an answer that came whole: parsed JSON, of any form. */
  readonly read: (chunk: unknown) => readonly Words[];
  /** `[DONE]` has come: without a reason of its own the answer is whole. */
  readonly done: () => void;
  /** Words that were held back. Called once, when no more chunks come. */
  readonly end: () => readonly Words[];
  /** The provider's error, which is not for visitors; undefined as long as it has given none. */
  readonly error: () => unknown;
  readonly outcome: () => CompletionOutcome;
}

/**
 * The one reader of Chat Completions (platform.openai.com/docs/api-reference/chat-streaming), for the server's models
 * and the browser's transport, with what other servers than OpenAI's make of it.
 *
 * @param habits - of the model, which the answer may change
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
  function toThought(thought: string, isLast?: boolean): readonly Words[] {
    const text = cleanThought(thought, isLast);
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  function readDelta(delta: Fields): readonly Words[] {
    const { content } = delta;
    const thought = thoughtOf(delta);
    const words = thought === '' ? [] : [...toThought(thought)];
    for (const part of Array.isArray(content) ? (content as unknown[]) : [content || delta['refusal']]) {
      if (typeof part === 'string') words.push(...toWords(part));
      else words.push(...readPart(fieldsOf(part)));
    }
    return words;
  }

  /** A part of content as Mistral and Databricks send it; of other types there is nothing to read. */
  function readPart({ type, text, thinking, summary }: Fields): readonly Words[] {
    if (type === 'text') return toWords(textIn(text));
    return type === 'thinking' || type === 'reasoning' ? toThought(textOf(thinking) || textOf(summary)) : [];
  }

  return {
    read(chunk) {
      const { error: failure, object, usage: counted, model, choices } = fieldsOf(chunk);
      const choice = fieldsOf(listOf(choices)[0]);
      const { finish_reason: finish, delta, message } = choice;
      // vLLM sends the error itself, OpenRouter also one of the choice.
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
    end: () => [...toThought('', true), ...toWords('', true)],
    error: () => error,
    outcome: () => ({ reason, calls: gatherer.calls(), usage }),
  };
}

/** DeepSeek and older servers write `reasoning_content`, newer ones `reasoning`, some both, OpenRouter also details. */
function thoughtOf(delta: Fields): string {
  return textIn(delta['reasoning_content']) || textIn(delta['reasoning']) || textOf(delta['reasoning_details']);
}

/** Text, or a list of parts that have some. */
function textOf(value: unknown): string {
  return (
    textIn(value) ||
    listOf(value)
      .map(({ text, summary }) => textIn(text) || textIn(summary))
      .join('')
  );
}

/** Why a model stopped, by the words of several providers. */
function reasonOf(finish: string): CompletionOutcome['reason'] {
  if (finish === '') return undefined;
  if (/filter|safety|sensitive|prohibited|recitation/i.test(finish)) return 'filtered';
  if (/error|insufficient|malformed|abort/i.test(finish)) return 'error';
  return /length|max_tokens/i.test(finish) ? 'length' : 'stop';
}
