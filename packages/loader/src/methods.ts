import { METHODS } from './methodNames';

/** Something whose methods are called by name. */
export type Callable = Record<string, (...values: unknown[]) => unknown>;

/** The promise again; one that nobody looks at becomes no unhandled rejection of the page. */
export function ignoreErrors<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * All methods as calls of something that is still to come. All give promises, even those that later do not.
 */
export function forwardMethods(call: (name: string, ...values: unknown[]) => Promise<unknown>): Callable {
  return Object.fromEntries(
    METHODS.map((name) => [name, (...values: unknown[]) => ignoreErrors(call(name, ...values))]),
  );
}
