import { createId } from '../../lib/ids';
import { loadPart, type Patience } from '../../http/retry';
import type { Effect } from '../events';
import type { FunctionCalls, FunctionCallsOptions } from './functions';

/** What calling functions late needs. */
export interface LateFunctionsOptions extends FunctionCallsOptions {
  readonly patience: Patience;
  readonly closed: AbortSignal;
}

/** The module that calls functions. */
interface FunctionsModule {
  readonly createFunctionCalls: (options: FunctionCallsOptions) => FunctionCalls;
}

/**
 * Calls functions of the page with a module that is loaded at the bot's first call: few pages have functions. Effects in
 * the meantime are queued in order [W-40]. A module that cannot be loaded is tried again like a send; then the calls are
 * answered with an error, and the next call tries anew.
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
    const error = { code: 'FAILED', message: 'The part of the page that calls functions could not be loaded' };
    options
      .publish(effect.request.channel, { error }, createId('call', options.clock))
      // The call may have ended meanwhile.
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
