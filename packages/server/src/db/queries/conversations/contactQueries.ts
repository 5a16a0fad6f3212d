import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { contacts, conversations, widgets } from '../../schema';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace, ofOwner, type VisitorsOf } from '../newestFirst';
import { queueContact } from '../webhooks/eventQueries';

/** Details of a visitor. */
export interface ContactFields {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** The host's id of this visitor, if verified. */
  externalId?: string | undefined;
}

/** A stored contact. */
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

/** Contacts of visitors of an account's widgets, newest first, with their widget. */
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
 * Creates or updates the contact of a conversation; undefined fields keep their value, and verified ones are changed
 * only by the host. @returns the contact's id
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
  // An existing contact keeps its id.
  if (contact?.id === id) await queueContact(db, contact);
  return contact?.id ?? id;
}

/** The new value, if it is set and may override the old one. */
function newer(column: PgColumn) {
  return sql`case when ${contacts.isVerified} and not excluded.is_verified then ${column} else coalesce(${sql.raw(`excluded.${column.name}`)}, ${column}) end`;
}

/** Conversation of a contact, if it belongs to one of this account's widgets. */
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
