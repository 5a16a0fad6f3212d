/**
 * Schemas of requests and responses that only Sotto's own server and pages use, besides the public entry `api`. They
 * may change in any release, because all Sotto packages share one version.
 */
export { appCallRequestSchema, appCallResponseSchema, appResponseSchema } from './apps';
export { ATTACHMENT_TYPES, attachmentEnding, DATASET_TYPES, inferFileType, type AttachmentEnding } from './fileTypes';
export type { LiveResponse } from './live';
export { MESSAGE_TYPES } from './message';
export { messageParts, PARTS_MAX_BYTES, REASONING, type Reasoning } from './parts';
export { takeText } from './takenText';
export { VOTE_REASON_MAX_LENGTH } from './requests';
export type { MessageListResponse } from './responses';
export type { ThreadListResponse } from './threads';
export {
  abortResponseSchema,
  channelSchema,
  clientMessageIdSchema,
  completeRequestSchema,
  completeResponseSchema,
  contactSchema,
  liveResponseSchema,
  messageCreateRequestSchema,
  messageListResponseSchema,
  partsSchema,
  sessionCreateRequestSchema,
  sessionCreateResponseSchema,
  synthesizeRequestSchema,
  synthesizeResponseSchema,
  threadListResponseSchema,
  unfurlResponseSchema,
  uploadResponseSchema,
} from './schemas';
export { cutText } from '../lib/cutText';
export { storedSession } from '../session/storedSession';
