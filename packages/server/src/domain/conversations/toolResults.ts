import type { ToolResults } from '@sotto/hub-api';
import type { ActivityMessage, JsonObject, Message, MessagePart, ReplyEvent } from '@sotto/widget-core/api';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { showParts, type PartsReader } from '../replies/replyParts';

/**
 * Whether the owner shares arguments and results of tools with visitors. What is tried out on the Hub is not the
 * widget's owner's to share.
 */
export function sharesToolResults({ trial }: Pick<Conversation, 'trial'>, { config }: Pick<Widget, 'config'>): boolean {
  return trial === null && config['toolResults'] === ('shared' satisfies ToolResults);
}

/** A reply event as a reader may see it. The log holds all of it: several readers may follow one reply. */
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
 * A message as a reader may see it: of a tool's call or answer its name and state; arguments and results only where the
 * reader sees them. Of a reply its parts likewise.
 */
export function showMessage<Shown extends Message | ActivityMessage>(message: Shown, reader: PartsReader): Shown {
  if (message.type !== 'activity') return withShownParts(message, reader);
  if (reader.seesToolResults) return message;
  const activity = message.meta?.['activity'];
  return { ...message, meta: isObject(activity) ? { activity: withoutResults(activity) } : {} };
}

/** Only the fields named here are returned; everything else of a call is withheld. */
function withoutResults(activity: JsonObject): JsonObject {
  const { type, callId, channel } = activity;
  const { name, arguments: args } = isObject(activity['function']) ? activity['function'] : {};
  // With a channel, the call is addressed to the reader's own page, which needs the arguments to answer it.
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
