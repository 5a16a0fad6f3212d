/**
 * Every path of the API, below the configured base. `/api/v1` is an alias of `/v1` on our server.
 *
 * Ids are opaque and safe by pattern; they are encoded all the same, because a custom backend may use others.
 */
export const routes = {
  widgetSessionCreate: (integrationId: string) =>
    `/v1/integration/widget/${encodeURIComponent(integrationId)}/session/create`,
  widgetConfig: (integrationId: string) => `/v1/integration/widget/${encodeURIComponent(integrationId)}/config`,
  complete: (conversationId: string) => `${conversation(conversationId)}/complete`,
  abort: (conversationId: string) => `${conversation(conversationId)}/abort`,
  messageList: (conversationId: string) => `${conversation(conversationId)}/message/list`,
  messageCreate: (conversationId: string) => `${conversation(conversationId)}/message/create`,
  contactUpsert: (conversationId: string) => `${conversation(conversationId)}/contact/upsert`,
  messageChoose: (conversationId: string, messageId: string) =>
    `${conversation(conversationId)}/message/${encodeURIComponent(messageId)}/choose`,
  upvote: (conversationId: string, messageId: string) =>
    `${conversation(conversationId)}/message/${encodeURIComponent(messageId)}/upvote`,
  downvote: (conversationId: string, messageId: string) =>
    `${conversation(conversationId)}/message/${encodeURIComponent(messageId)}/downvote`,
  synthesize: (conversationId: string, messageId: string) =>
    `${conversation(conversationId)}/message/${encodeURIComponent(messageId)}/synthesize`,
  unfurl: (conversationId: string) => `${conversation(conversationId)}/unfurl`,
  attachmentUpload: (conversationId: string) => `${conversation(conversationId)}/attachment/upload`,
  attachmentList: (conversationId: string) => `${conversation(conversationId)}/attachment/list`,
  attachmentDownload: (conversationId: string, attachmentId: string) =>
    `${conversation(conversationId)}/attachment/${encodeURIComponent(attachmentId)}/download`,
  channelPublish: (channel: string) => `/v1/channel/${encodeURIComponent(channel)}/publish`,
  fileThumbnail: (fileId: string) => `/v1/file/${encodeURIComponent(fileId)}/thumbnail/download`,
} as const;

function conversation(conversationId: string): string {
  return `/v1/conversation/${encodeURIComponent(conversationId)}`;
}
