import type { FileStore } from './fileStore';

/**
 * Stores bytes and adds them to the database. If that fails, for example because the conversation was deleted, the
 * bytes are removed.
 */
export async function keepFile<Noted>(
  store: FileStore,
  { id, bytes }: { readonly id: string; readonly bytes: Uint8Array },
  note: () => Promise<Noted>,
): Promise<Noted> {
  await store.write(id, bytes);
  try {
    return await note();
  } catch (error) {
    await store.delete(id);
    throw error;
  }
}
