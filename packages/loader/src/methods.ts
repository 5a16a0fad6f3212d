import { METHODS } from './methodNames';

/** An object with methods that are called by name. */
export type Callable = Record<string, (...values: unknown[]) => unknown>;

/** Returns the promise with its rejection marked as handled. */
export function ignoreErrors<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * Creates all public methods, forwarding to an object that does not exist yet. All of them return promises, including
 * those that will not later.
 */
export function forwardMethods(call: (name: string, ...values: unknown[]) => Promise<unknown>): Callable {
  return Object.fromEntries(
    METHODS.map((name) => [name, (...values: unknown[]) => ignoreErrors(call(name, ...values))]),
  );
}
