/**
 * Schemas of requests and responses that only Sotto's own server and pages use, besides the public entry `api`. They
 * may change in any release, because all Sotto packages share one version.
 */
export { appCallRequestSchema, appCallResponseSchema, appResponseSchema } from './api/apps';
export {
  ATTACHMENT_TYPES,
  attachmentEnding,
  DATASET_TYPES,
  inferFileType,
  type AttachmentEnding,
} from './api/fileTypes';
export type { LiveResponse } from './api/live';
export { MESSAGE_TYPES } from './api/message';
export { messageParts, PARTS_MAX_BYTES, REASONING, type Reasoning } from './api/parts';
export { takeText } from './api/takenText';
export { VOTE_REASON_MAX_LENGTH } from './api/requests';
export type { MessageListResponse } from './api/responses';
export type { ThreadListResponse } from './api/threads';
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
} from './api/schemas';
export { isWebAddress, webAddress } from './api/webAddress';
export { SERVER_SETTINGS } from './config/settings';
export { cutText } from './lib/cutText';
export { parseAddress } from './lib/parseAddress';
export { storedSession } from './session/storedSession';
