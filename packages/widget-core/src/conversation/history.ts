import type { Message } from '../api/message';
import { messageKey } from './conversationState';

/**
 * The server's list laid over what this browser shows.
 *
 * Server messages come in the server's order and keep their render keys; messages that only this browser has (under way,
 * or said by the host page) keep their place behind the message they followed. A message of the visitor whose id the
 * server does not know yet is recognised by its text, so a send whose answer was lost is not shown twice.
 */
export function mergeHistory(local: readonly Message[], server: readonly Message[]): readonly Message[] {
  const known = matchMessages(local, server);
  const merged: Message[] = [];
  const followers = new Map<string | undefined, Message[]>();
  let anchor: string | undefined;
  for (const message of local) {
    const match = known.get(messageKey(message));
    if (match !== undefined) {
      anchor = match.id;
      continue;
    }
    const group = followers.get(anchor) ?? [];
    group.push(message);
    followers.set(anchor, group);
  }
  const localByServerId = new Map(local.map((message) => [known.get(messageKey(message))?.id, message] as const));

  merged.push(...(followers.get(undefined) ?? []));
  for (const message of server) {
    const before = localByServerId.get(message.id);
    merged.push(before ? mergeMessage(before, message) : message);
    merged.push(...(followers.get(message.id) ?? []));
  }
  return merged;
}

/** Which server message a local one is, by render key. */
function matchMessages(local: readonly Message[], server: readonly Message[]): Map<string, Message> {
  const byId = new Map(server.map((message) => [message.id, message]));
  const byOriginal = new Map(server.flatMap((message) => (message.originalMessageId ? [[message.originalMessageId, message] as const] : [])));
  const matches = new Map<string, Message>();
  const taken = new Set<string>();
  for (const message of local) {
    const match = byId.get(message.id) ?? byOriginal.get(messageKey(message));
    if (!match || taken.has(match.id)) continue;
    matches.set(messageKey(message), match);
    taken.add(match.id);
  }
  const unmatched = server.filter((message) => !taken.has(message.id) && isVisitors(message));
  for (const message of local) {
    if (matches.has(messageKey(message)) || !isVisitors(message)) continue;
    const index = unmatched.findIndex((candidate) => candidate.text === message.text && candidate.type === message.type);
    const match = unmatched[index];
    if (!match) continue;
    matches.set(messageKey(message), match);
    unmatched.splice(0, index + 1);
  }
  return matches;
}

/** Whether the visitor said it. */
export function isVisitors(message: Pick<Message, 'type'>): boolean {
  return message.type === 'user' || message.type === 'input';
}

/** The same reference when nothing changed, so that the row is not drawn again. */
function mergeMessage(local: Message, server: Message): Message {
  // Which version is shown is the server's word, also when it says nothing.
  const merged: Message = { ...local, ...server, extra: server.extra, versions: server.versions, originalMessageId: messageKey(local) };
  if (local.attachments) merged.attachments = local.attachments;
  return JSON.stringify(merged) === JSON.stringify({ ...local, originalMessageId: messageKey(local) }) ? local : merged;
}
