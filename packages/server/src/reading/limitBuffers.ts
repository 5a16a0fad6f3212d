/** How much a thread's libraries have taken for buffers. */
export interface BufferCount {
  /** Counts anew; from now on so many bytes may be taken. */
  begin(maxBytes: number): void;
  /** @returns whether more was requested than `begin` allowed. Nothing is counted until the next `begin` */
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
 * Lets the libraries of this thread take only so many bytes for buffers, which stand outside of the heap and so outside
 * of a thread's `resourceLimits`: a PDF of 1 MiB unfolds to 1 GiB in them. It replaces classes of the global object, so
 * it is for threads that do nothing else.
 *
 * Requests are counted, whether freed or not: growing a buffer by copying counts every size.
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
    // Libraries detect the type by its `constructor`, and create further instances of it.
    Object.defineProperty(Original.prototype, 'constructor', { value: Counted });
  }
  // Unfolds in native code, where nothing is counted. The PDF library does without.
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
