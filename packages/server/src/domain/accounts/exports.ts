import type { ActivityMessage, Clock, JsonObject, Message } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import {
  listAccountRows,
  listConversationFiles,
  listOwnDocuments,
} from '../../db/queries/accounts/accountExportQueries';
import { listConversations, readConversation } from '../../db/queries/conversations/conversationQueries';
import { readNames } from '../../db/queries/conversations/inboxQueries';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { readResource } from '../../db/queries/hub/resourceQueries';
import { someOfSubject, type SubjectOf } from '../../db/queries/retentionQueries';
import { listNotes, readLabels } from '../../db/queries/conversations/noteQueries';
import { listRuns } from '../../db/queries/conversations/runQueries';
import type { StoredUser } from '../../db/queries/accounts/userQueries';
import { listVisitorMails } from '../../db/queries/visitorMail/visitorMailQueries';
import { readVotes } from '../../db/queries/conversations/voteQueries';
import type { FileStore } from '../../uploads/fileStore';
import { listPage } from '../conversations/conversations';
import { beginPage, conversationHtml, END_OF_PAGE, type ExportedConversation } from './exportPage';
import { toOwnContact, toOwnVote } from '../conversations/visitors';

/** A file of an export. */
export interface ExportEntry {
  readonly name: string;
  /** Whether compression would not help. */
  readonly isPacked: boolean;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/** Exports all data of a conversation, a subject or an account, for people and for programs. */
export interface Exports {
  /** @param reader - the reading account: only the owner gets tool results */
  conversation(id: string, reader: string): AsyncGenerator<ExportEntry, void>;
  subject(which: SubjectOf): AsyncGenerator<ExportEntry, void>;
  account(user: StoredUser): AsyncGenerator<ExportEntry, void>;
}

/** Page size for messages and conversations. */
const PAGE = 500;
/** Conversations per file. */
const TOGETHER = 100;
/** Maximum number of replies of a conversation. */
const REPLIES = 10_000;
/** Maximum number of mails of a conversation. */
const MAILS = 1_000;
/** Zip without extensions is limited to 65,535 files and 4 GiB; beyond, visitors' files are listed and omitted. */
const FILES_MAX = 60_000;
const BYTES_MAX = 3_500_000_000;

/** @see Exports */
export function createExports({ db, clock, store }: { db: Database; clock: Clock; store: FileStore }): Exports {
  async function read(id: string, reader: string): Promise<ExportedConversation | undefined> {
    const found = await readConversation(db, id);
    if (!found) return undefined;
    const { trial } = found.conversation;
    const isOwn =
      found.widget.ownerId === reader ||
      (trial !== null && (await readResource(db, trial.type, trial.id))?.ownerId === reader);
    const { widgetId, subject, meta, page, language, country, createdAt, lastActivityAt } = found.conversation;
    const messages: (Message | ActivityMessage)[] = [];
    const seesAll = { withActivities: true, seesToolResults: isOwn, seesReasoning: isOwn };
    for (let cursor: string | undefined, isOver = false; !isOver;) {
      const page = await listPage(db, id, { cursor, take: PAGE, order: 'asc', ...seesAll });
      messages.push(...page.items);
      cursor = page.cursor ?? undefined;
      isOver = cursor === undefined;
    }
    const contact = await readContact(db, id);
    const { assignedTo } = found.conversation;
    const assignee = isOwn && assignedTo !== null ? (await readNames(db, [assignedTo])).get(assignedTo) : undefined;
    return {
      conversation: { id, widgetId, subject, meta, page, language, country, createdAt, lastActivityAt },
      contact: contact ? toOwnContact(contact, widgetId) : null,
      messages,
      votes: (await readVotes(db, id)).map((vote) => toOwnVote(vote, widgetId)),
      notes: isOwn ? (await listNotes(db, id)).map(({ author, text, createdAt }) => ({ author, text, createdAt })) : [],
      labels: isOwn ? (await readLabels(db, [id])).map(({ name }) => name) : [],
      ...(assignee !== undefined && { assignee }),
      mails: (await listVisitorMails(db, id, MAILS)).flatMap(({ email, state, updatedAt: at }) =>
        email === null ? [] : [{ email, state, at }],
      ),
      replies: (await listRuns(db, id, REPLIES)).map(
        ({ botMessageId, status, tokens, createdAt: startedAt, endedAt }) => ({
          messageId: botMessageId,
          status,
          tokens,
          startedAt,
          endedAt,
        }),
      ),
    };
  }

  /** Files with several conversations each, as JSON and HTML, and attachments. */
  async function* conversationsOf(
    reader: string,
    pages: AsyncIterable<readonly string[]>,
  ): AsyncGenerator<ExportEntry, void> {
    let number = 0;
    const room = { files: FILES_MAX, bytes: BYTES_MAX };
    const leftOut: string[] = [];
    for await (const ids of pages) {
      if (ids.length === 0) continue;
      number += 1;
      const name = `conversations/${String(number).padStart(5, '0')}`;
      yield { name: `${name}.json`, isPacked: false, content: asJson(each(reader, ids)) };
      yield { name: `${name}.html`, isPacked: false, content: asPage(each(reader, ids)) };
      yield* filesOf(ids, room, leftOut);
    }
    if (leftOut.length > 0) yield jsonEntry('files/left-out.json', leftOut);
  }

  /** One at a time, so that only one conversation is in memory. */
  async function* each(reader: string, ids: readonly string[]): AsyncGenerator<ExportedConversation, void> {
    for (const id of ids) {
      const found = await read(id, reader);
      if (found) yield found;
    }
  }

  async function* filesOf(
    ids: readonly string[],
    room: { files: number; bytes: number },
    leftOut: string[],
  ): AsyncGenerator<ExportEntry, void> {
    for (const { id, name, size } of await listConversationFiles(db, ids)) {
      if (room.files < 1 || room.bytes < size) {
        leftOut.push(id);
        continue;
      }
      room.files -= 1;
      room.bytes -= size;
      yield storedEntry(`files/${id}-${safeName(name)}`, id);
    }
  }

  function storedEntry(name: string, id: string): ExportEntry {
    const content = async function* (): AsyncGenerator<Uint8Array, void> {
      const bytes = await store.read(id);
      if (bytes) yield bytes;
    };
    return { name, isPacked: true, content: content() };
  }

  function about(what: JsonObject): ExportEntry {
    return jsonEntry('export.json', { ...what, exportedAt: clock.now(), format: 1 });
  }

  return {
    async *conversation(id, reader) {
      yield about({ type: 'conversation', id });
      yield* conversationsOf(reader, one([id]));
    },
    async *subject(which) {
      yield about({ type: 'subject', id: which.subject });
      yield* conversationsOf(which.ownerId, subjectPages(db, which));
    },
    async *account(user) {
      yield about({ type: 'account', id: user.id });
      for (const [name, rows] of Object.entries(await listAccountRows(db, user.id)))
        yield jsonEntry(`account/${name}.json`, rows);
      for (const { id, name } of await listOwnDocuments(db, user.id))
        yield storedEntry(`documents/${id}-${safeName(name)}`, id);
      yield* conversationsOf(user.id, ownerPages(db, user.id));
    },
  };
}

async function* asJson(conversations: AsyncIterable<ExportedConversation>): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const conversation of conversations) {
    yield `${before}${JSON.stringify(conversation, null, 2)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* asPage(conversations: AsyncIterable<ExportedConversation>): AsyncGenerator<string, void> {
  yield beginPage('Conversations');
  for await (const conversation of conversations) yield conversationHtml(conversation);
  yield END_OF_PAGE;
}

async function* one(ids: readonly string[]): AsyncGenerator<readonly string[], void> {
  yield ids;
}

async function* subjectPages(db: Database, which: SubjectOf): AsyncGenerator<readonly string[], void> {
  for (let after = ''; ;) {
    const ids = await someOfSubject(db, which, TOGETHER, after);
    yield ids;
    if (ids.length < TOGETHER) return;
    after = ids.at(-1) ?? '';
  }
}

async function* ownerPages(db: Database, ownerId: string): AsyncGenerator<readonly string[], void> {
  for (let after: { createdAt: number; id: string } | undefined; ;) {
    const rows = await listConversations(db, { ownerId }, after, TOGETHER);
    yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < TOGETHER) return;
    after = last;
  }
}

function jsonEntry(name: string, value: unknown): ExportEntry {
  const content = async function* (): AsyncGenerator<string, void> {
    yield `${JSON.stringify(value, null, 2)}\n`;
  };
  return { name, isPacked: false, content: content() };
}

/** An untrusted name as the last segment of a path: without folders and names reserved by systems (A709). */
function safeName(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .slice(-80);
}
