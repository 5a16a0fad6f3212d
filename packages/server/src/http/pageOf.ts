import { cursorError } from '../lib/apiError';

/**
 * A page of a short list in memory; the cursor is the id of the page's last entry. @throws ApiError 400 for an
 * unknown cursor
 */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { cursor, take }: { cursor?: string | undefined; take: number },
): { items: Item[]; cursor: string | null } {
  const before = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && before < 0) throw cursorError();
  const items = all.slice(before + 1, before + 1 + take);
  return { items, cursor: before + 1 + take < all.length ? (items.at(-1)?.id ?? null) : null };
}
