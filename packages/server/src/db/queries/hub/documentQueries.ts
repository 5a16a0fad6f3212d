import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { bots, conversations, datasetFiles, messages, passages, widgets } from '../../schema';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace } from '../newestFirst';

/** Titles of documents by id: the page heading of the first passage. Documents without passages are missing. */
export async function readTitles(db: Database, fileIds: readonly string[]): Promise<Map<string, string>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([passages.fileId], { id: passages.fileId, title: passages.page })
    .from(passages)
    .where(inArray(passages.fileId, [...fileIds]))
    .orderBy(passages.fileId, asc(passages.sequence));
  return new Map(rows.map(({ id, title }) => [id, title.trim()]));
}

/** A document of a dataset, also a page of one of its sites; or undefined. */
export async function readDocument(
  db: Database,
  datasetId: string,
  fileId: string,
): Promise<typeof datasetFiles.$inferSelect | undefined> {
  const [file] = await db
    .select()
    .from(datasetFiles)
    .where(and(eq(datasetFiles.id, fileId), eq(datasetFiles.datasetId, datasetId)));
  return file;
}

/** Passages of a document in their order. @param after - sequence of the last one that was read; 0 from the start */
export async function listPassages(
  db: Database,
  fileId: string,
  after: number,
  take: number,
): Promise<{ sequence: number; title: string; text: string; url: string }[]> {
  return db
    .select({ sequence: passages.sequence, title: passages.title, text: passages.text, url: passages.url })
    .from(passages)
    .where(and(eq(passages.fileId, fileId), gt(passages.sequence, after)))
    .orderBy(asc(passages.sequence))
    .limit(take);
}

/** A question whose reply cited a document. */
export interface DocumentQuestion {
  /** Id of the reply. */
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly createdAt: number;
}

/** Questions of visitors in an account's widgets whose reply cited a document, newest first. */
export async function listQuestionsTo(
  db: Database,
  ownerId: string,
  { datasetId, name }: { readonly datasetId: string; readonly name: string },
  after: ListPlace | undefined,
  take: number,
): Promise<DocumentQuestion[]> {
  const question = db
    .select({ text: sql<string>`asked.text`.as('question_text') })
    .from(sql`${messages} as asked`)
    .where(
      sql`asked.conversation_id = ${messages.conversationId} and asked.sequence < ${messages.sequence}
        and asked.type in ('user', 'input') and asked.is_current and not asked.is_hidden`,
    )
    .orderBy(sql`asked.sequence desc`)
    .limit(1)
    .as('question');
  return db
    .select({ id: messages.id, conversationId: conversations.id, text: question.text, createdAt: messages.createdAt })
    .from(widgets)
    .innerJoin(bots, eq(bots.id, widgets.botId))
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .innerJoinLateral(question, sql`true`)
    .where(
      and(
        eq(widgets.ownerId, ownerId),
        isNull(conversations.trial),
        sql`${bots.datasets} @> ${JSON.stringify([datasetId])}::jsonb`,
        eq(messages.isCurrent, true),
        afterPlace(messages.createdAt, messages.id, after),
        sql`${messages.references} @> ${JSON.stringify([{ source: name }])}::jsonb`,
      ),
    )
    .orderBy(desc(messages.createdAt), messages.id)
    .limit(take);
}
