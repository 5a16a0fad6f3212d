import { MODEL_RETRIES } from '../config/modelSettings';
import { delay, type Clock } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import type { ChatModel, ModelEvent, ModelRequest } from './chatModel';
import { remedyOf } from './modelFailure';
import { shorterRequest } from './shorterRequest';

/** The first wait before that, in milliseconds; each further one is twice as long. */
const AGAIN_MS = 400;
/** A model whose `Retry-After` is longer than this, in milliseconds, is not waited for. */
const LONGEST_WAIT_MS = 10_000;
/** How long a model that has failed comes after the others, in milliseconds. */
const REST_MS = 30_000;

/** How a steady model is made. */
export interface SteadyOptions {
  readonly clock: Clock;
  /** How often a request is made again of the same model. @default 2 */
  readonly retries?: number | undefined;
  /** Called when another model is used because one failed. */
  readonly onFallback?: ((from: string, to: string, error: unknown) => void) | undefined;
}

/**
 * Several models that answer for each other, in their order.
 *
 * Until the first word a failure is handled here: a busy model is retried after the time it names, one that is
 * unavailable is replaced by the next, and for half a minute comes after the others. A conversation that is too long is
 * sent
 * once more, shorter. After the first word there is no retry: no word is sent twice.
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

/** Calls one model until its first word, as often as a retry may help. */
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

/** The delay that a model requests before the next attempt, in milliseconds. */
function waitOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}
