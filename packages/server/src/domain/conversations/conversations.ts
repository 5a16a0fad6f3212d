import {
  createId,
  type Clock,
  type Contact,
  type JsonObject,
  type Message,
  type MessageCreateRequest,
} from '@sotto/widget-core/api';
import type { MessageListResponse } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import {
  bindConversation,
  insertConversation,
  readConversation,
  touchConversation,
  type Conversation,
} from '../../db/queries/conversations/conversationQueries';
import { noteVisitorMessage } from '../../db/queries/conversations/inboxQueries';
import {
  insertMessage,
  insertMessages,
  listMessages,
  listTurnStarts,
  readMessageByClientId,
  type NewMessage,
  type StoredMessage,
} from '../../db/queries/conversations/messageQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { resolveContact, saveContact } from './contacts';
import { isEnded } from './endedSessions';
import { PROOF_NEEDED, type Proof } from './identity';
import { enterFork, readVersions, type Fork } from './branches';
import { toMessage } from './messageView';
import { readReplyFailures } from '../replies/replyFailures';
import { textToKeep } from './privacy';
import { showMessage } from './toolResults';
import type { PartsReader } from '../replies/replyParts';
import { bySequence, readPage, type PageQuery } from '../../lib/paging';

/** Longest time for which a token can be renewed, in milliseconds (30 days), regardless of the widget's setting. */
const LONGEST_RENEWAL_MS = 2_592_000_000;

/** How long after its end a token of this widget can still be renewed, in milliseconds. */
export function renewalMs(widget: Pick<Widget, 'sessionDurationMs'>): number {
  return Math.min(widget.sessionDurationMs, LONGEST_RENEWAL_MS);
}

/** The error for a visitor with the proof of another subject. */
export const OTHER_SUBJECT = 'This conversation belongs to another visitor';
/** Longest `meta`, in bytes of JSON (contract 1.5). */
const META_MAX_BYTES = 16_384;
/** Longest first messages together, in bytes (contract 1.5). */
const FIRST_MESSAGES_MAX_BYTES = 65_536;

/** The request of a visitor's browser for a session. */
export interface OpenRequest {
  messages?: readonly { type: Message['type']; text: string; meta?: JsonObject | undefined }[] | undefined;
  meta?: JsonObject | undefined;
  contact?: Contact | undefined;
}

