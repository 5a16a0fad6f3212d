export { API_ERRORS, isApiErrorCode, type ApiErrorCode } from '../errors';
export { isJson, jsonObjectSchema, jsonSchema, parseJson, type Json, type JsonObject } from '../lib/json';
export { isEmailAddress, looksLikeEmail } from './emailAddress';
export { errorBodySchema, type ErrorBody } from './errorBody';
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
  type MessageType,
  type Micro,
  type Reference,
} from './message';
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
  completeRequestSchema,
  contactSchema,
  functionDefinitionSchema,
  functionNameSchema,
  messageCreateRequestSchema,
  messageListQuerySchema,
  publishRequestSchema,
  sessionCreateRequestSchema,
  voteRequestSchema,
  type CompleteRequest,
  type Contact,
  type FunctionDefinition,
  type MessageCreateRequest,
  type SessionCreateRequest,
} from './requests';
export {
  abortResponseSchema,
  completeResponseSchema,
  idResponseSchema,
  integrationSchema,
  loaderConfigSchema,
  messageListResponseSchema,
  sessionCreateResponseSchema,
  type Integration,
  type LoaderConfig,
  type MessageListResponse,
  type SessionCreateResponse,
} from './responses';
export { routes } from './routes';
