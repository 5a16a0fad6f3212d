import { createId } from '../../lib/ids';
import { loadPart, type Patience } from '../../http/retry';
import type { Effect } from '../events';
import type { FunctionCalls, FunctionCallsOptions } from './functions';

export interface LateFunctionsOptions extends FunctionCallsOptions {
  readonly patience: Patience;
  readonly closed: AbortSignal;
}

interface FunctionsModule {
  readonly createFunctionCalls: (options: FunctionCallsOptions) => FunctionCalls;
}

/**
 * Loads the module for page functions at the bot's first call, because few pages have functions. Effects are queued in
 * order until then [W-40]. Loading is retried like a send; if it still fails, the queued calls are answered with an
 * error and the next call loads again.
 */
export function createLateFunctions(
  options: LateFunctionsOptions,
  importCalls: () => Promise<FunctionsModule> = () => import('./functions'),
): FunctionCalls {
  let loading: Promise<FunctionCalls> | undefined;

  async function load(): Promise<FunctionCalls> {
    try {
      const { createFunctionCalls } = await loadPart(options.patience, options.closed, importCalls);
      return createFunctionCalls(options);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }
  function giveUp(effect: Effect): void {
    if (effect.type !== 'call-function' || options.closed.aborted) return;
    const error = { code: 'FAILED', message: 'The code that calls functions could not be loaded' };
    options
      .publish(effect.request.channel, { error }, createId('call', options.environment.clock))
      // The server may have ended the call meanwhile.
      .catch(() => undefined);
  }

  return {
    carryOut(effect) {
      if (effect.type === 'call-function') loading ??= load();
      loading?.then(
        ({ carryOut }) => {
          carryOut(effect);
        },
        () => {
          giveUp(effect);
        },
      );
    },
    pause() {
      loading?.then(
        ({ pause }) => {
          pause();
        },
        () => undefined,
      );
    },
  };
}
