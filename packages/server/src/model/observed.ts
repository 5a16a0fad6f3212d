/** Observes events. */
export interface Observer<Event> {
  see(event: Event): void;
  /** Called after the last event, when the reader has stopped, or after an error. */
  end(error?: unknown): void | Promise<void>;
}

/**
 * Passes events through and observes them.
 *
 * A generator would cost several promises per event; this costs one.
 */
export function observed<Event>(source: AsyncIterable<Event>, observer: Observer<Event>): AsyncIterable<Event> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      const pass = async (last: IteratorResult<Event>): Promise<IteratorResult<Event>> => {
        await observer.end();
        return last;
      };
      const fail = async (error: unknown): Promise<never> => {
        await observer.end(error);
        throw error;
      };
      return {
        next: () =>
          iterator.next().then((result) => {
            if (result.done) return pass(result);
            observer.see(result.value);
            return result;
          }, fail),
        // The reader has stopped.
        async return(value: unknown) {
          const last = await iterator.return?.(value).catch(fail);
          return pass(last ?? { done: true, value });
        },
      };
    },
  };
}

/** Events of a source that is not available yet, without a generator. */
export function deferred<Event>(source: () => Promise<AsyncIterable<Event>>): AsyncIterable<Event> {
  return {
    [Symbol.asyncIterator]() {
      let made: AsyncIterator<Event> | undefined;
      return {
        next: () =>
          made?.next() ??
          source().then((events) => {
            made = events[Symbol.asyncIterator]();
            return made.next();
          }),
        return: async (value: unknown) => (await made?.return?.(value)) ?? { done: true, value },
      };
    },
  };
}
