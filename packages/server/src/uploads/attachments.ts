import { createId, type Attachment, type Clock } from '@sotto/widget-core/api';
import type { AttachmentLimits } from '../config/usageLimits';
import { ApiError } from '../lib/apiError';
import type { Database } from '../db/database';
import { insertAttachment, readAttachments, type StoredFile } from '../db/queries/conversations/fileQueries';
import type { ReadingPool } from '../reading/readingPool';
import { createAttachmentReader } from './attachmentText';
import { requireFileKind, type SentFile } from './fileKind';
import { cleanFileName } from './fileName';
import type { FileStore } from './fileStore';
import { keepFile } from './keepFile';

/** Files uploaded by visitors to a conversation. */
export interface Attachments {
  readonly limits: AttachmentLimits;
  /** Validates and stores a file. @throws ApiError 413 for its size, 422 for its type or if there are too many */
  add(conversationId: string, file: SentFile): Promise<StoredFile>;
  /**
   * Files referenced by a message; undefined if there are none. @throws ApiError 422 for too many, or for a file of
   * another conversation
   */
  ofMessage(conversationId: string, ids: readonly string[]): Promise<Attachment[] | undefined>;
}

/** Stores bytes in the file store, and everything else in the database. */
export function createAttachments({
  db,
  clock,
  store,
  reading,
  limits,
}: {
  db: Database;
  clock: Clock;
  store: FileStore;
  reading: ReadingPool;
  limits: AttachmentLimits;
}): Attachments {
  const readText = createAttachmentReader(reading);
  return {
    limits,
    async add(conversationId, sent) {
      if (sent.bytes.byteLength > limits.maxBytes) throw tooLarge(limits.maxBytes);
      const name = cleanFileName(sent.name);
      const type = requireFileKind({ ...sent, name });
      const now = clock.now();
      const file: StoredFile & { conversationId: string } = {
        id: createId('file', clock),
        kind: 'attachment',
        conversationId,
        name,
        type,
        size: sent.bytes.byteLength,
        text: (await readText(type, sent.bytes)) ?? null,
        digest: null,
        createdAt: now,
        updatedAt: now,
        expiresAt: null,
      };
      const isKept = await keepFile(store, { id: file.id, bytes: sent.bytes }, () =>
        insertAttachment(db, file, limits.perConversation),
      );
      if (isKept) return file;
      await store.delete(file.id);
      throw new ApiError(
        'UNPROCESSABLE_ENTITY',
        `A conversation can have ${String(limits.perConversation)} files at most`,
      );
    },

    async ofMessage(conversationId, ids) {
      if (ids.length === 0) return undefined;
      const uniqueIds = [...new Set(ids)];
      if (uniqueIds.length > limits.perMessage)
        throw new ApiError('UNPROCESSABLE_ENTITY', `A message can have ${String(limits.perMessage)} files at most`);
      const found = new Map((await readAttachments(db, conversationId, uniqueIds)).map((file) => [file.id, file]));
      return uniqueIds.map((id) => {
        const file = found.get(id);
        if (!file)
          throw new ApiError(
            'UNPROCESSABLE_ENTITY',
            'An attached file is not part of this conversation; attach it again',
          );
        return { type: file.type, localName: file.name, id, size: file.size };
      });
    },
  };
}

/** Error for a file above the limit. */
export function tooLarge(maxBytes: number): ApiError {
  return new ApiError('CONTENT_TOO_LARGE', `A file can be ${String(maxBytes / 1_048_576)} MiB at most`);
}
