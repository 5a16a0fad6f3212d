import { ApiError } from '../lib/apiError';
import { VISITOR_LIMITS } from '../reading/readLimits';
import type { ReadingPool } from '../reading/readingPool';
import { readFileText } from './fileText';

const DOCUMENT_TYPES = /^application\/(?:pdf|vnd\.openxmlformats-officedocument\..+)$/;

/**
 * The text of an attached file, for the model. Undefined for pictures, and for documents that cannot be read or exceed
 * the limits.
 */
export type AttachmentReader = (type: string, bytes: Uint8Array) => Promise<string | undefined>;

/** Reads texts as they are, PDF and Office documents by the readers of datasets in a thread. */
export function createAttachmentReader(reading: ReadingPool): AttachmentReader {
  return async (type, bytes) => {
    if (!DOCUMENT_TYPES.test(type)) return readFileText(type, bytes);
    return reading.run('text', { type, bytes }, VISITOR_LIMITS).catch((error: unknown) => {
      // A scan, a damaged or a protected file, or too many at once: the visitor may send it all the same, and its name
      // has to do.
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  };
}
