import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, messages, runs } from '../../schema';

/** A kind of thing that is tried out by itself. */
export type TriedType = 'skillset' | 'dataset' | 'bot' | 'widget';

/**
 * Whether a thing has answered its owner, or in the case of a widget anybody: a whole reply during which no tool failed.
 */
export async function hasPassedTrial(db: Database, ownerId: string, type: TriedType, id: string): Promise<boolean> {
  const ofThing =
    type === 'widget'
      ? and(eq(conversations.widgetId, id), isNull(conversations.trial))
      : and(
          eq(conversations.payerId, ownerId),
          sql`${conversations.trial} ->> 'type' = ${type}`,
          sql`${conversations.trial} ->> 'id' = ${id}`,
        );
  const rows = await db
    .select({ id: runs.id })
    .from(conversations)
    .innerJoin(runs, eq(runs.conversationId, conversations.id))
    .innerJoin(messages, eq(messages.id, runs.botMessageId))
    .where(
      and(
        ofThing,
        eq(runs.status, 'done'),
        or(eq(runs.endReason, 'stop'), isNull(runs.endReason)),
        sql`not exists (select from jsonb_array_elements(coalesce(${messages.parts}, '[]'::jsonb)) as part \
where part ->> 'state' = 'failed')`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
