import { isPlaced, isVisitors, messageKey, type Message } from '../../api/message';
import { HISTORY_MAX_MESSAGES } from '../../config/limits';
import { isUnderWay, type ConversationState } from '../state';

/**
 * The server's list laid over what this browser shows: the one authority for the order of what it has stored.
 *
 * Listed messages come in the server's order and keep their render keys. What is not listed has its place by what it
 * is:
 * - stored after the list was read (the server has given it an id, and it did not break off): behind the list;
 * - still under way: behind everything, where the server will put it;
 * - only in this browser (said by the page, given up): behind the message it followed.
 *
 * A message of the visitor that a server lists without the client's id is recognised by its text, so a send whose
 * answer was lost is not shown twice.
 */
export function mergeHistory(
  local: readonly Message[],
  server: readonly Message[],
  deliveries: ConversationState['deliveries'] = {},
): readonly Message[] {
  const { matches, copies } = matchMessages(local, server);
  const localById = new Map([...matches].map(([message, { id }]) => [id, message]));
  const isWhole = server.length < HISTORY_MAX_MESSAGES;
  const followers = new Map<string | undefined, Message[]>();
  const later: Message[] = [];
  const underWay: Message[] = [];
  let anchor: string | undefined;
  for (const message of local) {
    const match = matches.get(message);
    if (match) anchor = match.id;
    else if (copies.has(message)) continue;
    else if (isUnderWay(deliveries, message)) underWay.push(message);
    else if (isPlaced(message) && !message.failure && (isWhole || anchor !== undefined)) {
      later.push(message);
      anchor = message.id;
    } else followers.set(anchor, [...(followers.get(anchor) ?? []), message]);
  }
  const listed = server.map((message) => {
    const before = localById.get(message.id);
    return before ? mergeMessage(before, message) : message;
  });
  const placed = [...listed, ...later].flatMap((message) => [message, ...(followers.get(message.id) ?? [])]);
  return [...(followers.get(undefined) ?? []), ...placed, ...underWay];
}

/** Which server message a local one is, and which local ones are a second copy of one. */
function matchMessages(
  local: readonly Message[],
  server: readonly Message[],
): { matches: Map<Message, Message>; copies: Set<Message> } {
  const byId = new Map(server.map((message) => [message.id, message]));
  const byOriginal = new Map(
    server.flatMap((message) => (message.originalMessageId ? [[message.originalMessageId, message] as const] : [])),
  );
  const matches = new Map<Message, Message>();
  const copies = new Set<Message>();
  const taken = new Set<string>();
  for (const message of local) {
    const match = byId.get(message.id) ?? byOriginal.get(messageKey(message));
    if (!match) continue;
    if (taken.has(match.id)) copies.add(message);
    else matches.set(message, match);
    taken.add(match.id);
  }
  const unmatched = server.filter(
    (message) => !taken.has(message.id) && !message.originalMessageId && isVisitors(message),
  );
  for (const message of local) {
    if (matches.has(message) || copies.has(message) || !isVisitors(message)) continue;
    const index = unmatched.findIndex(
      (candidate) => candidate.text === message.text && candidate.type === message.type,
    );
    const match = unmatched[index];
    if (!match) continue;
    matches.set(message, match);
    unmatched.splice(0, index + 1);
  }
  return { matches, copies };
}

/** The same reference when nothing changed, so that the row is not drawn again. */
function mergeMessage(local: Message, server: Message): Message {
  // Which version is shown, and whether it broke off, is the server's word, also when it says nothing; of a question,
  // this browser may know more.
  const failure = isVisitors(local) ? (server.failure ?? local.failure) : server.failure;
  const merged: Message = {
    ...local,
    ...server,
    extra: server.extra,
    versions: server.versions,
    failure,
    originalMessageId: messageKey(local),
  };
  if (local.attachments) merged.attachments = local.attachments;
  return JSON.stringify(merged) === JSON.stringify({ ...local, originalMessageId: messageKey(local) }) ? local : merged;
}
