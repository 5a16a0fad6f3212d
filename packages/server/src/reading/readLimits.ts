import { ApiError } from '../lib/apiError';

/** Limits for one file. */
export interface ReadLimits {
  /** In milliseconds, from when a thread has it. */
  readonly timeoutMs: number;
  /** Maximum decompressed size in bytes, counted while decompressing, because headers are not trusted. */
  readonly unfoldedMaxBytes: number;
  /** Maximum total size of buffers, in bytes; they are not part of the thread's heap. */
  readonly buffersMaxBytes: number;
}

/** For an owner's dataset: half a minute, 64 MiB, buffers of 256 MiB. */
export const DATASET_LIMITS: ReadLimits = {
  timeoutMs: 30_000,
  unfoldedMaxBytes: 67_108_864,
  buffersMaxBytes: 268_435_456,
};

/** For attachments, for which the visitor waits: ten seconds, 4 MiB, buffers of 128 MiB. */
export const VISITOR_LIMITS: ReadLimits = {
  timeoutMs: 10_000,
  unfoldedMaxBytes: 4_194_304,
  buffersMaxBytes: 134_217_728,
};

/** For link previews, of which 512 KiB are read: two seconds. */
export const PREVIEW_LIMITS: ReadLimits = { timeoutMs: 2_000, unfoldedMaxBytes: 0, buffersMaxBytes: 16_777_216 };

/** For OpenAPI documents, for which the owner waits: ten seconds. */
export const IMPORT_LIMITS: ReadLimits = { timeoutMs: 10_000, unfoldedMaxBytes: 0, buffersMaxBytes: 67_108_864 };

/**
 * For icons: ten seconds, including time in the queue of the system's threads. The size of a decoded picture is
 * limited in pixels (`thumbnails.ts`).
 */
export const THUMBNAIL_LIMITS: ReadLimits = { timeoutMs: 10_000, unfoldedMaxBytes: 0, buffersMaxBytes: 67_108_864 };

/** Error for a file that exceeds a limit. */
export function takesTooMuch(cause?: unknown): ApiError {
  return new ApiError(
    'UNPROCESSABLE_ENTITY',
    'This file takes too much to read. Make it smaller, or cut it into several',
    { cause },
  );
}
