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
 * The schemas as other packages see them: by the types of what they take and give, not by how they are built, so that
 * declarations stay short and cheap to check. `schemas.test-d.ts` fails when a type and its schema differ.
 */

/** A schema of an object; `entries` are for building others from it. */
export type ObjectSchema<Output, Input = Output> = v.GenericSchema<Input, Output> & {
  readonly entries: { readonly [Key in keyof Output]-?: v.GenericSchema<unknown, Output[Key]> };
};

/** An opaque id. */
export const idSchema: v.GenericSchema<string> = message.idSchema;
/** Id a client gives to what it sends: 8 to 64 letters, digits, `_` and `-`, sortable by time. */
export const clientMessageIdSchema: v.GenericSchema<string> = message.clientMessageIdSchema;
/** Milliseconds since the epoch. */
export const timeSchema: v.GenericSchema<number> = message.timeSchema;
/** A JSON object of at most 8 levels. */
export const jsonObjectSchema: v.GenericSchema<JsonObject> = json.jsonObjectSchema;
/** Where the outcome of a function is published: 16 to 128 letters, digits, `_` and `-`. */
export const channelSchema: v.GenericSchema<string> = replyEvents.channelSchema;

/** One message. */
export const messageSchema: v.GenericSchema<MessageInput, Message> = message.messageSchema;
/** What the bot did, as a message. */
export const activityMessageSchema: v.GenericSchema<ActivityMessageInput, ActivityMessage> =
  replyEvents.activityMessageSchema;
/** Parts of a message; a kind that is not known here is left out. */
export const partsSchema: v.GenericSchema<unknown[], MessagePart[]> = parts.partsSchema;
/** Who a visitor is. */
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
/** POST …/synthesize. Without `text` the stored message is spoken. */
export const synthesizeRequestSchema: v.GenericSchema<{ text?: string | undefined }> = requests.synthesizeRequestSchema;

/** Body of every failed call. */
export const errorBodySchema: v.GenericSchema<ErrorBody> = errorBody.errorBodySchema;
/** Answer of session creation. */
export const sessionCreateResponseSchema: v.GenericSchema<SessionCreateResponse> =
  responses.sessionCreateResponseSchema;
/** Answer of calls that name what they touched. */
export const idResponseSchema: v.GenericSchema<{ id: string }> = responses.idResponseSchema;
/** Answer of abort; null when nothing ran. */
export const abortResponseSchema: v.GenericSchema<{ id: string | null }> = responses.abortResponseSchema;
/** Answer of the message list. */
export const messageListResponseSchema: v.GenericSchema<MessageListResponseInput, MessageListResponse> =
  responses.messageListResponseSchema;
/** GET …/thread/list. */
export const threadListResponseSchema: v.GenericSchema<ThreadListResponse> = threads.threadListResponseSchema;
/** Answer of complete as plain JSON. */
export const completeResponseSchema: v.GenericSchema<CompleteResponseInput, CompleteResponse> =
  responses.completeResponseSchema;
/** Answer of synthesize. `url` is absolute or relative to the configured base. */
export const synthesizeResponseSchema: v.GenericSchema<{ id: string; url: string; expiresAt: number }> =
  responses.synthesizeResponseSchema;
/** Answer of unfurl; null when there is nothing to show. Relative addresses are relative to the configured base. */
export const unfurlResponseSchema: v.GenericSchema<{ micro: Micro | null }> = responses.unfurlResponseSchema;
/** Answer of an upload. */
export const uploadResponseSchema: v.GenericSchema<UploadResponse> = responses.uploadResponseSchema;
/** GET …/live. */
export const liveResponseSchema: v.GenericSchema<LiveResponse> = live.liveResponseSchema;
/** What the frame and the loader may know of a widget. */
export const integrationSchema: v.GenericSchema<Integration> = responses.integrationSchema;
/** The data of each reply event, by name. */
export const replyEventData: {
  readonly [Type in ReplyEventType]: v.GenericSchema<unknown, ReplyEventData[Type]>;
} = replyEvents.replyEventData;
