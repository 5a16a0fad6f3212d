export { API_ERRORS, isApiErrorCode, type ApiErrorCode } from '../errors';
export { toCallbackPath } from '../lib/callbackPath';
export { delay, systemClock, type CancelTimer, type Clock } from '../lib/clock';
export { createId } from '../lib/ids';
export { isJson, jsonObjectSchema, jsonSchema, parseJson, type Json, type JsonObject } from '../lib/json';
export { isEmailAddress, looksLikeEmail } from './emailAddress';
export { liveQuerySchema, liveResponseSchema } from './live';
export { errorBodySchema, type ErrorBody } from './errorBody';
export {
  ATTACHMENT_TYPES,
  attachmentEnding,
  DATASET_TYPES,
  endingOf,
  inferFileType,
  isJsonFile,
  isYamlFile,
  type AttachmentEnding,
  type NamedFile,
} from './fileTypes';
export {
  attachmentSchema,
  clientMessageIdSchema,
  idSchema,
  MESSAGE_TEXT_MAX_LENGTH,
  MESSAGE_TYPES,
  messageSchema,
  microSchema,
  referenceSchema,
  timeSchema,
  type Attachment,
  type Message,
  type MessageSchema,
  type MessageType,
  type Micro,
  type Reference,
} from './message';
export {
  PARTS_MAX_BYTES,
  partsSchema,
  TOOL_STATES,
  type MessagePart,
  type ReasoningPart,
  type TextPart,
  type ToolPart,
  type ToolState,
} from './parts';
export {
  activityMessageSchema,
  channelSchema,
  readReplyEvent,
  REPLY_END_REASONS,
  replyEventData,
  type ActivityMessage,
  type NumberedReplyEvent,
  type ReplyEndReason,
  type ReplyEvent,
  type ReplyEventType,
} from './replyEvents';
export {
  abortRequestSchema,
  attachmentListQuerySchema,
  completeRequestSchema,
  contactSchema,
  functionDefinitionSchema,
  functionNameSchema,
  messageCreateRequestSchema,
  messageListQuerySchema,
  publishRequestSchema,
  sessionCreateRequestSchema,
  synthesizeRequestSchema,
  thumbnailQuerySchema,
  unfurlRequestSchema,
  voteRequestSchema,
  type CompleteRequest,
  type Contact,
  type ContactSchema,
  type FunctionDefinition,
  type FunctionDefinitionSchema,
  type MessageCreateRequest,
  type SessionCreateRequest,
} from './requests';
export {
  abortResponseSchema,
  attachmentListResponseSchema,
  completeResponseSchema,
  idResponseSchema,
  integrationSchema,
  loaderConfigSchema,
  messageListResponseSchema,
  sessionCreateResponseSchema,
  synthesizeResponseSchema,
  unfurlResponseSchema,
  uploadResponseSchema,
  type Integration,
  type LoaderConfig,
  type MessageListResponse,
  type SessionCreateResponse,
  type UploadResponse,
} from './responses';
export { routes } from './routes';
