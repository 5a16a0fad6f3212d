import { sql } from 'drizzle-orm';
import type { Database } from '../database';
import { contacts } from '../schema';

/** What is known of a visitor. */
export interface ContactFields {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

/** Adds or changes the contact of a conversation; a field that is not given keeps its value. @returns the contact's id */
export async function upsertContact(db: Database, id: string, conversationId: string, fields: ContactFields, now: number): Promise<string> {
  const [contact] = await db
    .insert(contacts)
    .values({ id, conversationId, ...fields, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: contacts.conversationId,
      set: {
        name: sql`coalesce(excluded.name, ${contacts.name})`,
        email: sql`coalesce(excluded.email, ${contacts.email})`,
        phone: sql`coalesce(excluded.phone, ${contacts.phone})`,
        updatedAt: now,
      },
    })
    .returning({ id: contacts.id });
  return contact?.id ?? id;
}
