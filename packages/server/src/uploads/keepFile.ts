import type { FileStore } from './fileStore';

/**
 * Keeps bytes and notes them in the database. Where that fails, as for a conversation that was deleted meanwhile, no
 * bytes are left that no row names.
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
