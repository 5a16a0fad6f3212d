/**
 * What Sotto's own server and pages check requests and responses with, besides the public entry `api`. It changes with
 * any release: all of Sotto's packages have one version.
 */
export { ATTACHMENT_TYPES, attachmentEnding, DATASET_TYPES, inferFileType, type AttachmentEnding } from './fileTypes';
export type { LiveResponse } from './live';
export { MESSAGE_TYPES } from './message';
export { PARTS_MAX_BYTES, REASONING, type Reasoning } from './parts';
export type { MessageListResponse } from './responses';
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
  unfurlResponseSchema,
  uploadResponseSchema,
} from './schemas';
