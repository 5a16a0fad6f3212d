import { ApiError } from '../lib/apiError';
import { VISITOR_LIMITS } from '../reading/readLimits';
import type { ReadingPool } from '../reading/readingPool';
import { readFileText } from './fileText';

const DOCUMENT_TYPES = /^application\/(?:pdf|vnd\.openxmlformats-officedocument\..+)$/;

/**
 * The text of an attached file, for the model. Undefined for pictures, and for documents that cannot be read or exceed
 * the limits. @throws ApiError 503 when too many wait to be read: the file can be sent again in a moment
 */
export type AttachmentReader = (type: string, bytes: Uint8Array) => Promise<string | undefined>;

/** Reads texts as they are, PDF and Office documents by the readers of datasets in a thread. */
export function createAttachmentReader(reading: ReadingPool): AttachmentReader {
  return async (type, bytes) => {
    if (!DOCUMENT_TYPES.test(type)) return readFileText(type, bytes);
    return reading.run('text', { type, bytes }, VISITOR_LIMITS).catch((error: unknown) => {
      // A scan, a damaged or a protected file: the visitor may send it all the same, and its name has to do.
      if (error instanceof ApiError && error.code === 'UNPROCESSABLE_ENTITY') return undefined;
      throw error;
    });
  };
}
