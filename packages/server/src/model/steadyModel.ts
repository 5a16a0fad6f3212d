import { MODEL_RETRIES } from '../config/modelSettings';
import { delay, type Clock } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import type { ChatModel, ModelEvent, ModelRequest } from './chatModel';
import { remedyOf } from './modelFailure';
import { shorterRequest } from './shorterRequest';

/** First retry delay, in milliseconds; doubled for each further one. */
const AGAIN_MS = 400;
/** Maximum `Retry-After` to wait for, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;
/** How long a failed model is tried last, in milliseconds. */
const REST_MS = 30_000;

/** Options of a steady model. */
export interface SteadyOptions {
  readonly clock: Clock;
  /** Number of retries with the same model. @default 2 */
  readonly retries?: number | undefined;
  /** Called when another model replaces one that has failed. */
  readonly onFallback?: ((from: string, to: string, error: unknown) => void) | undefined;
}

/**
 * Combines models as fallbacks, in order.
 *
 * Before the first token, failures are handled here: a busy model is retried after the delay it names; an unavailable
 * one is replaced by the next, and for half a minute tried last; a conversation that is too long is shortened once.
 * After the first token there is no retry, so that nothing is sent twice.
 *
 * @param models - at least one
 */
export function createSteadyModel(
  models: readonly ChatModel[],
  { clock, retries = MODEL_RETRIES, onFallback }: SteadyOptions,
): ChatModel {
  const restingUntil = new Map<ChatModel, number>();

  function inOrder(): ChatModel[] {
    const isResting = (model: ChatModel): boolean => (restingUntil.get(model) ?? 0) > clock.now();
    return [...models.filter((model) => !isResting(model)), ...models.filter(isResting)];
  }

  return {
    name: models[0]?.name ?? '',
    async *reply(request, signal) {
      const order = inOrder();
      for (const [index, model] of order.entries()) {
        const next = order[index + 1];
        const asking: Asking = { hasSpoken: false };
        try {
          yield* askAgain(model, request, signal, { asking, clock, retries });
          restingUntil.delete(model);
          return;
        } catch (error) {
          if (asking.hasSpoken || signal.aborted || remedyOf(error) === undefined) throw error;
          restingUntil.set(model, clock.now() + Math.max(REST_MS, waitOf(error)));
          if (!next || remedyOf(error) === 'shorter') throw error;
          onFallback?.(model.name, next.name, error);
        }
      }
    },
  };
}

/** Whether the reader has received anything. */
interface Asking {
  hasSpoken: boolean;
}

/** Calls a model until its first token, with retries. */
async function* askAgain(
  model: ChatModel,
  first: ModelRequest,
  signal: AbortSignal,
  { asking, clock, retries }: { asking: Asking; clock: Clock; retries: number },
): AsyncGenerator<ModelEvent> {
  let request = first;
  for (let attempt = 0; ; attempt += 1) {
    try {
      for await (const event of model.reply(request, signal)) {
        asking.hasSpoken ||= event.type !== 'usage';
        yield event;
      }
      return;
    } catch (error) {
      const remedy = asking.hasSpoken || signal.aborted ? undefined : remedyOf(error);
      const shorter = remedy === 'shorter' && request === first ? shorterRequest(first) : undefined;
      if (shorter) {
        request = shorter;
        continue;
      }
      const waitMs = Math.max(AGAIN_MS * 2 ** attempt * (0.75 + Math.random() / 2), waitOf(error));
      if (remedy !== 'again' || attempt >= retries || waitMs > LONGEST_WAIT_MS) throw error;
      await delay(clock, waitMs, signal);
    }
  }
}

/** The retry delay a model requests, in milliseconds. */
function waitOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}
