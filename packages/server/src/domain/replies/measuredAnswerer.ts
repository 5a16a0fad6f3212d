import type { Clock } from '@sotto/widget-core/api';
import type { Answerer } from './answerer';
import { observed } from '../../model/observed';
import { noSpan, type Tracing } from '../../telemetry/tracing';
import type { Telemetry } from '../../telemetry/telemetry';

/** An answerer whose replies are recorded in metrics and traces. Its events pass through unchanged. */
export function createMeasuredAnswerer(
  answerer: Answerer,
  { watch, tracing, clock }: { watch: Telemetry; tracing: Tracing; clock: Clock },
): Answerer {
  return {
    answer(task, signal) {
      const { runId, conversation, widget } = task;
      const startedAt = clock.now();
      const span = tracing.begin('reply', {
        'sotto.run.id': runId,
        'sotto.conversation.id': conversation.id,
        'sotto.widget.id': widget.id,
      });
      const seen = { reason: 'error', tokens: 0, firstTokenMs: undefined as number | undefined };
      watch.replyBegan();
      return observed(answerer.answer(span === noSpan ? task : { ...task, span }, signal), {
        see(event) {
          if (event.type === 'token') seen.firstTokenMs ??= clock.now() - startedAt;
          if (event.type === 'usage') seen.tokens += event.data.inputTokensUsed + event.data.outputTokensUsed;
          if (event.type === 'finish') seen.reason = event.data.reason;
        },
        end(error) {
          if (error !== undefined) span.fail(error);
          // A reply abandoned before its end was stopped from outside.
          if (signal.aborted) seen.reason = 'abort';
          span.end({ 'sotto.end.reason': seen.reason, 'sotto.tokens': seen.tokens });
          watch.replyEnded({
            runId,
            conversationId: conversation.id,
            widgetId: widget.id,
            ...seen,
            durationMs: clock.now() - startedAt,
          });
        },
      });
    },
  };
}
