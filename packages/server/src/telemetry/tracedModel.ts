import type { ChatModel } from '../model/chatModel';
import { observed } from '../model/observed';
import type { Span } from './tracing';

/**
 * A model whose calls are spans within `parent`, with names and attributes from OpenTelemetry's conventions for
 * generative AI.
 */
export function createTracedModel(model: ChatModel, parent: Span): ChatModel {
  return {
    name: model.name,
    reply(request, signal) {
      const span = parent.begin(`chat ${model.name}`, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model.name,
        'sotto.tools': request.tools.length,
      });
      const seen: Record<string, string | number> = {};
      return observed(model.reply(request, signal), {
        see(event) {
          if (event.type === 'usage') {
            seen['gen_ai.usage.input_tokens'] = event.inputTokens;
            seen['gen_ai.usage.output_tokens'] = event.outputTokens;
          }
          if (event.type === 'end') seen['sotto.end.reason'] = event.reason;
        },
        end(error) {
          if (error !== undefined && !signal.aborted) span.fail(error);
          span.end(signal.aborted ? { ...seen, 'sotto.end.reason': 'abort' } : seen);
        },
      });
    },
  };
}
