import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ExportEntry } from '../../domain/accounts/exports';

/**
 * Streams a zip file, one entry at a time. If an entry fails, the body ends with an error, which browsers report as a
 * failed download.
 */
export function zipBody(entries: AsyncIterable<ExportEntry>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = zipPieces(entries);
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

async function* zipPieces(entries: AsyncIterable<ExportEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  let ready: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(new Uint8Array(piece));
  });
  const take = (): Uint8Array<ArrayBuffer>[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for await (const { name, isPacked, content } of entries) {
    // Pictures and Office files are already compressed.
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const piece of content) {
      file.push(typeof piece === 'string' ? encoder.encode(piece) : new Uint8Array(piece));
      yield* take();
      // Compression runs in this thread, so yield.
      await nextTurn();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
