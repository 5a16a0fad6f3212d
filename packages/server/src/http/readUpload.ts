import { ApiError } from '../lib/apiError';
import type { AppContext } from './appEnv';
import { readBytes } from './validate';
import { tooLarge } from '../uploads/attachments';
import type { SentFile } from '../uploads/fileKind';

/** What a form adds around its file, in bytes. */
const FORM_MAX_BYTES = 65_536;

/**
 * How large an upload may become before it is read: what it announces, or the limit when it announces nothing.
 *
 * @param maxBytes - the largest file
 */
export function announcedBytes(context: AppContext, maxBytes: number): number {
  const announced = Number(context.req.header('content-length') ?? NaN);
  return Number.isFinite(announced) && announced >= 0 ? Math.min(announced, maxBytes) : maxBytes;
}

/** Files that arrive at one moment are held in memory, in so many bytes at most; others are not read until there is room. */
export interface UploadGate {
  /** @throws ApiError 503 when too many wait; the caller tries again */
  enter<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>;
}

/** @see UploadGate */
export function createUploadGate(mostBytes: number, mostWaiting: number): UploadGate {
  let held = 0;
  const waiting: (() => void)[] = [];
  const isFull = (bytes: number): boolean => held > 0 && held + bytes > mostBytes;
  return {
    async enter(bytes, work) {
      while (isFull(bytes)) {
        if (waiting.length >= mostWaiting)
          throw new ApiError('SERVICE_UNAVAILABLE', 'Too many files arrive at once. Please try again.', {
            retryAfterSeconds: 2,
          });
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
        for (const wake of waiting.splice(0)) wake();
      }
    },
  };
}

/**
 * The file of an upload: field `file` of a form, or a raw body with its name in `X-File-Name` (percent-encoded).
 *
 * A body above the limit is refused while it arrives, whatever length it announced.
 *
 * @param maxBytes - the largest file
 * @throws ApiError 413, 400, and 501 for the JSON form, which asks for a direct upload to an object storage
 */
export async function readUpload(context: AppContext, maxBytes: number): Promise<SentFile> {
  const type = context.req.header('content-type') ?? '';
  const name = context.req.header('x-file-name');
  if (/^multipart\/form-data\b/i.test(type)) return readForm(context, type, maxBytes);
  if (name !== undefined)
    return { name: decodeName(name), type, bytes: await readLimited(context, maxBytes, maxBytes) };
  if (/^application\/json\b/i.test(type))
    throw new ApiError('NOT_IMPLEMENTED', 'This server takes no direct uploads; send the file itself');
  throw new ApiError('BAD_REQUEST', 'Expected a form with a field named file, or a body with its name in X-File-Name');
}

async function readForm(context: AppContext, type: string, maxBytes: number): Promise<SentFile> {
  const body = await readLimited(context, maxBytes + FORM_MAX_BYTES, maxBytes);
  // The platform's own reader of forms; it has the whole body already, so it can be given no more than that.
  const form = await new Response(body as BodyInit, { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new ApiError('BAD_REQUEST', 'The form cannot be read', { cause });
    });
  const file = form.get('file');
  if (!(file instanceof File)) throw new ApiError('BAD_REQUEST', 'Expected a file in the field named file');
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

async function readLimited(context: AppContext, bodyMaxBytes: number, fileMaxBytes: number): Promise<Uint8Array> {
  return readBytes(context, bodyMaxBytes).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'CONTENT_TOO_LARGE' ? tooLarge(fileMaxBytes) : error;
  });
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'X-File-Name must be percent-encoded UTF-8', { cause });
  }
}
