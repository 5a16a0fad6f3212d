import type { FunctionCalls, FunctionCallsOptions } from './callFunction';

/** Calls of host functions, by a part that is fetched when the bot first asks for one: few pages have functions. What comes meanwhile waits in its order [W-40]. */
export function createLateFunctionCalls(options: FunctionCallsOptions): FunctionCalls {
  let calls: Promise<FunctionCalls> | undefined;
  return {
    begin(wanted, isReplay) {
      calls ??= import('./callFunction').then(({ createFunctionCalls }) => createFunctionCalls(options));
      calls.then((made) => { made.begin(wanted, isReplay); }, () => { calls = undefined; });
    },
    end(channel) {
      calls?.then((made) => { made.end(channel); }, () => undefined);
    },
    close() {
      calls?.then((made) => { made.close(); }, () => undefined);
    },
  };
}
