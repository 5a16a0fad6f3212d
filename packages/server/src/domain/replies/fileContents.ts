import type { ActivityMessage, Message } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { readAttachments, type StoredFile } from '../../db/queries/conversations/fileQueries';
import type { ModelImage } from '../../model/chatModel';
import type { FileContents } from '../../model/prompt';
import type { FileStore } from '../../uploads/fileStore';
import type { AnswerTask } from './answerer';
import { maskPersonalData } from '../conversations/privacy';

/** How many pictures a model is shown, newest first: each costs about a thousand tokens, in every turn again. */
const IMAGES_MAX = 4;
/** How large they may be together, in bytes: one of the largest that can be attached, or several of a phone. */
const IMAGES_MAX_BYTES = 10_485_760;
/** What can be attached and what models see. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

/**
 * What a model is given of the files in a conversation: texts of documents, and the newest pictures.
 *
 * With `privacy` on, personal data is masked in texts; in a picture it cannot be, so no picture leaves the server.
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
