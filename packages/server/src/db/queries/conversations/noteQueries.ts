import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { oneAtATime } from '../oneAtATime';
import { conversationLabels, conversationNotes, labels } from '../../schema';

/** A note as it is stored. */
export type StoredNote = typeof conversationNotes.$inferSelect;
/** A label as lists show it. */
export interface LabelName {
  readonly id: string;
  readonly name: string;
}

/** The notes of a conversation, the oldest first. */
export async function listNotes(db: Database, conversationId: string): Promise<StoredNote[]> {
  return db
    .select()
    .from(conversationNotes)
    .where(eq(conversationNotes.conversationId, conversationId))
    .orderBy(asc(conversationNotes.createdAt), asc(conversationNotes.id));
}

/** Adds a note. */
export async function insertNote(db: Database, note: typeof conversationNotes.$inferInsert): Promise<void> {
  await db.insert(conversationNotes).values(note);
}

/** Deletes a note. @returns whether the conversation had it */
export async function deleteNote(db: Database, conversationId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(conversationNotes)
    .where(and(eq(conversationNotes.id, id), eq(conversationNotes.conversationId, conversationId)))
    .returning({ id: conversationNotes.id });
  return gone.length > 0;
}

/** The labels of an account, by name. */
export async function listLabels(db: Database, ownerId: string): Promise<LabelName[]> {
  return db
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(eq(labels.ownerId, ownerId))
    .orderBy(asc(sql`lower(${labels.name})`));
}

/** The labels of these conversations, by name. */
export async function readLabels(
  db: Database,
  conversationIds: readonly string[],
): Promise<(LabelName & { conversationId: string })[]> {
  if (conversationIds.length === 0) return [];
  return db
    .select({ conversationId: conversationLabels.conversationId, id: labels.id, name: labels.name })
    .from(conversationLabels)
    .innerJoin(labels, eq(labels.id, conversationLabels.labelId))
    .where(inArray(conversationLabels.conversationId, [...conversationIds]))
    .orderBy(asc(sql`lower(${labels.name})`));
}

/**
 * Puts a label on a conversation; one of another spelling in capitals is the same label. A new one is created unless
 * there are too many. @returns its id; undefined: there are too many
 */
export async function addLabel(
  db: Database,
  label: typeof labels.$inferInsert,
  conversationId: string,
  max: { readonly ofAccount: number; readonly ofConversation: number },
): Promise<string | undefined> {
  return oneAtATime(db, 'users', label.ownerId, async (tx) => {
    const [known] = await tx
      .select({ id: labels.id })
      .from(labels)
      .where(and(eq(labels.ownerId, label.ownerId), sql`lower(${labels.name}) = lower(${label.name})`))
      .limit(1);
    if (!known) {
      const [all] = await tx.select({ value: count() }).from(labels).where(eq(labels.ownerId, label.ownerId));
      if ((all?.value ?? 0) >= max.ofAccount) return undefined;
      await tx.insert(labels).values(label);
    }
    const id = known?.id ?? label.id;
    const own = await tx
      .select({ labelId: conversationLabels.labelId })
      .from(conversationLabels)
      .where(eq(conversationLabels.conversationId, conversationId));
    if (own.some(({ labelId }) => labelId === id)) return id;
    if (own.length >= max.ofConversation) return undefined;
    await tx.insert(conversationLabels).values({ conversationId, labelId: id });
    return id;
  });
}

/** Takes a label off a conversation. @returns whether it had it */
export async function removeLabel(db: Database, conversationId: string, labelId: string): Promise<boolean> {
  const gone = await db
    .delete(conversationLabels)
    .where(and(eq(conversationLabels.conversationId, conversationId), eq(conversationLabels.labelId, labelId)))
    .returning({ id: conversationLabels.labelId });
  return gone.length > 0;
}

/** Deletes a label of an account, from every conversation. @returns whether the account had it */
export async function deleteLabel(db: Database, ownerId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(labels)
    .where(and(eq(labels.id, id), eq(labels.ownerId, ownerId)))
    .returning({ id: labels.id });
  return gone.length > 0;
}
