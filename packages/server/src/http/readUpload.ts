import { ApiError } from '../lib/apiError';
import type { AppContext, Bodies } from './appEnv';
import { tooLarge } from '../uploads/attachments';
import type { SentFile } from '../uploads/fileKind';

/** Overhead of a multipart form, in bytes. */
const FORM_MAX_BYTES = 65_536;

/** Announced size of an upload, up to the limit; undefined if unknown. @param maxBytes - maximum file size */
export function announcedBytes(context: AppContext, maxBytes: number): number | undefined {
  const announced = Number(context.req.header('content-length') ?? NaN);
  return Number.isFinite(announced) && announced >= 0 ? Math.min(announced, maxBytes) : undefined;
}

/** Limits the total size of files processed in memory; others wait on disk. */
export interface UploadGate {
  /** @throws ApiError 503 if too many wait */
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
        if (waiting.length >= mostWaiting) throw tooMany();
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

/** Limits of an upload. */
export interface UploadLimits {
  /** Maximum file size, in bytes. */
  readonly maxBytes: number;
  /** Called while the body arrives; throwing ends the upload. */
  readonly onSize?: (bytes: number) => Promise<void>;
}

/** Receives files: on disk while they arrive, in memory while they are processed. */
export interface UploadIntake {
  /**
   * Reads an uploaded file: field `file` of a form, or a raw body with its name in `X-File-Name` (percent-encoded).
   *
   * @throws ApiError like `Bodies.take`; 400; 503 if too many wait; 501 for the JSON form, which requests a direct
   *   upload to object storage
   */
  take<Result>(context: AppContext, limits: UploadLimits, work: (file: SentFile) => Promise<Result>): Promise<Result>;
}

/** Maximum total size of files processed concurrently, per process (FS-13). */
const WORK_MAX_BYTES = 67_108_864;
/** Maximum number of waiting files, per process. */
const WAITING_MAX = 200;

/** @see UploadIntake */
export function createUploadIntake(bodies: Bodies): UploadIntake {
  const gate = createUploadGate(WORK_MAX_BYTES, WAITING_MAX);
  return {
    async take(context, { maxBytes, onSize }, work) {
      const toFile = chooseForm(context);
      const limits = { kind: 'file', maxBytes: maxBytes + FORM_MAX_BYTES, onSize } as const;
      const arrived = bodies.take(context, limits, (body) =>
        gate.enter(body.size, async () => {
          const file = await toFile(await body.read());
          if (file.bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
          return work(file);
        }),
      );
      return arrived.catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 'CONTENT_TOO_LARGE' ? tooLarge(maxBytes) : error;
      });
    },
  };
}

function tooMany(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'Too many files at once. Please try again.', {
    retryAfterSeconds: 2,
  });
}

/** Kind of upload body. @throws ApiError 400, 501 */
function chooseForm(context: AppContext): (body: Uint8Array) => Promise<SentFile> {
  const type = context.req.header('content-type') ?? '';
  if (/^multipart\/form-data\b/i.test(type)) return (body) => readForm(type, body);
  const encoded = context.req.header('x-file-name');
  if (encoded !== undefined) {
    const name = decodeName(encoded);
    return async (bytes) => ({ name, type, bytes });
  }
  if (/^application\/json\b/i.test(type))
    throw new ApiError('NOT_IMPLEMENTED', 'This server takes no direct uploads; send the file itself');
  throw new ApiError('BAD_REQUEST', 'Expected a form with a field named file, or a body with its name in X-File-Name');
}

async function readForm(type: string, body: Uint8Array): Promise<SentFile> {
  // The platform's form parser needs the whole body, so its size is limited before.
  const form = await new Response(body as BodyInit, { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new ApiError('BAD_REQUEST', 'The form cannot be read', { cause });
    });
  const file = form.get('file');
  if (!(file instanceof File)) throw new ApiError('BAD_REQUEST', 'Expected a file in the field named file');
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'X-File-Name must be percent-encoded UTF-8', { cause });
  }
}
