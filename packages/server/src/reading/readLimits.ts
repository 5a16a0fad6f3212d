import { ApiError } from '../lib/apiError';

/** What reading one file may cost. */
export interface ReadLimits {
  /** In milliseconds, from the moment a thread begins with it. */
  readonly timeoutMs: number;
  /** Most bytes that an archive may unfold to, counted as they unfold: its headers are not trusted. */
  readonly unfoldedMaxBytes: number;
  /**
   * Most bytes that its reader may take for buffers, one after the other; they do not count for the heap of the thread.
   */
  readonly buffersMaxBytes: number;
}

/** For what an owner gives a dataset: half a minute, 64 MiB, buffers of 256 MiB. */
export const DATASET_LIMITS: ReadLimits = {
  timeoutMs: 30_000,
  unfoldedMaxBytes: 67_108_864,
  buffersMaxBytes: 268_435_456,
};

/** For what a visitor attaches, who waits for it: ten seconds, 4 MiB, buffers of 128 MiB. */
export const VISITOR_LIMITS: ReadLimits = {
  timeoutMs: 10_000,
  unfoldedMaxBytes: 4_194_304,
  buffersMaxBytes: 134_217_728,
};

/** For a page that a visitor previews, of which 512 KiB are read: two seconds. */
export const PREVIEW_LIMITS: ReadLimits = { timeoutMs: 2_000, unfoldedMaxBytes: 0, buffersMaxBytes: 16_777_216 };

/**
 * For an icon: ten seconds, with a queue for the system's threads in it. What a picture may unfold to is limited in
 * pixels (`thumbnails.ts`).
 */
export const THUMBNAIL_LIMITS: ReadLimits = { timeoutMs: 10_000, unfoldedMaxBytes: 0, buffersMaxBytes: 67_108_864 };

/** A file that passes one of the limits. */
export function takesTooMuch(cause?: unknown): ApiError {
  return new ApiError(
    'UNPROCESSABLE_ENTITY',
    'This file takes too much to read. Make it smaller, or cut it into several',
    { cause },
  );
}
