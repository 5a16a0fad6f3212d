import type { InboxItem } from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import type { Agent } from '../../db/inboxSchema';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import {
  readNames,
  readPreviews,
  updateLive,
  type LiveConversation,
} from '../../db/queries/conversations/inboxQueries';
import {
  insertMessage,
  readMessageByClientId,
  type StoredMessage,
} from '../../db/queries/conversations/messageQueries';
import { readLabels } from '../../db/queries/conversations/noteQueries';
import { newMessage } from './conversations';
import { planVisitorMail } from '../visitorMail/visitorMails';
import { describeConversations } from './visitors';

/** How long the typing indicator is shown after a typing notification, in milliseconds. */
export const TYPING_MS = 6_000;

/** The public details of the person who answers. */
export function toAgent({ agent }: Pick<Conversation, 'agent'>): { name: string; picture: string | null } | null {
  return agent && { name: agent.name, picture: agent.picture ?? null };
}

/** The same for the team, who read the account's name. @param names - as `readNames` returns them */
export function toColleague(
  { agent }: Pick<Conversation, 'agent'>,
  names: ReadonlyMap<string, string>,
): ReturnType<typeof toAgent> {
  const shown = toAgent({ agent });
  return shown && agent?.isUnnamed ? { ...shown, name: names.get(agent.userId) ?? shown.name } : shown;
}

/** Whose names `toColleague` and `toAssignee` need. */
export function namedIn({ agent, assignedTo }: Pick<Conversation, 'agent' | 'assignedTo'>): string[] {
  return [...(assignedTo === null ? [] : [assignedTo]), ...(agent?.isUnnamed ? [agent.userId] : [])];
}

/** The member who is to answer. @param names - as `readNames` returns them */
export function toAssignee(
  { assignedTo }: Pick<Conversation, 'assignedTo'>,
  names: ReadonlyMap<string, string>,
): { id: string; name: string } | null {
  return assignedTo === null ? null : { id: assignedTo, name: names.get(assignedTo) ?? '' };
}

/** Conversations for the inbox, in order. */
export async function describeInbox(db: Database, rows: readonly Conversation[]): Promise<InboxItem[]> {
  const ids = rows.map(({ id }) => id);
  const [described, previews, labels, names] = await Promise.all([
    describeConversations(db, rows),
    readPreviews(db, ids),
    readLabels(db, ids),
    readNames(db, rows.flatMap(namedIn)),
  ]);
  const byId = new Map(previews.map((preview) => [preview.id, preview]));
  return rows.flatMap((row, index) => {
    const listed = described[index];
    if (!listed) return [];
    const preview = byId.get(row.id);
    const { id, widgetId, contact, votes, createdAt, lastActivityAt } = listed;
    return {
      id,
      widgetId,
      state: row.state,
      isUnread: (preview?.visitorAt ?? 0) > (row.readAt ?? 0),
      agent: toColleague(row, names),
      assignee: toAssignee(row, names),
      contact,
      votes,
      labels: labels.flatMap(({ conversationId, id: labelId, name }) =>
        conversationId === row.id ? [{ id: labelId, name }] : [],
      ),
      firstText: preview?.firstText ?? null,
      lastText: preview?.lastText ?? null,
      lastSpeaker:
        preview?.lastType == null
          ? null
          : preview.lastType !== 'bot'
            ? ('visitor' as const)
            : preview.lastAuthor
              ? ('person' as const)
              : ('bot' as const),
      lastName: preview?.lastAuthor?.name ?? null,
      page: pageOf(row),
      language: row.language,
      country: row.country,
      createdAt,
      lastActivityAt,
    };
  });
}

/** Address of the page: as the page names it itself, otherwise as its browser does. */
export function pageOf({ meta, page: visited }: Pick<Conversation, 'meta' | 'page'>): string | null {
  const page = [meta?.['page'], meta?.['url'], visited].find((value) => typeof value === 'string' && value !== '');
  return typeof page === 'string' ? page.slice(0, 2048) : null;
}

/** A message of a person instead of the bot. */
export interface PersonMessage {
  readonly clientId?: string | undefined;
  readonly text: string;
}

/** Stores a person's message; answering takes the conversation over. */
export async function storePersonMessage(
  db: Database,
  clock: Clock,
  conversationId: string,
  agent: Agent,
  { clientId, text }: PersonMessage,
): Promise<{ message: StoredMessage; live: LiveConversation }> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    // The row is locked until the end, so that messages keep their order.
    const live = await updateLive(
      tx,
      conversationId,
      { agent, state: 'open', typingUntil: null, readAt: now, lastActivityAt: now },
      true,
    );
    if (!live) throw new ApiError('NOT_FOUND');
    const { name, picture } = agent;
    const message = await insertMessage(tx, {
      ...newMessage(clock, conversationId, { clientId, type: 'bot', text }),
      author: { name, ...(picture !== undefined && { picture }) },
    });
    if (message) {
      await planVisitorMail(tx, clock, conversationId, now);
      return { message, live };
    }
    const stored = clientId === undefined ? undefined : await readMessageByClientId(tx, conversationId, clientId);
    if (stored?.text !== text || !stored.author)
      throw new ApiError('UNPROCESSABLE_ENTITY', 'This id was already used for another message');
    return { message: stored, live };
  });
}
