/** Looks on while events pass. */
export interface Observer<Event> {
  see(event: Event): void;
  /** The last event has passed, or the reader has left, or it failed with `error`. */
  end(error?: unknown): void | Promise<void>;
}

/**
 * The same events, looked at on their way.
 *
 * A generator in between would do, at several promises an event; this costs one.
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
        // Its reader has had enough.
        async return(value: unknown) {
          const last = await iterator.return?.(value).catch(fail);
          return pass(last ?? { done: true, value });
        },
      };
    },
  };
}

/** Events of a source that is still being made: as they are, without a generator in between. */
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
