import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { contacts, conversations, widgets } from '../../schema';
import { afterPlace, ofOwner, type ListPlace, type VisitorsOf } from '../newestFirst';
import { queueContact } from '../webhooks/eventQueries';

/** What is known of a visitor. */
export interface ContactFields {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** What the host calls this visitor; given only when it vouches for them. */
  externalId?: string | undefined;
}

/** A contact as it is stored. */
export type StoredContact = typeof contacts.$inferSelect;

/** The contact of a conversation, or undefined. */
export async function readContact(db: Database, conversationId: string): Promise<StoredContact | undefined> {
  return (await readContacts(db, [conversationId]))[0];
}

/** The contacts of these conversations. */
export async function readContacts(db: Database, conversationIds: readonly string[]): Promise<StoredContact[]> {
  return conversationIds.length === 0
    ? []
    : db
        .select()
        .from(contacts)
        .where(inArray(contacts.conversationId, [...conversationIds]));
}

/** Contacts of the visitors of somebody's widgets, newest first, with the widget each belongs to. */
export async function listContacts(
  db: Database,
  of: VisitorsOf,
  after: ListPlace | undefined,
  take: number,
): Promise<{ contact: StoredContact; widget: { id: string; name: string } }[]> {
  return db
    .select({ contact: contacts, widget: { id: widgets.id, name: widgets.name } })
    .from(contacts)
    .innerJoin(conversations, eq(conversations.id, contacts.conversationId))
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(and(ofOwner(of), afterPlace(contacts.createdAt, contacts.id, after)))
    .orderBy(desc(contacts.createdAt), asc(contacts.id))
    .limit(take);
}

/**
 * Adds or changes the contact of a conversation; a field that is not given keeps its value, and only the host
 * changes what it has vouched for. @returns the contact's id
 */
export async function upsertContact(
  db: Database,
  id: string,
  conversationId: string,
  fields: ContactFields,
  now: number,
): Promise<string> {
  const [contact] = await db
    .insert(contacts)
    .values({
      id,
      conversationId,
      ...fields,
      isVerified: fields.externalId !== undefined,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: contacts.conversationId,
      set: {
        name: newer(contacts.name),
        email: newer(contacts.email),
        phone: newer(contacts.phone),
        externalId: newer(contacts.externalId),
        isVerified: sql`${contacts.isVerified} or excluded.is_verified`,
        updatedAt: now,
      },
    })
    .returning();
  // One that was there keeps its id.
  if (contact?.id === id) await queueContact(db, contact);
  return contact?.id ?? id;
}

/** The new value where there is one and it may count. */
function newer(column: PgColumn) {
  return sql`case when ${contacts.isVerified} and not excluded.is_verified then ${column} else coalesce(${sql.raw(`excluded.${column.name}`)}, ${column}) end`;
}

/** The conversation that a contact belongs to, when it is one of a widget of this account. */
export async function readContactsConversation(
  db: Database,
  ownerId: string,
  contactId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: contacts.conversationId })
    .from(contacts)
    .innerJoin(conversations, eq(conversations.id, contacts.conversationId))
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(and(eq(contacts.id, contactId), eq(widgets.ownerId, ownerId)))
    .limit(1);
  return row?.id;
}
