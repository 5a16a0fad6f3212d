import { ApiError } from '../lib/apiError';
import type { AppContext } from './appEnv';
import { readChunks } from './validate';
import { createArrivingFile, type ArrivingFile } from '../uploads/arrivingFile';
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
  /** Who sends it: an address, or a person. */
  readonly from: string;
  /** Called while the body arrives; what it throws ends the reading. */
  readonly onSize?: (bytes: number) => Promise<void>;
}

/** Takes files in: on disk while they arrive, in memory while they are worked on. */
export interface UploadIntake {
  /**
   * Reads the file of an upload: field `file` of a form, or a raw body with its name in `X-File-Name`
   * (percent-encoded). A body above the limit is refused while it arrives, regardless of its `Content-Length`.
   *
   * @throws ApiError 413, 400, 503 when too many arrive or wait, and 501 for the JSON form, which requests a direct
   * upload to an object storage
   */
  take<Result>(context: AppContext, limits: UploadLimits, work: (file: SentFile) => Promise<Result>): Promise<Result>;
  /** Bytes of files that are held in memory while they arrive. */
  readonly arrivingBytes: number;
}

/** Most bytes of files that are worked on at one moment, per process (FS-13). */
const WORK_MAX_BYTES = 67_108_864;
/** Files that wait for the work on others, per process. */
const WAITING_MAX = 200;
/** Files that arrive at one moment, per process, and of those from one sender: slow ones must not keep others out. */
const ARRIVING_MAX = 1_000;
const ARRIVING_FROM_ONE_MAX = 100;

/** @param folder - where larger files are while they arrive */
export function createUploadIntake(folder: string): UploadIntake {
  const gate = createUploadGate(WORK_MAX_BYTES, WAITING_MAX);
  const arriving = new Map<ArrivingFile, string>();
  return {
    get arrivingBytes() {
      return [...arriving.keys()].reduce((total, { heldBytes }) => total + heldBytes, 0);
    },
    async take(context, { maxBytes, from, onSize }, work) {
      const toFile = chooseForm(context);
      const ofSender = [...arriving.values()].filter((sender) => sender === from).length;
      if (arriving.size >= ARRIVING_MAX || ofSender >= ARRIVING_FROM_ONE_MAX) throw tooMany();
      const body = createArrivingFile(folder);
      arriving.set(body, from);
      // A file that finds no room on disk is read to its end all the same: a connection that is closed in the middle of
      // a body takes the sender's next request with it.
      const unstored: unknown[] = [];
      try {
        await readChunks(context, maxBytes + FORM_MAX_BYTES, async (chunk, size) => {
          await onSize?.(size);
          if (unstored.length === 0) await body.add(chunk).catch((error: unknown) => void unstored.push(error));
        }).catch((error: unknown) => {
          throw error instanceof ApiError && error.code === 'CONTENT_TOO_LARGE' ? tooLarge(maxBytes) : error;
        });
        if (unstored.length > 0) throw unstored[0];
        return await gate.enter(body.size, async () => {
          const file = await toFile(await body.read());
          if (file.bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
          return work(file);
        });
      } finally {
        arriving.delete(body);
        await body.close();
      }
    },
  };
}

function tooMany(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'Too many files arrive at once. Please try again.', {
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
