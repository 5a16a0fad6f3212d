import { cursorError } from './apiError';

/** What a call wants of a list: so many entries after a cursor. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly take: number;
}

/** A page of a list. `cursor`: of the next page; null after the last. */
export interface Page<Item> {
  readonly items: Item[];
  readonly cursor: string | null;
}

/** How a list's places are written as cursors. */
export interface Cursors<Place> {
  write(place: Place): string;
  /** @throws ApiError 400 for anything that the list has not written */
  read(cursor: string): Place;
}

/** A place in a list that is ordered by age: the moment and id of an entry. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

/**
 * Cursors that callers have no reason to look into. @param pattern - of a whole place, with a group for each of its
 * parts
 */
export function createCursors<Place>(
  write: (place: Place) => string,
  pattern: RegExp,
  read: (parts: readonly string[]) => Place,
): Cursors<Place> {
  return {
    write: (place) => Buffer.from(write(place)).toString('base64url'),
    read(cursor) {
      const [, ...parts] = pattern.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
      if (parts.length === 0) throw cursorError();
      return read(parts);
    },
  };
}

/** Of lists by age. */
export const byAge: Cursors<ListPlace> = createCursors(
  ({ createdAt, id }) => `${String(createdAt)} ${id}`,
  /^(\d{1,15}) ([\w-]{1,128})$/,
  ([createdAt, id = '']) => ({ createdAt: Number(createdAt), id }),
);

/** Of lists in the order in which the database numbered the entries. */
export const bySequence: Cursors<number> = createCursors(String, /^(\d{1,15})$/, ([sequence]) => Number(sequence));

/** Of lists by a text that their callers know, such as a name. */
export const byText: Cursors<string> = { write: (text) => text, read: (cursor) => cursor };

/** The entries after a place. */
export type ReadAfter<Row, Place> = (after: Place | undefined, take: number) => Promise<readonly Row[]>;

/** Reads a page. @throws ApiError 400 for an unknown cursor */
export async function readPage<Row, Place>(
  { cursor, take }: PageQuery,
  cursors: Cursors<Place>,
  read: ReadAfter<Row, Place>,
  placeOf: (row: Row) => Place,
): Promise<Page<Row>> {
  // One more than wanted shows whether there is a next page.
  const rows = await read(cursor === undefined ? undefined : cursors.read(cursor), take + 1);
  const items = rows.slice(0, take);
  const last = rows.length > take ? items.at(-1) : undefined;
  return { items, cursor: last === undefined ? null : cursors.write(placeOf(last)) };
}

/** Reads a page of a list by age whose entries are their own places. @throws ApiError 400 for an unknown cursor */
export const readByAge = <Row extends ListPlace>(
  query: PageQuery,
  read: ReadAfter<Row, ListPlace>,
): Promise<Page<Row>> => readPage(query, byAge, read, (row) => row);

/** Reads all pages, one after the other. @param take - how many entries are read at once */
export async function* readAll<Row, Place>(
  take: number,
  read: ReadAfter<Row, Place>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<readonly Row[], void> {
  let after: Place | undefined;
  for (;;) {
    const rows = await read(after, take);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < take) return;
    after = placeOf(last);
  }
}

/** A page of a short list in memory. The cursor is an id. @throws ApiError 400 for an unknown cursor */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { cursor, take }: PageQuery,
): Page<Item> {
  const before = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && before < 0) throw cursorError();
  const items = all.slice(before + 1, before + 1 + take);
  return { items, cursor: before + 1 + take < all.length ? (items.at(-1)?.id ?? null) : null };
}
