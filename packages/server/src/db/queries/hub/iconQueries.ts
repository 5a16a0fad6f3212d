import type { JsonObject } from '@sotto/widget-core/api';
import { and, eq, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { files, widgets } from '../../schema';
import type { NewPicture } from '../accounts/pictureQueries';
import { bytesOf, saveFile } from '../conversations/fileQueries';

/** How long an icon stays that was uploaded and not saved with a widget, in milliseconds: a day. */
const UNSAVED_MS = 86_400_000;
const FILE_ID = /^file_[0-9A-Z]{26}$/;

/** Marks a file as an icon of an account's widgets: a setting can name any file. */
const MARK = 'icon of ';
const isOf = (ownerId: string) => eq(files.digest, MARK + ownerId);

/** Whether a file is an icon of a widget. Its content never changes: another picture is another file. */
export function isWidgetIcon({ digest }: { readonly digest: string | null }): boolean {
  return digest?.startsWith(MARK) === true;
}

/** Stores the metadata of an icon, which goes after a day unless a widget is saved with it. */
export async function saveIcon(db: Database, ownerId: string, { id, size, now }: NewPicture): Promise<void> {
  await saveFile(db, {
    id,
    kind: 'icon',
    name: 'icon.webp',
    type: 'image/webp',
    size,
    digest: MARK + ownerId,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + UNSAVED_MS,
  });
}

/** Files that the settings of a widget name. */
function filesIn(config: JsonObject | undefined): string[] {
  return Object.values(config ?? {}).flatMap((value) =>
    typeof value === 'string' && FILE_ID.test(value) ? [value] : [],
  );
}

/**
 * Keeps the icons that a widget shows now, and deletes those that it showed and no widget of the account shows any more.
 *
 * @param before - its settings until now; undefined for a new one
 * @param after - its settings from now on; undefined for a deleted one
 * @returns ids of stored bytes to delete
 */
export async function settleIcons(
  db: Database,
  ownerId: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): Promise<string[]> {
  const shown = filesIn(after);
  if (shown.length > 0)
    await db
      .update(files)
      .set({ expiresAt: null })
      .where(and(inArray(files.id, shown), isOf(ownerId), isNotNull(files.expiresAt)));
  const left = filesIn(before).filter((id) => !shown.includes(id));
  if (left.length === 0) return [];
  const stillShown = db
    .select({ id: widgets.id })
    .from(widgets)
    .where(and(eq(widgets.ownerId, ownerId), sql`position(${files.id} in ${widgets.config}::text) > 0`));
  return bytesOf(
    await db
      .delete(files)
      .where(and(inArray(files.id, left), isOf(ownerId), notExists(stillShown)))
      .returning(),
  );
}

/** Deletes all icons of an account's widgets, and those that wait to be saved. @returns ids of stored bytes to delete */
export async function deleteIcons(db: Database, ownerId: string): Promise<string[]> {
  const rows = await db.select({ config: widgets.config }).from(widgets).where(eq(widgets.ownerId, ownerId));
  const named = [...new Set(rows.flatMap(({ config }) => filesIn(config)))];
  return bytesOf(
    await db
      .delete(files)
      .where(
        and(
          or(sql`${files.id} = any(${sql.param(named)}::text[])`, isNotNull(files.expiresAt)),
          eq(files.kind, 'icon'),
          isOf(ownerId),
        ),
      )
      .returning(),
  );
}
