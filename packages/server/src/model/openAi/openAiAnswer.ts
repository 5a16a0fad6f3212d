import { parseJson, type Clock } from '@sotto/widget-core/api';
import { createCompletionReader, type ModelHabits } from '@sotto/widget-core/internal/completions';
import type { ModelEvent, ModelRequest } from '../chatModel';
import { estimateUsage, joinWords, type AnswerReader, type Words } from '../endpoint/answerReader';
import { brokenStream, filteredAnswer, streamFailure } from '../endpoint/endpointFailures';
import { createTextBuffer } from '../textBuffer';

const NO_WORDS: readonly Words[] = [];

/** Parses a response: passes text through and assembles tool calls. */
export function createAnswerReader(
  habits: ModelHabits,
  fromWire: (name: string) => string,
  clock: Clock,
): AnswerReader {
  const completion = createCompletionReader(habits);
  let written = createTextBuffer();
  let failure: unknown;

  function note(words: readonly Words[]): readonly Words[] {
    for (const each of words) {
      if (each.type === 'text') written.add(each.text);
      if (each.type === 'take-back') written = createTextBuffer();
    }
    return words;
  }

  /** Text in the same data comes first, so a failure is thrown after it. */
  function readOne(data: string): readonly Words[] {
    if (failure !== undefined) return NO_WORDS;
    if (data.trim() === '[DONE]') {
      completion.done();
      return NO_WORDS;
    }
    const chunk = parseJson(data);
    if (typeof chunk !== 'object' || chunk === null)
      throw brokenStream(`The model endpoint answered with something unreadable: ${data}`);
    const words = note(completion.read(chunk));
    failure = completion.error();
    return words;
  }

  return {
    *read(texts) {
      yield* joinWords(texts, readOne);
      if (failure === undefined) return;
      yield* note(completion.end());
      throw streamFailure(failure, clock.now());
    },
    *finish(request: ModelRequest): Generator<ModelEvent> {
      yield* note(completion.end());
      const { reason, calls, usage } = completion.outcome();
      if (reason === undefined) throw brokenStream('The stream of the model endpoint was cut');
      if (reason === 'error') throw brokenStream('The model endpoint ended its answer with an error of its own');
      if (reason === 'filtered') throw filteredAnswer(!written.isEmpty);
      for (const call of calls) yield { type: 'tool-call', call: { ...call, name: fromWire(call.name) } };
      const { inputTokens = 0, outputTokens = 0 } = usage ?? estimateUsage(request, written.whole(), calls);
      yield { type: 'usage', inputTokens, outputTokens };
      yield { type: 'end', reason: calls.length > 0 ? 'tool-calls' : reason };
    },
  };
}
