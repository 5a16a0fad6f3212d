import { ApiError } from '../lib/apiError';
import { VISITOR_LIMITS } from '../reading/readLimits';
import type { ReadingPool } from '../reading/readingPool';
import { readFileText } from './fileText';

const DOCUMENT_TYPES = /^application\/(?:pdf|vnd\.openxmlformats-officedocument\..+)$/;

/**
 * Text of an attached file for the model. Undefined for pictures, and for documents that cannot be read or exceed the
 * limits. @throws ApiError 503 if too many wait; the upload can be retried
 */
export type AttachmentReader = (type: string, bytes: Uint8Array) => Promise<string | undefined>;

/** Reads text files directly, PDF and Office documents with the dataset readers in a thread. */
export function createAttachmentReader(reading: ReadingPool): AttachmentReader {
  return async (type, bytes) => {
    if (!DOCUMENT_TYPES.test(type)) return readFileText(type, bytes);
    return reading.run('text', { type, bytes }, VISITOR_LIMITS).catch((error: unknown) => {
      // A scan, or a damaged or protected file: it can still be sent, and the model gets only its name.
      if (error instanceof ApiError && error.code === 'UNPROCESSABLE_ENTITY') return undefined;
      throw error;
    });
  };
}
