import * as v from 'valibot';
import { idSchema, messageSchema, timeSchema } from '../api/message';
import { contactSchema } from '../api/requests';
import { jsonObjectSchema, jsonSchema } from '../lib/json';
import { note, type Note, type Schema } from './messageMap';
import type { FrameEventType } from './payloads';

/** A row of the table, with the literal types of its event and field. */
export interface FrameEventRow<Payload extends Schema, Name extends FrameEventType, Field> extends Note<Payload> {
  readonly event: Name;
  readonly field: Field;
}

const messageEvent = v.object({ message: messageSchema, conversationId: v.optional(v.nullable(idSchema)) });

/**
 * The events of a widget, one per row: message of the frame (specification 7), event of the element, payload. The
 * protocol, the loader's events and the bridge derive from it. The `WidgetEvents` type of the loader documents the
 * details for integrators.
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
  onVote: event(
    'vote',
    v.object({ messageId: idSchema, vote: v.picklist(['up', 'down']), reason: v.optional(v.string()) }),
  ),
  onError: event('error', v.object({ code: v.string(), message: v.string() })),
};

function event<Name extends FrameEventType, Payload extends Schema>(
  name: Name,
  payload: Payload,
): FrameEventRow<Payload, Name, undefined> {
  return { ...note(payload), event: name, field: undefined };
}

function change<Name extends FrameEventType, Value extends Schema, Field extends string>(
  name: Name,
  value: Value,
  field: Field,
): FrameEventRow<v.ObjectSchema<{ readonly value: Value }, undefined>, Name, Field> {
  return { ...note(v.object({ value })), event: name, field };
}
