import { ApiError } from '../lib/apiError';
import type { AppContext, Bodies } from './appEnv';
import { tooLarge } from '../uploads/attachments';
import type { SentFile } from '../uploads/fileKind';

/** What a form adds around its file, in bytes. */
const FORM_MAX_BYTES = 65_536;

/** The announced size of an upload, the limit at most; undefined without one. @param maxBytes - the largest file */
export function announcedBytes(context: AppContext, maxBytes: number): number | undefined {
  const announced = Number(context.req.header('content-length') ?? NaN);
  return Number.isFinite(announced) && announced >= 0 ? Math.min(announced, maxBytes) : undefined;
}

/** Files that have arrived are worked on in memory, in so many bytes at most; others wait on disk until there is room. */
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

/** What of an upload is decided before its work begins. */
export interface UploadLimits {
  /** The largest file, in bytes. */
  readonly maxBytes: number;
  /** Called while the body arrives; what it throws ends the reading. */
  readonly onSize?: (bytes: number) => Promise<void>;
}

/** Takes files in: on disk while they arrive, in memory while they are worked on. */
export interface UploadIntake {
  /**
   * Reads the file of an upload: field `file` of a form, or a raw body with its name in `X-File-Name`
   * (percent-encoded).
   *
   * @throws ApiError as `Bodies.take`; 400, 503 when too many wait, and 501 for the JSON form, which requests a direct
   * upload to an object storage
   */
  take<Result>(context: AppContext, limits: UploadLimits, work: (file: SentFile) => Promise<Result>): Promise<Result>;
}

/** Most bytes of files that are worked on at one moment, per process (FS-13). */
const WORK_MAX_BYTES = 67_108_864;
/** Files that wait for the work on others, per process. */
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

/** How the file is found in the body. @throws ApiError 400, 501 */
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

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'X-File-Name must be percent-encoded UTF-8', { cause });
  }
}
