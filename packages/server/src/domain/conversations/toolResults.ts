import type { ToolResults } from '@sotto/hub-api';
import type { ActivityMessage, JsonObject, Message, MessagePart, ReplyEvent } from '@sotto/widget-core/api';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { showParts, type PartsReader } from '../replies/replyParts';

/** Whether the owner shares arguments and results of tools with visitors; never for trials on the Hub. */
export function sharesToolResults({ trial }: Pick<Conversation, 'trial'>, { config }: Pick<Widget, 'config'>): boolean {
  return trial === null && config['toolResults'] === ('shared' satisfies ToolResults);
}

/** Filters a reply event for a reader. The log contains everything, because readers of a reply differ. */
export function showEvent(event: ReplyEvent, reader: PartsReader): ReplyEvent {
  switch (event.type) {
    case 'message':
      return { ...event, data: showMessage(event.data, reader) };
    case 'toolBegin': {
      const { input: _, ...data } = event.data;
      return reader.seesToolResults ? event : { ...event, data };
    }
    case 'toolEnd': {
      const { output: _, ...data } = event.data;
      return reader.seesToolResults ? event : { ...event, data };
    }
    case 'result':
      return { ...event, data: withShownParts(event.data, reader) };
    case 'error':
      return { ...event, data: withShownParts(event.data, reader) };
    default:
      return event;
  }
}

function withShownParts<Holder extends { readonly parts?: MessagePart[] | null | undefined }>(
  holder: Holder,
  reader: PartsReader,
): Holder {
  if (!holder.parts) return holder;
  const { parts, ...rest } = holder;
  const shown = showParts(parts, reader);
  return { ...rest, ...(shown && { parts: shown }) } as Holder;
}

/**
 * Filters a message for a reader: tool calls are reduced to name and state, unless the reader may see arguments and
 * results. The same for parts.
 */
export function showMessage<Shown extends Message | ActivityMessage>(message: Shown, reader: PartsReader): Shown {
  if (message.type !== 'activity') return withShownParts(message, reader);
  if (reader.seesToolResults) return message;
  const activity = message.meta?.['activity'];
  return { ...message, meta: isObject(activity) ? { activity: withoutResults(activity) } : {} };
}

/** Only these fields of a call are returned. */
function withoutResults(activity: JsonObject): JsonObject {
  const { type, callId, channel } = activity;
  const { name, arguments: args } = isObject(activity['function']) ? activity['function'] : {};
  // With a channel, the call is for the reader's page, which needs the arguments.
  const call = {
    ...(name !== undefined && { name }),
    ...(channel !== undefined && args !== undefined && { arguments: args }),
  };
  return {
    ...(type !== undefined && { type }),
    ...(callId !== undefined && { callId }),
    function: call,
    ...(channel !== undefined && { channel }),
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
