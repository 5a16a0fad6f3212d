/**
 * The paths of the API, relative to the configured base. On our server, `/api/v1` is an alias of `/v1`.
 *
 * Ids are opaque and URL-safe; they are encoded anyway, because a custom backend may use other ids.
 */
export const routes = {
  widgetSessionCreate: (integrationId: string) =>
    `/v1/integration/widget/${encodeURIComponent(integrationId)}/session/create`,
  widgetConfig: (integrationId: string) => `/v1/integration/widget/${encodeURIComponent(integrationId)}/config`,
  complete: (conversationId: string) => `${conversationPath(conversationId)}/complete`,
  abort: (conversationId: string) => `${conversationPath(conversationId)}/abort`,
  messageList: (conversationId: string) => `${conversationPath(conversationId)}/message/list`,
  messageCreate: (conversationId: string) => `${conversationPath(conversationId)}/message/create`,
  contactUpsert: (conversationId: string) => `${conversationPath(conversationId)}/contact/upsert`,
  messageChoose: (conversationId: string, messageId: string) =>
    `${conversationPath(conversationId)}/message/${encodeURIComponent(messageId)}/choose`,
  upvote: (conversationId: string, messageId: string) =>
    `${conversationPath(conversationId)}/message/${encodeURIComponent(messageId)}/upvote`,
  downvote: (conversationId: string, messageId: string) =>
    `${conversationPath(conversationId)}/message/${encodeURIComponent(messageId)}/downvote`,
  synthesize: (conversationId: string, messageId: string) =>
    `${conversationPath(conversationId)}/message/${encodeURIComponent(messageId)}/synthesize`,
  unfurl: (conversationId: string) => `${conversationPath(conversationId)}/unfurl`,
  attachmentUpload: (conversationId: string) => `${conversationPath(conversationId)}/attachment/upload`,
  attachmentList: (conversationId: string) => `${conversationPath(conversationId)}/attachment/list`,
  attachmentDownload: (conversationId: string, attachmentId: string) =>
    `${conversationPath(conversationId)}/attachment/${encodeURIComponent(attachmentId)}/download`,
  channelPublish: (channel: string) => `/v1/channel/${encodeURIComponent(channel)}/publish`,
  fileThumbnail: (fileId: string) => `/v1/file/${encodeURIComponent(fileId)}/thumbnail/download`,
} as const;

/** Path prefix of a conversation. */
export function conversationPath(conversationId: string): string {
  return `/v1/conversation/${encodeURIComponent(conversationId)}`;
}
