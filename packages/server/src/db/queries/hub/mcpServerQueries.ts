import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { mcpAppPages, mcpServers, type PinnedTool } from '../../schema';

/** An MCP server as stored, with its headers. */
export type StoredMcpServer = typeof mcpServers.$inferSelect;

/** The page of an MCP App. */
type AppPage = typeof mcpAppPages.$inferSelect;

/** Keeps the page of an app; one that is kept already stays as it is. */
export async function keepAppPage(db: Database, page: AppPage): Promise<void> {
  await db.insert(mcpAppPages).values(page).onConflictDoNothing();
}

/** The page of an app by its digest; undefined when no server has it any more. */
export async function readAppPage(db: Database, digest: string): Promise<AppPage | undefined> {
  const [page] = await db.select().from(mcpAppPages).where(eq(mcpAppPages.digest, digest)).limit(1);
  return page;
}

/** Adds an MCP server. */
export async function insertMcpServer(db: Database, server: typeof mcpServers.$inferInsert): Promise<void> {
  await db.insert(mcpServers).values(server);
}

/** MCP servers of these skillsets, in the order they came. */
export async function listMcpServers(db: Database, skillsetIds: readonly string[]): Promise<StoredMcpServer[]> {
  if (skillsetIds.length === 0) return [];
  return db
    .select()
    .from(mcpServers)
    .where(inArray(mcpServers.skillsetId, [...skillsetIds]))
    .orderBy(asc(mcpServers.createdAt), asc(mcpServers.id));
}

/** An MCP server by its id, of any account. */
export async function readMcpServer(db: Database, id: string): Promise<StoredMcpServer | undefined> {
  const [server] = await db.select().from(mcpServers).where(eq(mcpServers.id, id)).limit(1);
  return server;
}

/** Keeps the sign-in at a server, sealed; null: there is none any more. */
export async function setMcpSignIn(db: Database, id: string, signIn: string | null): Promise<void> {
  await db.update(mcpServers).set({ signIn }).where(eq(mcpServers.id, id));
}

/** Has the list of a server's tools read anew by every process. */
export async function renewMcpLists(db: Database, id: string, now: number): Promise<void> {
  await db.update(mcpServers).set({ updatedAt: now }).where(eq(mcpServers.id, id));
}

/** Deletes an MCP server. @returns whether the skillset had it */
export async function deleteMcpServer(db: Database, skillsetId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(mcpServers)
    .where(and(eq(mcpServers.id, id), eq(mcpServers.skillsetId, skillsetId)))
    .returning({ id: mcpServers.id });
  return gone.length > 0;
}

/**
 * Keeps the tools at their owner's first look. @returns those that are kept: a concurrent request may have been
 * first
 */
export async function pinMcpTools(
  db: Database,
  id: string,
  tools: Readonly<Record<string, PinnedTool>>,
): Promise<Readonly<Record<string, PinnedTool>>> {
  const [pinned] = await db
    .update(mcpServers)
    .set({ tools: { ...tools } })
    .where(and(eq(mcpServers.id, id), isNull(mcpServers.tools)))
    .returning({ tools: mcpServers.tools });
  const [stored] = pinned
    ? [pinned]
    : await db.select({ tools: mcpServers.tools }).from(mcpServers).where(eq(mcpServers.id, id));
  return stored?.tools ?? {};
}

/** Sets the pin of one tool, or takes it away with `undefined`; those of other tools stay as they are. */
export async function setMcpTool(db: Database, id: string, name: string, pin: PinnedTool | undefined): Promise<void> {
  const tools = sql`coalesce(${mcpServers.tools}, '{}'::jsonb)`;
  await db
    .update(mcpServers)
    .set({
      tools: pin ? sql`${tools} || ${JSON.stringify({ [name]: pin })}::jsonb` : sql`${tools} - ${name}::text`,
      paused: sql`${mcpServers.paused} - ${name}::text`,
    })
    .where(eq(mcpServers.id, id));
}

/** Notes which tools of a server are paused. */
export async function notePausedMcpTools(db: Database, id: string, names: readonly string[]): Promise<void> {
  await db
    .update(mcpServers)
    .set({ paused: [...names] })
    .where(eq(mcpServers.id, id));
}
