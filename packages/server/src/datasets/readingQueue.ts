/** Documents are read one after the other, so that many at once cost no more than one. */
export interface ReadingQueue {
  /** How many are being read or wait for it. */
  readonly length: number;
  /** Runs when everything before it has ended, well or not. */
  add<Value>(read: () => Promise<Value>): Promise<Value>;
}

/** @see ReadingQueue */
export function createReadingQueue(): ReadingQueue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    get length() { return length; },
    add(read) {
      length += 1;
      const result = last.then(read, read).finally(() => { length -= 1; });
      last = result.catch(() => undefined);
      return result;
    },
  };
}
