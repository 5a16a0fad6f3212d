import * as v from 'valibot';
import { WidgetError } from '../errors';
import { anyAborted } from '../lib/abort';
import type { WidgetEnvironment } from '../lib/environment';
import { parseJson } from '../lib/json';
import { attachmentEnding, ATTACHMENT_TYPES } from '../api/fileTypes';
import { uploadResponseSchema, type Integration, type UploadResponse } from '../api/responses';
import { routes } from '../api/routes';
import type { Session, SessionManager } from '../session/sessionManager';
import { readFailure, toNetworkError, withToken } from '../http/httpClient';

/** Reason for refusing a file; equal to the key of its UI text. */
export type FileRefusal = 'fileType' | 'fileSize';

/** Checks the file extension and the size [W-25]. Undefined: the file may be sent. */
export function refuseFile(
  file: Pick<File, 'name' | 'type' | 'size'>,
  { attachmentMaxBytes }: Integration['limits'],
): FileRefusal | undefined {
  if (!attachmentEnding(file)) return 'fileType';
  return file.size > attachmentMaxBytes ? 'fileSize' : undefined;
}

/** Media type of an accepted file by its extension, because browsers leave the type of many extensions empty. */
export function typeOfFile(file: Pick<File, 'name' | 'type'>): string {
  const ending = attachmentEnding(file);
  return ending ? ATTACHMENT_TYPES[ending] : 'application/octet-stream';
}

/** A file that the server has stored, and its conversation. */
export interface UploadedFile extends UploadResponse {
  readonly conversationId: string;
}

/** Options for following an upload. */
export interface UploadFollowing {
  readonly signal: AbortSignal;
  /** Receives the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Uploads files to the open conversation. */
export interface Uploader {
  /**
   * @param key - the same for every retry, so that a file is stored only once
   * @throws WidgetError
   */
  readonly upload: (file: File, key: string, following: UploadFollowing) => Promise<UploadedFile>;
  /** Undefined before there is a session. */
  readonly conversationId: () => string | undefined;
}

/** @param readCalls - calls of the open conversation; the first upload creates its session */
export function createUploader(
  base: string,
  environment: Pick<WidgetEnvironment, 'fetch' | 'createUpload'>,
  readCalls: () => { readonly session: SessionManager; readonly closed: AbortSignal },
): Uploader {
  return {
    conversationId: () => readCalls().session.current()?.conversationId,
    async upload(file, key, { signal, onProgress }) {
      const { session, closed } = readCalls();
      const ends = anyAborted([signal, closed]);
      const call = withToken(session, async (present) => {
        const request = {
          url: base + routes.attachmentUpload(present.conversationId),
          headers: readHeaders(file, key, present),
          file,
        };
        const xhr = environment.createUpload?.();
        const sent = xhr
          ? sendWithProgress(xhr, request, ends.signal, onProgress)
          : sendWithFetch(environment.fetch, request, ends.signal);
        return { ...readAnswer(await sent), conversationId: present.conversationId };
      });
      return call.finally(ends.release);
    },
  };
}

interface UploadRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: File;
}

interface UploadAnswer {
  readonly status: number;
  readonly text: string;
}

function readHeaders(file: File, key: string, { token }: Session): Record<string, string> {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    'Content-Type': typeOfFile(file),
    'X-File-Name': encodeURIComponent(file.name),
    'Idempotency-Key': key,
  };
}

function sendWithProgress(
  xhr: XMLHttpRequest,
  { url, headers, file }: UploadRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      xhr.abort();
    };
    const fail = (): void => {
      signal.removeEventListener('abort', abort);
      reject(toNetworkError(undefined, signal));
    };
    xhr.open('POST', url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    xhr.addEventListener('load', () => {
      signal.removeEventListener('abort', abort);
      resolve({ status: xhr.status, text: xhr.responseText });
    });
    xhr.addEventListener('error', fail);
    xhr.addEventListener('timeout', fail);
    xhr.addEventListener('abort', fail);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) fail();
    else xhr.send(file);
  });
}

async function sendWithFetch(
  fetch: WidgetEnvironment['fetch'],
  { url, headers, file }: UploadRequest,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body: file, credentials: 'omit', signal });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw toNetworkError(cause, signal);
  }
}

function readAnswer({ status, text }: UploadAnswer): UploadResponse {
  if (status < 200 || status >= 300) throw readFailure(text, { status });
  const answer = v.safeParse(uploadResponseSchema, parseJson(text));
  if (!answer.success) throw new WidgetError('BAD_RESPONSE', { status });
  return answer.output;
}
