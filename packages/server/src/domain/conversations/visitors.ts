import type { OwnContact, OwnVote } from '@sotto/hub-api';
import type { Database } from '../../db/database';
import { readContacts, type StoredContact } from '../../db/queries/conversations/contactQueries';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import { countVotes, type StoredVote } from '../../db/queries/conversations/voteQueries';

/** A conversation in its owner's list. */
export interface ListedConversation {
  readonly id: string;
  readonly widgetId: string;
  readonly trial: { readonly type: 'skillset' | 'dataset' | 'bot'; readonly id: string } | null;
  readonly contact: OwnContact | null;
  readonly votes: { readonly up: number; readonly down: number };
  readonly createdAt: number;
  readonly lastActivityAt: number;
}

/** Conversations with their contacts and number of votes. */
export async function describeConversations(
  db: Database,
  rows: readonly Conversation[],
): Promise<ListedConversation[]> {
  const ids = rows.map(({ id }) => id);
  const [found, counts] = await Promise.all([readContacts(db, ids), countVotes(db, ids)]);
  const contacts = new Map(found.map((contact) => [contact.conversationId, contact]));
  return rows.map(({ id, widgetId, trial, createdAt, lastActivityAt }) => {
    const contact = contacts.get(id);
    return {
      id,
      widgetId,
      trial: trial && { type: trial.type, id: trial.id },
      contact: contact ? toOwnContact(contact, widgetId) : null,
      votes: counts.get(id) ?? { up: 0, down: 0 },
      createdAt,
      lastActivityAt,
    };
  });
}

/** A contact for the widget's owner. */
export function toOwnContact(
  { id, conversationId, name, email, phone, externalId, isVerified, createdAt, updatedAt }: StoredContact,
  widgetId: string,
): OwnContact {
  return { id, conversationId, widgetId, name, email, phone, externalId, isVerified, createdAt, updatedAt };
}

/** A vote for the widget's owner. */
export function toOwnVote(
  { vote: { conversationId, messageId, value, reason, createdAt, updatedAt }, messageText }: StoredVote,
  widgetId: string,
): OwnVote {
  return {
    conversationId,
    widgetId,
    messageId,
    messageText,
    direction: value > 0 ? 'up' : 'down',
    value,
    reason,
    createdAt,
    updatedAt,
  };
}