/** Where a visitor began a conversation, as their browser and the operator's proxy report it. */
export interface Visit {
  /** Address of the page, without query and fragment. */
  readonly page: string | null;
  /** Preferred language of the browser, such as `pt-BR`. */
  readonly language: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

interface OpenOptions {
  readonly id: string;
  readonly proof?: Proof | undefined;
  readonly isTrusted?: boolean;
  /** Where it begins. @default unknown */
  readonly visit?: Visit;
}

/** Makes a conversation with what it begins with; with a proof it is that subject's from the start. */
export async function openConversation(
  db: Database,
  clock: Clock,
  widget: Widget,
  request: OpenRequest,
  { id, proof, isTrusted = false, visit }: OpenOptions,
): Promise<void> {
  const first = request.messages ?? [];
  // A page must not put words into the bot's mouth.
  const allowed = isTrusted ? ['user', 'bot', 'context'] : ['user'];
  if (first.some((message) => !allowed.includes(message.type)))
    throw new ApiError('BAD_REQUEST', `Only messages of type ${allowed.join(', ')} may open a conversation`);
  if (byteLength(first) > FIRST_MESSAGES_MAX_BYTES)
    throw new ApiError('UNPROCESSABLE_ENTITY', 'The first messages are longer than 64 KiB together');
  requireSmallMeta(request.meta);
  for (const message of first) requireSmallMeta(message.meta);
  const contact = request.contact === undefined ? undefined : resolveContact(request.contact, proof);
  if (widget.requiresIdentity && !isTrusted && !proof) throw new ApiError('NOT_AUTHORIZED', PROOF_NEEDED);

  const now = clock.now();
  await db.transaction(async (tx) => {
    await insertConversation(tx, {
      id,
      widgetId: widget.id,
      subject: proof?.subject ?? null,
      visitor: proof?.visitor ?? null,
      meta: request.meta ?? null,
      ...visit,
      createdAt: now,
      lastActivityAt: now,
    });
    await insertMessages(
      tx,
      first.map(({ type, text, meta }) =>
        newMessage(clock, id, { type, text: textToKeep(widget, text), meta, isTrusted }),
      ),
    );
    if (contact) await saveContact(tx, clock, id, contact);
  });
}

/** The caller who resumes a conversation. */
export interface Continuing {
  readonly conversationId: string;
  readonly contact: Contact | undefined;
  readonly proof: Proof | undefined;
  /** The account's own program. */
  readonly isTrusted: boolean;
  /** Whether this is the browser session that began it. */
  readonly hasBegunIt: boolean;
  /** When the token was made that names the conversation, in seconds since the epoch; undefined without one. */
  readonly tokenMadeAt: number | undefined;
}

/**
 * Resumes a known conversation of this widget, within the widget's session duration.
 *
 * An anonymous conversation becomes that of the subject who is proven, once, when the same browser session began it;
 * never the other way.
 *
 * @returns undefined when there is nothing to go on with, or nothing shows that an anonymous conversation is the
 *   prover's: then a new one begins
 * @throws ApiError 403 without the proof that it needs, 409 for the proof of another subject
 */
export async function continueConversation(
  db: Database,
  clock: Clock,
  widget: Widget,
  { conversationId, contact, proof, isTrusted, hasBegunIt, tokenMadeAt }: Continuing,
): Promise<Conversation | undefined> {
  const found = await readConversation(db, conversationId);
  if (!found || found.widget.id !== widget.id || clock.now() - found.conversation.lastActivityAt > renewalMs(widget))
    return undefined;
  if (tokenMadeAt !== undefined && isEnded(tokenMadeAt, found.conversation)) return undefined;
  const { subject } = found.conversation;
  if (!proof && !isTrusted && (subject !== null || widget.requiresIdentity))
    throw new ApiError('NOT_AUTHORIZED', PROOF_NEEDED);
  if (!proof || proof.subject === subject) {
    // The newest proof counts: a role that was revoked may still be in the first one. A renewal does not count as
    // activity: a token that renews itself would never expire.
    if (proof || isTrusted) await touchConversation(db, conversationId, clock.now(), proof?.visitor);
    return found.conversation;
  }
  if (subject === null && !isTrusted && !hasBegunIt) return undefined;
  const fields = resolveContact(contact ?? {}, proof);
  // Of two who prove at the same moment one is later; the database decides.
  if (subject !== null || !(await bindConversation(db, conversationId, proof, clock.now())))
    throw new ApiError('CONFLICT', OTHER_SUBJECT);
  await saveContact(db, clock, conversationId, fields);
  return { ...found.conversation, subject: proof.subject };
}

/**
 * A page of a conversation, with the cursor of the next one. Versions that are not shown are in it, marked `visible: false`.
 */
export async function listPage(
  db: Database,
  conversationId: string,
  listOptions: PageQuery & { order: 'asc' | 'desc'; withActivities: boolean } & Omit<PartsReader, 'isVerbose'>,
): Promise<MessageListResponse> {
  const page = { ...listOptions, isVerbose: listOptions.withActivities };
  const { order, withActivities } = page;
  const { items, cursor } = await readPage(
    page,
    bySequence,
    (after, take) => listMessages(db, conversationId, { after, take, order, withActivities }),
    ({ sequence }) => sequence,
  );
  const [versions, failures, turnStarts] = await Promise.all([
    readVersions(db, conversationId),
    readReplyFailures(db, conversationId),
    listTurnStarts(
      db,
      conversationId,
      items.map(({ id }) => id),
    ),
  ]);
  return {
    items: items.map((item) =>
      showMessage(toMessage(item, versions.get(item.id), failures.get(item.id), turnStarts.get(item.id)), page),
    ),
    cursor,
  };
}

/**
 * Stores a message without requesting a reply. A repeated id returns the stored message; with different text it is
 * refused.
 */
export async function createMessage(
  db: Database,
  clock: Clock,
  {
    conversation: { id: conversationId },
    widget,
  }: { conversation: Pick<Conversation, 'id'>; widget: Pick<Widget, 'config'> },
  request: MessageCreateRequest,
  isTrusted: boolean,
): Promise<StoredMessage> {
  if (request.type === 'bot' && !isTrusted)
    throw new ApiError('NOT_AUTHORIZED', 'Only a trusted caller may write as the bot');
  return db.transaction(async (tx) => {
    await (request.type === 'user' || request.type === 'input'
      ? noteVisitorMessage(tx, conversationId, clock.now())
      : touchConversation(tx, conversationId, clock.now()));
    return storeSent(tx, clock, conversationId, {
      ...request,
      text: textToKeep(widget, request.text),
      clientId: request.id,
      isTrusted,
    });
  });
}

/** What a sender gives of a message. */
export interface SentMessage {
  clientId?: string | undefined;
  type: string;
  text: string;
  hidden?: boolean | undefined;
  /** Whether the account's own program sends it. @default false */
  isTrusted?: boolean | undefined;
  meta?: JsonObject | undefined;
  attachments?: Message['attachments'] | undefined;
  /** The place it takes, of another message. */
  fork?: Fork | undefined;
}

/**
 * Stores a sent message once: a second time under the same client id gives the first one back, and refuses other words.
 */
export async function storeSent(
  db: Database,
  clock: Clock,
  conversationId: string,
  sent: SentMessage,
): Promise<StoredMessage> {
  requireSmallMeta(sent.meta);
  const stored = await insertMessage(db, newMessage(clock, conversationId, sent));
  if (stored && sent.fork) await enterFork(db, conversationId, sent.fork, [stored.id]);
  if (stored) return stored;
  const existing =
    sent.clientId === undefined ? undefined : await readMessageByClientId(db, conversationId, sent.clientId);
  if (existing?.text !== sent.text || existing.type !== sent.type) {
    throw new ApiError('UNPROCESSABLE_ENTITY', 'This id was already used for another message');
  }
  return existing;
}

/** A message as it goes into the database. */
export function newMessage(clock: Clock, conversationId: string, sent: SentMessage & { id?: string }): NewMessage {
  const now = clock.now();
  return {
    id: sent.id ?? createId('msg', clock),
    conversationId,
    clientId: sent.clientId ?? null,
    type: sent.type,
    text: sent.text,
    isHidden: sent.hidden ?? false,
    isTrusted: sent.isTrusted ?? false,
    meta: sent.meta ?? null,
    attachments: sent.attachments ?? null,
    ...(sent.fork && { parentId: sent.fork.parent?.id ?? null, versionOf: sent.fork.versionOf }),
    createdAt: now,
    updatedAt: now,
  };
}

function requireSmallMeta(meta: JsonObject | undefined): void {
  if (meta !== undefined && byteLength(meta) > META_MAX_BYTES)
    throw new ApiError('UNPROCESSABLE_ENTITY', 'meta is larger than 16 KiB');
}

function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
