import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** An address that is not fetched, or a response that is not read. */
export class FetchRefused extends Error {}

/** Limits for reading a body. */
export interface BodyLimit {
  /** Maximum number of bytes, after decompression. */
  readonly maxBytes: number;
  /** Handling of a longer body: it is truncated, or rejected. */
  readonly whenLonger: 'cut' | 'refuse';
}

/**
 * The chunks of a body, decompressed, up to a number of bytes. Only as many compressed bytes are decompressed as are
 * read.
 */
export async function* readChunks(
  response: IncomingMessage,
  { maxBytes, whenLonger }: BodyLimit,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let left = maxBytes;
  const body = unfold(response);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (chunk.byteLength > left && whenLonger === 'refuse') throw new FetchRefused('The answer is too large');
      yield chunk.subarray(0, left);
      if (chunk.byteLength > left) return;
      left -= chunk.byteLength;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    response.destroy();
    body.destroy();
  }
}

/** A whole body, within its limit. */
export async function readBody(response: IncomingMessage, what: BodyLimit, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(response, what, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function unfold(response: IncomingMessage): Readable {
  const decoder = decoderOf((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  if (!decoder) return response;
  // Failures on either side reach the reader of the decoder.
  return pipeline(response, decoder, () => undefined);
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new FetchRefused('An unknown content encoding');
  }
}
