import type { ActivityMessage, JsonObject, Message, ReplyEvent, ToolResults } from '@sotto/widget-core/api';
import type { Conversation } from '../db/queries/conversations';
import type { Widget } from '../db/queries/widgets';

/** Whether a reader may see what tools are asked and what they answer; everybody who sees a reply's rows sees that they run. */
export interface ToolResultsReader {
  readonly seesToolResults: boolean;
}

/** Whether the owner shares arguments and results of tools with visitors. What is tried out on the Hub is not the widget's owner's to share. */
export function sharesToolResults({ trial }: Pick<Conversation, 'trial'>, { config }: Pick<Widget, 'config'>): boolean {
  return trial === null && config['toolResults'] === ('shared' satisfies ToolResults);
}

/** A reply event as a reader may see it. The log holds all of it: several readers may follow one reply. */
export function showEvent(event: ReplyEvent, reader: ToolResultsReader): ReplyEvent {
  return event.type === 'message' ? { ...event, data: showMessage(event.data, reader) } : event;
}

/** A message as a reader may see it: of a tool's call or answer its name and state; arguments and results only where the reader sees them. */
export function showMessage<Shown extends Message | ActivityMessage>(message: Shown, { seesToolResults }: ToolResultsReader): Shown {
  if (seesToolResults || message.type !== 'activity') return message;
  const activity = message.meta?.['activity'];
  return { ...message, meta: isObject(activity) ? { activity: withoutResults(activity) } : {} };
}

/** What is named here is let through; whatever else is stored of a call stays. */
function withoutResults(activity: JsonObject): JsonObject {
  const { type, callId, channel } = activity;
  const { name, arguments: args } = isObject(activity['function']) ? activity['function'] : {};
  // With a channel, the call is addressed to the reader's own page, which needs the arguments to answer it.
  const call = { ...(name !== undefined && { name }), ...(channel !== undefined && args !== undefined && { arguments: args }) };
  return { ...(type !== undefined && { type }), ...(callId !== undefined && { callId }), function: call, ...(channel !== undefined && { channel }) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
