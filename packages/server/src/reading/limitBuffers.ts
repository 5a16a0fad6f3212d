/** Limits the buffers that a thread's libraries allocate. */
export interface BufferCount {
  /** Resets the counter and sets the limit in bytes. */
  begin(maxBytes: number): void;
  /** @returns whether the limit was exceeded. Counting stops until the next `begin` */
  end(): boolean;
}

const COUNTED = [
  'ArrayBuffer',
  'SharedArrayBuffer',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
] as const;

type BufferClass = (new (...args: unknown[]) => object) & {
  readonly prototype: object;
  readonly BYTES_PER_ELEMENT?: number;
};

/**
 * Limits buffers in this thread. They are allocated outside the heap and so are not covered by `resourceLimits`: a
 * PDF of 1 MiB can expand to 1 GiB in them. Replaces global classes, so it is only for dedicated threads.
 *
 * Allocations are counted even after they are freed: growing a buffer by copying counts every size.
 */
export function limitBuffers(): BufferCount {
  let leftBytes = Number.POSITIVE_INFINITY;
  let isExceeded = false;
  for (const name of COUNTED) {
    const Original = Reflect.get(globalThis, name) as BufferClass;
    const elementBytes = Original.BYTES_PER_ELEMENT ?? 1;
    const Counted: BufferClass = new Proxy(Original, {
      construct(target, args: unknown[], newTarget) {
        const [length] = args;
        if (typeof length === 'number') leftBytes -= length * elementBytes;
        if (leftBytes < 0) {
          isExceeded = true;
          throw new RangeError('The reader takes too much for buffers');
        }
        return Reflect.construct(target, args, newTarget === Counted ? target : newTarget) as object;
      },
    });
    Reflect.set(globalThis, name, Counted);
    // Libraries use the `constructor` to detect the type and to create further instances.
    Object.defineProperty(Original.prototype, 'constructor', { value: Counted });
  }
  // Decompresses in native code, which cannot be counted. The PDF library works without it.
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  return {
    begin(maxBytes) {
      leftBytes = maxBytes;
      isExceeded = false;
    },
    end() {
      leftBytes = Number.POSITIVE_INFINITY;
      return isExceeded;
    },
  };
}
