import type { Message } from '../api/message';

/** A message as it may leave its tab: a blob address belongs to one tab, so it is neither stored nor sent (contract 1.6). */
export function withoutLocalAddresses(message: Message): Message {
  if (!message.attachments) return message;
  return { ...message, attachments: message.attachments.map((attachment) => ({ ...attachment, localURL: undefined })) };
}
