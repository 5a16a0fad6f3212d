import type * as v from 'valibot';
import * as json from '../lib/json';
import type { JsonObject } from '../lib/json';
import * as errorBody from './errorBody';
import type { ErrorBody } from './errorBody';
import * as live from './live';
import type { LiveResponse } from './live';
import * as message from './message';
import type { Message, MessageInput, Micro } from './message';
import * as parts from './parts';
import type { MessagePart } from './parts';
import * as replyEvents from './replyEvents';
import type { ActivityMessage, ActivityMessageInput, ReplyEventData, ReplyEventType } from './replyEvents';
import * as requests from './requests';
import type {
  CheckedCompleteRequest,
  CheckedMessageCreateRequest,
  CheckedSessionCreateRequest,
  CompleteRequest,
  Contact,
  MessageCreateRequest,
  SessionCreateRequest,
} from './requests';
import * as responses from './responses';
import type {
  CompleteResponse,
  CompleteResponseInput,
  Integration,
  MessageListResponse,
  MessageListResponseInput,
  SessionCreateResponse,
  UploadResponse,
} from './responses';
import * as threads from './threads';
import type { ThreadListResponse } from './threads';

/*
 * The schemas for other packages, typed by their input and output only, so that declarations stay short and quick to
 * check. `schemas.test-d.ts` fails if a type and its schema differ.
 */

/** Schema of an object; `entries` are for building others from it. */
export type ObjectSchema<Output, Input = Output> = v.GenericSchema<Input, Output> & {
  readonly entries: { readonly [Key in keyof Output]-?: v.GenericSchema<unknown, Output[Key]> };
};

/** An opaque id. */
export const idSchema: v.GenericSchema<string> = message.idSchema;
/** Client-made id of a send: 8 to 64 letters, digits, `_` and `-`, sortable by time. */
export const clientMessageIdSchema: v.GenericSchema<string> = message.clientMessageIdSchema;
/** Milliseconds since the epoch. */
export const timeSchema: v.GenericSchema<number> = message.timeSchema;
/** A JSON object of at most 8 levels. */
export const jsonObjectSchema: v.GenericSchema<JsonObject> = json.jsonObjectSchema;
/** Channel for the result of a function: 16 to 128 letters, digits, `_` and `-`. */
export const channelSchema: v.GenericSchema<string> = replyEvents.channelSchema;

export const messageSchema: v.GenericSchema<MessageInput, Message> = message.messageSchema;
/** An action of the bot as a message. */
export const activityMessageSchema: v.GenericSchema<ActivityMessageInput, ActivityMessage> =
  replyEvents.activityMessageSchema;
/** Parts of a message; unknown kinds are dropped. */
export const partsSchema: v.GenericSchema<unknown[], MessagePart[]> = parts.partsSchema;
/** Contact details and identity of a visitor. */
export const contactSchema: v.GenericSchema<Contact> = requests.contactSchema;

/** POST /v1/integration/widget/{integrationId}/session/create. */
export const sessionCreateRequestSchema: ObjectSchema<CheckedSessionCreateRequest, SessionCreateRequest> =
  requests.sessionCreateRequestSchema;
/** POST /v1/conversation/{conversationId}/complete. */
export const completeRequestSchema: ObjectSchema<CheckedCompleteRequest, CompleteRequest> =
  requests.completeRequestSchema;
/** POST /v1/conversation/{conversationId}/message/create. */
export const messageCreateRequestSchema: v.GenericSchema<MessageCreateRequest, CheckedMessageCreateRequest> =
  requests.messageCreateRequestSchema;
/** POST …/synthesize. Without `text`, the stored message is spoken. */
export const synthesizeRequestSchema: v.GenericSchema<{ text?: string | undefined }> = requests.synthesizeRequestSchema;

/** Response body of failed calls. */
export const errorBodySchema: v.GenericSchema<ErrorBody> = errorBody.errorBodySchema;
/** Response to session creation. */
export const sessionCreateResponseSchema: v.GenericSchema<SessionCreateResponse> =
  responses.sessionCreateResponseSchema;
/** Response with the id of the affected object. */
export const idResponseSchema: v.GenericSchema<{ id: string }> = responses.idResponseSchema;
/** Response to abort; null if nothing was running. */
export const abortResponseSchema: v.GenericSchema<{ id: string | null }> = responses.abortResponseSchema;
/** Response of the message list. */
export const messageListResponseSchema: v.GenericSchema<MessageListResponseInput, MessageListResponse> =
  responses.messageListResponseSchema;
/** GET …/thread/list. */
export const threadListResponseSchema: v.GenericSchema<ThreadListResponse> = threads.threadListResponseSchema;
/** Response of complete as plain JSON. */
export const completeResponseSchema: v.GenericSchema<CompleteResponseInput, CompleteResponse> =
  responses.completeResponseSchema;
/** Response of synthesize. `url` is absolute or relative to the configured base. */
export const synthesizeResponseSchema: v.GenericSchema<{ id: string; url: string; expiresAt: number }> =
  responses.synthesizeResponseSchema;
/** Response of unfurl; null if there is no preview. Relative URLs are relative to the configured base. */
export const unfurlResponseSchema: v.GenericSchema<{ micro: Micro | null }> = responses.unfurlResponseSchema;
/** Response to an upload. */
export const uploadResponseSchema: v.GenericSchema<UploadResponse> = responses.uploadResponseSchema;
/** GET …/live. */
export const liveResponseSchema: v.GenericSchema<LiveResponse> = live.liveResponseSchema;
/** Public configuration of a widget for frame and loader. */
export const integrationSchema: v.GenericSchema<Integration> = responses.integrationSchema;
/** Schema of each reply event's data, by event name. */
export const replyEventData: {
  readonly [Type in ReplyEventType]: v.GenericSchema<unknown, ReplyEventData[Type]>;
} = replyEvents.replyEventData;
