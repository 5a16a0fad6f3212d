import * as v from 'valibot';
import { idSchema, messageSchema, timeSchema } from '../api/message';
import { contactSchema } from '../api/requests';
import { jsonObjectSchema, jsonSchema } from '../lib/json';
import { note, type Note, type Schema } from './messageMap';

/** A message of the frame that tells of something, and the event in which a page hears of it. */
export interface FrameEvent<
  Payload extends Schema,
  Name extends string,
  Field extends string | undefined,
> extends Note<Payload> {
  /** The event of `<sotto-chat>`. */
  readonly event: Name;
  /**
   * In the event, the name of what the message calls `value`. Without one, the message's payload is the event's detail.
   */
  readonly field: Field;
}

const messageEvent = v.object({ message: messageSchema, conversationId: v.optional(v.nullable(idSchema)) });

/**
 * Everything that a widget tells, one line each: the message of the frame (specification 7), the event of the element,
 * the payload. The protocol, the loader's events and the bridge follow it. What each event carries for a page is
 * written for people in `WidgetEvents` of the loader.
 */
export const frameEvents = {
  onReady: event('ready', v.object({ protocol: v.number(), build: v.string(), conversationId: v.nullable(idSchema) })),
  onSend: event('send', messageEvent),
  onReceive: event('receive', messageEvent),
  onItem: event('item', v.object({ type: v.string(), data: jsonSchema, messageId: v.optional(idSchema) })),
  onRestartConversation: event('restart', v.object({ previousConversationId: v.optional(idSchema) })),
  resize: event(
    'resize',
    v.object({
      width: v.number(),
      height: v.number(),
      reason: v.picklist(['launcher', 'peek', 'panel', 'maximize', 'content', 'overlay']),
    }),
  ),
  reset: event('reset', v.object({ open: v.boolean() })),
  onMessagesChange: change('messageschange', v.array(messageSchema), 'messages'),
  onFunctionsChange: change('functionschange', v.array(v.string()), 'functions'),
  onMetaChange: change('metachange', jsonObjectSchema, 'meta'),
  onContactChange: change('contactchange', v.nullable(contactSchema), 'contact'),
  onOpenChange: change('openchange', v.boolean(), 'open'),
  onMaximizeChange: change('maximizechange', v.boolean(), 'maximized'),
  onSessionChange: change(
    'sessionchange',
    v.nullable(v.object({ conversationId: idSchema, expiresAt: v.nullable(timeSchema) })),
    'session',
  ),
  onStatusChange: change('statuschange', v.picklist(['idle', 'thinking', 'writing']), 'status'),
  onUnreadChange: change('unreadchange', v.number(), 'unread'),
  onLanguageChange: change('languagechange', v.string(), 'language'),
  onTrack: event(
    'track',
    v.object({
      event: v.picklist(['message_send', 'message_receive']),
      widget_id: v.string(),
      usage_tokens: v.number(),
      usage_message: v.number(),
    }),
  ),
  onVote: event('vote', v.object({ messageId: idSchema, vote: v.picklist(['up', 'down']) })),
  onError: event('error', v.object({ code: v.string(), message: v.string() })),
};

function event<Name extends string, Payload extends Schema>(
  name: Name,
  payload: Payload,
): FrameEvent<Payload, Name, undefined> {
  return { ...note(payload), event: name, field: undefined };
}

function change<Name extends string, Value extends Schema, Field extends string>(
  name: Name,
  value: Value,
  field: Field,
): FrameEvent<v.ObjectSchema<{ readonly value: Value }, undefined>, Name, Field> {
  return { ...note(v.object({ value })), event: name, field };
}

/** The message that tells of an event. */
export type FrameEventName = keyof typeof frameEvents;
