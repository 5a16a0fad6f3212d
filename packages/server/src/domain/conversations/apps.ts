import { isJson, jsonObjectSchema, type Json, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import { readMessage } from '../../db/queries/conversations/messageQueries';
import { readMcpServer, type StoredMcpServer } from '../../db/queries/hub/mcpServerQueries';
import { readResource } from '../../db/queries/hub/resourceQueries';
import { readBot, type Widget } from '../../db/queries/hub/widgetQueries';
import { pinOf } from '../../model/tools/mcpPins';

/** MCP App data of a message of type `activity`: the result as its page receives it. Not in visitors' lists. */
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
 * An app by its message. Undefined for another conversation, if its server was detached, or if the owner no longer
 * shows the tool's app.
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

/** Skillsets of a conversation's bot, without those added by a program for one message. */
export async function skillsetsOf(
  db: Database,
  { trial }: Pick<Conversation, 'trial'>,
  widget: Pick<Widget, 'botId'>,
): Promise<readonly string[]> {
  if (!trial) return (await readBot(db, widget.botId))?.skillsets ?? [];
  if (trial.type === 'skillset') return [trial.id];
  return trial.type === 'bot' ? ((await readResource(db, 'bot', trial.id))?.skillsets ?? []) : [];
}
