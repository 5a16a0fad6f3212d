import type { ChatModel, ModelEvent } from './chatModel';

/** Shortest text that is recognized as a repetition, in characters: a shorter one may be how the rest begins. */
const RECOGNISED_LENGTH = 12;

/**
 * A model that continues a text. If it repeats all of that text before the rest, as models do despite instructions,
 * only the rest is emitted.
 *
 * Words are held back only as long as they repeat the text from its beginning. It concerns the first answer: later ones
 * follow calls of tools.
 */
export function withoutRepetition(model: ChatModel, written: string): ChatModel {
  let isFirst = written.length >= RECOGNISED_LENGTH;
  return {
    name: model.name,
    async *reply(request, signal) {
      const begins = isFirst ? '' : undefined;
      let held: string | undefined = begins;
      isFirst = false;
      for await (const event of model.reply(request, signal)) {
        if (event.type === 'take-back') {
          held = begins;
          yield event;
        } else if (held === undefined) {
          yield event;
        } else if (event.type === 'text') {
          held += event.text;
          if (written.startsWith(held)) continue;
          yield* textOf(held.startsWith(written) ? held.slice(written.length) : held);
          held = undefined;
        } else {
          if (event.type === 'end' || event.type === 'tool-call') {
            yield* textOf(held === written ? '' : held);
            held = undefined;
          }
          yield event;
        }
      }
    },
  };
}

function textOf(text: string): ModelEvent[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
