import { readDocument } from '../datasets/readDocument';
import type { ReadLimits } from '../datasets/readers/limits';
import { createReadingQueue } from '../datasets/readingQueue';
import { cutFileText, readFileText } from './fileText';

/** A visitor waits for it, and strangers give it: less than an owner may take. Reading 4 MiB of XML takes about a tenth of a second. */
const LIMITS: ReadLimits = { timeoutMs: 10_000, unfoldedMaxBytes: 4_194_304 };
/** With so many before it a document is not read: its name has to do. */
const QUEUE_MAX = 8;

const DOCUMENT_TYPES = /^application\/(?:pdf|vnd\.openxmlformats-officedocument\..+)$/;

/** What an attached file says, for the model. Undefined for pictures, and for documents that cannot be read or take too much. */
export type AttachmentReader = (type: string, bytes: Uint8Array) => Promise<string | undefined>;

/** Reads texts as they are, PDF and Office documents one after the other by the readers of datasets. */
export function createAttachmentReader(): AttachmentReader {
  const queue = createReadingQueue();
  return async (type, bytes) => {
    if (!DOCUMENT_TYPES.test(type)) return readFileText(type, bytes);
    if (queue.length >= QUEUE_MAX) return undefined;
    // A scan, a damaged or a protected file: the visitor may send it all the same.
    const document = await queue.add(() => readDocument(type, bytes, LIMITS)).catch(() => undefined);
    return document && cutFileText(document.text);
  };
}
