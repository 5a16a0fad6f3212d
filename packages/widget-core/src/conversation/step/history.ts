import { isPlaced, isVisitors, type Message } from '../../api/message';
import type { ActivityMessage } from '../../api/replyEvents';
import { HISTORY_MAX_MESSAGES } from '../../config/limits';
import type { ListedMessage } from '../../transport/conversationApi';
import type { ListOutcome } from '../events';
import {
  type ConversationState,
  type EngineState,
  findMessage,
  isUnderWay,
  type LiveReply,
  messageKey,
} from '../state';
import { isUnfinished } from './replies';

/**
 * Merges the server's list into the shown messages. The list decides the order of everything it contains.
 *
 * Listed messages keep their render keys. The position of other messages depends on their kind:
 * - stored after the list was read (they have a server id and no failure): after the list;
 * - pending: at the end, where the server will store them;
 * - known to this browser only (added by the page, abandoned): after the message they followed.
 *
 * A visitor's message that the server lists without its client id is matched by its text, so that a send whose response
 * was lost is not shown twice.
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
  // The list lacks a question that the server has stored since, so it is also older than what that question replaced.
  const isOlder = later.some(isVisitors);
  const listed = server.map((message) => {
    const before = localById.get(message.id);
    return before ? mergeMessage(before, message, isOlder) : message;
  });
  const placed = [...listed, ...later].flatMap((message) => [message, ...(followers.get(message.id) ?? [])]);
  return [...(followers.get(undefined) ?? []), ...placed, ...underWay];
}

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

/** Returns `local` itself if nothing changed, so that its row does not render again. */
function mergeMessage(local: Message, server: Message, isOlder: boolean): Message {
  // The server decides which version is shown and whether a reply is broken off, also by omission; for a question, this
  // browser may know more.
  const failure = isVisitors(local) ? (server.failure ?? local.failure) : server.failure;
  const merged: Message = {
    ...local,
    ...server,
    extra: isOlder && local.extra?.visible === false ? local.extra : server.extra,
    versions: server.versions,
    failure,
    originalMessageId: messageKey(local),
  };
  if (local.attachments) merged.attachments = local.attachments;
  Object.assign(merged, keepLonger(local, server));
  return JSON.stringify(merged) === JSON.stringify({ ...local, originalMessageId: messageKey(local) }) ? local : merged;
}

/**
 * Keeps the longer text of a known reply when an older state of it arrives: a list or an end from before the reply was
 * continued.
 */
export function keepLonger(known: Message, { type, text }: Message): Partial<Message> {
  if (type !== 'bot' || known.text.length <= text.length || !known.text.startsWith(text)) return {};
  const { parts, end, failure } = known;
  return { text: known.text, parts, end, failure };
}

/** Converts the list to messages; empty if the session was replaced while the list was fetched. */
export function readItems(
  { conversationId }: EngineState,
  outcome: Exclude<ListOutcome, { readonly error: unknown }>,
): readonly Message[] {
  return outcome.conversationId === conversationId
    ? withoutShownCalls(outcome.items).map((item) => (isActivity(item) ? activityToMessage(item) : item))
    : [];
}

/** Removes the activities of tool calls that are already shown as parts of a reply. */
function withoutShownCalls(items: readonly ListedMessage[]): readonly ListedMessage[] {
  const known = new Set(
    items.flatMap(({ parts }) => (parts ?? []).flatMap((part) => (part.type === 'tool' ? [part.callId] : []))),
  );
  return known.size === 0
    ? items
    : items.filter((listed) => !(isActivity(listed) && known.has(readCallId(listed.meta) ?? '')));
}

function readCallId(meta: ListedMessage['meta']): string | undefined {
  const { activity } = meta ?? {};
  const callId =
    typeof activity === 'object' && activity !== null && !Array.isArray(activity) ? activity['callId'] : undefined;
  return typeof callId === 'string' ? callId : undefined;
}

/** The messages after a visitor's message in the server's list; empty if the server does not know that message. */
export function behind(state: EngineState, messages: readonly Message[], key: string | undefined): readonly Message[] {
  const shown = findMessage(state.messages, key);
  const index = messages.findLastIndex(
    (message) => message.id === shown?.id || (key !== undefined && message.originalMessageId === key),
  );
  return index < 0 ? [] : messages.slice(index + 1);
}

/** Whether a reply precedes the next message of the visitor. */
export function beginsWithAnswer(messages: readonly Message[]): boolean {
  return messages.find((message) => isVisitors(message) || isAnswer(message))?.type === 'bot';
}

/** A reply that broke off is no answer. */
function isAnswer({ type, failure }: Message): boolean {
  return type === 'bot' && !failure;
}

/** Whether the newest message is the visitor's and has no answer yet. */
export function hasOpenQuestion({ messages, deliveries, reply }: ConversationState): boolean {
  const last = messages.findLast(({ type, extra }) => type !== 'context' && extra?.visible !== false);
  return !reply && last !== undefined && isVisitors(last) && !Object.hasOwn(deliveries, messageKey(last));
}

export function findReply(
  state: EngineState,
  { messageId, answers, replaces }: LiveReply,
  messages: readonly Message[],
): Message | undefined {
  const earlier = messageId === replaces ? state.messages.find(({ id }) => id === replaces) : undefined;
  const found = messages.find((message) => message.type === 'bot' && message.id === messageId);
  // Until a continuation has ended, the server lists the reply without it.
  if (found && earlier) return found.text.length <= earlier.text.length && isUnfinished(found) ? undefined : found;
  return found ?? behind(state, messages, answers).find(isAnswer);
}

export function isActivity(message: Message | ActivityMessage): message is ActivityMessage {
  return message.type === 'activity' || message.type === 'reasoning';
}

/** A tool call or the model's reasoning as a context message, shown in verbose mode. */
export function activityToMessage(activity: ActivityMessage): Message {
  return { ...activity, type: 'context', meta: activity.meta ?? { reasoning: true } };
}
