import { eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database';
import { contacts } from '../schema';

/** What is known of a visitor. */
export interface ContactFields {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** What the host calls this visitor; given only when it vouches for them. */
  externalId?: string | undefined;
}

/** The contact of a conversation, or undefined. */
export async function readContact(db: Database, conversationId: string): Promise<typeof contacts.$inferSelect | undefined> {
  const [contact] = await db.select().from(contacts).where(eq(contacts.conversationId, conversationId)).limit(1);
  return contact;
}

/** Adds or changes the contact of a conversation; a field that is not given keeps its value, and nobody but the host changes what it has vouched for. @returns the contact's id */
export async function upsertContact(db: Database, id: string, conversationId: string, fields: ContactFields, now: number): Promise<string> {
  const [contact] = await db
    .insert(contacts)
    .values({ id, conversationId, ...fields, isVerified: fields.externalId !== undefined, createdAt: now, updatedAt: now })
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
    .returning({ id: contacts.id });
  return contact?.id ?? id;
}

/** The new value where there is one and it may count. */
function newer(column: PgColumn) {
  return sql`case when ${contacts.isVerified} and not excluded.is_verified then ${column} else coalesce(${sql.raw(`excluded.${column.name}`)}, ${column}) end`;
}
