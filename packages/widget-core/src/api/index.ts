export { API_ERRORS, isApiErrorCode, type ApiErrorCode } from '../errors';
export { toCallbackPath } from '../lib/callbackPath';
export { delay, systemClock, type CancelTimer, type Clock } from '../lib/clock';
export { createId } from '../lib/ids';
export { isJson, parseJson, type Json, type JsonObject } from '../lib/json';
export { isEmailAddress } from './emailAddress';
export type { ErrorBody } from './errorBody';
export { MESSAGE_TEXT_MAX_LENGTH } from './message';
export type { Attachment, Message, MessageInput, Micro, Reference } from './message';
export type { MessagePart, ReasoningPart, TextPart, ToolPart, ToolState } from './parts';
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
export type { Integration, SessionCreateResponse, UploadResponse } from './responses';
export { routes } from './routes';
export {
  activityMessageSchema,
  errorBodySchema,
  idResponseSchema,
  idSchema,
  integrationSchema,
  jsonObjectSchema,
  messageSchema,
  replyEventData,
  timeSchema,
} from './schemas';
