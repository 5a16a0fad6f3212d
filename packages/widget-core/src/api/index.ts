export { API_ERRORS, isApiErrorCode, type ApiErrorCode } from '../errors';
export { toCallbackPath } from '../lib/callbackPath';
export { delay, systemClock, type CancelTimer, type Clock } from '../lib/clock';
export { createId } from '../lib/ids';
export { isJson, parseJson, type Json, type JsonObject } from '../lib/json';
export { isEmailAddress } from './emailAddress';
export type { ErrorBody } from './errorBody';
export { ATTACHMENT_TYPES, attachmentEnding, DATASET_TYPES, inferFileType, type AttachmentEnding } from './fileTypes';
export type { LiveResponse } from './live';
export { MESSAGE_TEXT_MAX_LENGTH, MESSAGE_TYPES } from './message';
export type { Attachment, Message, MessageInput, Micro, Reference } from './message';
export {
  PARTS_MAX_BYTES,
  REASONING,
  type MessagePart,
  type Reasoning,
  type ReasoningPart,
  type TextPart,
  type ToolPart,
  type ToolState,
} from './parts';
export {
  readReplyEvent,
  type ActivityMessage,
  type ActivityMessageInput,
  type NumberedReplyEvent,
  type ReplyEndReason,
  type ReplyEvent,
} from './replyEvents';
export type {
  CompleteRequest,
  Contact,
  FunctionDefinition,
  MessageCreateRequest,
  SessionCreateRequest,
} from './requests';
export type { Integration, MessageListResponse, SessionCreateResponse, UploadResponse } from './responses';
export { routes } from './routes';
export {
  abortResponseSchema,
  activityMessageSchema,
  channelSchema,
  clientMessageIdSchema,
  completeRequestSchema,
  completeResponseSchema,
  contactSchema,
  errorBodySchema,
  idResponseSchema,
  idSchema,
  integrationSchema,
  jsonObjectSchema,
  liveResponseSchema,
  messageCreateRequestSchema,
  messageListResponseSchema,
  messageSchema,
  partsSchema,
  replyEventData,
  sessionCreateRequestSchema,
  sessionCreateResponseSchema,
  synthesizeRequestSchema,
  synthesizeResponseSchema,
  timeSchema,
  unfurlResponseSchema,
  uploadResponseSchema,
} from './schemas';
