import type { ActivityMessage, Message } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { readAttachments, type StoredFile } from '../../db/queries/conversations/fileQueries';
import type { ModelImage } from '../../model/chatModel';
import type { FileContents } from '../../model/prompt';
import type { FileStore } from '../../uploads/fileStore';
import type { AnswerTask } from './answerer';
import { maskPersonalData } from '../conversations/privacy';

/** Maximum number of pictures for a model, newest first: each costs about a thousand tokens in every turn. */
const IMAGES_MAX = 4;
/** Maximum total size in bytes: one of the largest attachments, or several phone photos. */
const IMAGES_MAX_BYTES = 10_485_760;
/** Picture types that can be attached and that models accept. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

/**
 * Contents of a conversation's files for a model: texts of documents, and the newest pictures.
 *
 * With `privacy`, personal data in texts is masked. That is impossible in pictures, so none are sent.
 */
export async function readFileContents(
  { db, store }: { db: Database; store: FileStore },
  { conversation, widget }: AnswerTask,
  history: readonly (Message | ActivityMessage)[],
): Promise<FileContents> {
  const ids = history.flatMap((message) => (message.attachments ?? []).flatMap(({ id }) => id ?? []));
  const known = new Map((await readAttachments(db, conversation.id, ids)).map((file) => [file.id, file]));
  const files = ids.flatMap((id) => known.get(id) ?? []);
  const isPrivate = widget.config['privacy'] === true;
  return {
    texts: new Map(
      files.flatMap(({ id, text }) =>
        text === null ? [] : [[id, isPrivate ? maskPersonalData(text) : text] as const],
      ),
    ),
    images: isPrivate ? new Map() : await readImages(store, files),
  };
}

async function readImages(store: FileStore, files: readonly StoredFile[]): Promise<Map<string, ModelImage>> {
  const images = new Map<string, ModelImage>();
  let left = IMAGES_MAX_BYTES;
  for (const { id, type, size } of files.toReversed()) {
    if (images.size === IMAGES_MAX) break;
    if (!IMAGE_TYPES.has(type) || images.has(id) || size > left) continue;
    const bytes = await store.read(id);
    if (!bytes) continue;
    left -= size;
    images.set(id, { type, data: Buffer.from(bytes).toString('base64') });
  }
  return images;
}
