import type { WebhookEvent } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, messages, webhookDeliveries, webhooks, widgets } from '../../schema';
import type { contacts, votes } from '../../schema';

/** Something that happened in a conversation. */
interface Happening {
  /** Makes its id: the same happening is queued once. */
  readonly key: string;
  readonly event: WebhookEvent;
  readonly conversationId: string;
  readonly at: number;
  readonly data: JsonObject;
  readonly condition?: SQL | undefined;
}

/** Types of messages of visitors and of those who answer; the other messages are the server's own. */
const SPOKEN_TYPES = ['user', 'input', 'bot'];

/**
 * Queues what happened for the subscribed webhooks of the owner, in the transaction of the caller: nothing is
 * lost, and nothing is sent that was undone. Trials and the server's own widgets have no owner to receive it.
 */
async function queue(db: Database, { key, event, conversationId, at, data, condition }: Happening): Promise<void> {
  const eventId = `evt_${key}`;
  // The widget is known to the database only; the rest of the body is made here.
  const before = `{"type":"${event}","timestamp":"${new Date(at).toISOString()}","data":{"widgetId":`;
  const after = `,${JSON.stringify({ conversationId, ...data }).slice(1)}}`;
  await db.execute(sql`
    insert into ${webhookDeliveries} (id, event_id, event, body, due_at, created_at, updated_at, webhook_id, conversation_id)
    select ${eventId}::text || '-' || ${webhooks.id}, ${eventId}, ${event},
      ${before}::text || to_json(${widgets.id}) || ${after}::text,
      ${at}, ${at}, ${at}, ${webhooks.id}, ${conversations.id}
    from ${conversations}
    join ${widgets} on ${widgets.id} = ${conversations.widgetId}
    join ${webhooks} on ${webhooks.ownerId} = ${widgets.ownerId}
    where ${conversations.id} = ${conversationId} and ${conversations.trial} is null
      and ${webhooks.off} is null
      and (${webhooks.widgetId} is null or ${webhooks.widgetId} = ${widgets.id})
      and ${webhooks.events} @> ${JSON.stringify([event])}::jsonb
      ${condition ? sql`and ${condition}` : sql``}
    on conflict do nothing`);
}

/** Queues a message that was stored: `conversation.started` with the first one of a visitor, `message.created`. */
export async function queueMessage(db: Database, message: typeof messages.$inferSelect): Promise<void> {
  const { id, conversationId, type, text, isHidden, author, attachments, createdAt: at } = message;
  if (isHidden || !SPOKEN_TYPES.includes(type)) return;
  const speaker = type !== 'bot' ? 'visitor' : author ? 'person' : 'bot';
  const shown = {
    id,
    speaker,
    ...(author && { name: author.name }),
    text,
    ...(attachments?.length && {
      attachments: attachments.map(({ localName, type: kind }) => ({ name: localName, type: kind })),
    }),
  };
  const happened = { conversationId, at, data: { message: shown } };
  if (speaker === 'visitor')
    await queue(db, {
      ...happened,
      key: conversationId,
      event: 'conversation.started',
      condition: sql`not exists (
        select 1 from ${messages} where ${messages.conversationId} = ${conversationId}
          and ${messages.type} in ('user', 'input') and not ${messages.isHidden} and ${messages.id} <> ${id})`,
    });
  await queue(db, { ...happened, key: id, event: 'message.created' });
}

/** Queues that a visitor asks for a person. */
export function queueHandover(db: Database, conversationId: string, at: number): Promise<void> {
  const key = `${conversationId}_${String(at)}`;
  return queue(db, { key, event: 'handover.requested', conversationId, at, data: {} });
}

/** Queues that it is known who a visitor is. */
export function queueContact(db: Database, contact: typeof contacts.$inferSelect): Promise<void> {
  const { id, conversationId, name, email, phone, externalId, isVerified, createdAt: at } = contact;
  const data = { contact: { id, name, email, phone, externalId, isVerified } };
  return queue(db, { key: id, event: 'contact.created', conversationId, at, data });
}

/** Queues a visitor's vote on a reply. */
export function queueVote(db: Database, vote: typeof votes.$inferSelect): Promise<void> {
  const { conversationId, messageId, value, reason, updatedAt: at } = vote;
  const data = { vote: { messageId, direction: value > 0 ? 'up' : 'down', value, reason } };
  return queue(db, { key: `${messageId}_${String(at)}`, event: 'vote.created', conversationId, at, data });
}
