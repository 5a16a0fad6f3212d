import { isJson, jsonObjectSchema, type Json, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import { readMessage } from '../../db/queries/conversations/messageQueries';
import { readMcpServer, type StoredMcpServer } from '../../db/queries/hub/mcpServerQueries';
import { readResource } from '../../db/queries/hub/resourceQueries';
import { readBot, type Widget } from '../../db/queries/hub/widgetQueries';
import { pinOf } from '../../model/tools/mcpPins';

/** What a message of type `activity` keeps for an MCP App: the result as its page gets it. Visitors' lists lack it. */
const keptSchema = v.object({
  serverId: v.string(),
  tool: v.string(),
  digest: v.string(),
  result: v.custom<Json>((value) => isJson(value)),
  hasBorder: v.optional(v.boolean()),
});
const activitySchema = v.object({
  activity: v.object({ app: keptSchema, function: v.object({ arguments: jsonObjectSchema }) }),
});

/** An MCP App of a conversation. */
export interface ConversationApp {
  readonly server: StoredMcpServer;
  readonly digest: string;
  readonly tool: { readonly name: string; readonly title?: string; readonly inputSchema: JsonObject };
  readonly input: JsonObject;
  readonly result: Json;
  readonly hasBorder: boolean | undefined;
}

/**
 * An app by the message that keeps it. Undefined for another conversation's, when its server was detached, and when
 * the owner does not show the app of this tool any more.
 */
export async function readApp(
  db: Database,
  conversationId: string,
  messageId: string,
): Promise<ConversationApp | undefined> {
  const message = await readMessage(db, conversationId, messageId);
  const read = v.safeParse(activitySchema, message?.meta);
  if (!read.success || message?.type !== 'activity') return undefined;
  const { app, function: called } = read.output.activity;
  const server = await readMcpServer(db, app.serverId);
  const pin = server && pinOf(app.tool, server.tools ?? {});
  if (!server || pin?.showsApp !== true) return undefined;
  return {
    server,
    digest: app.digest,
    tool: { name: app.tool, ...(pin.title !== undefined && { title: pin.title }), inputSchema: pin.parameters },
    input: called.arguments,
    result: app.result,
    hasBorder: app.hasBorder,
  };
}

/** Skillsets whose tools the bot of a conversation has now; those that a program adds to one message are not among them. */
export async function skillsetsOf(
  db: Database,
  { trial }: Pick<Conversation, 'trial'>,
  widget: Pick<Widget, 'botId'>,
): Promise<readonly string[]> {
  if (!trial) return (await readBot(db, widget.botId))?.skillsets ?? [];
  if (trial.type === 'skillset') return [trial.id];
  return trial.type === 'bot' ? ((await readResource(db, 'bot', trial.id))?.skillsets ?? []) : [];
}
