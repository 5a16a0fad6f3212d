import type { Message } from '../../api/message';
import type { ListedMessage } from '../../transport/conversationApi';
import type { Event, ListOutcome } from './events';
import { messageKey, type ConversationState, type LiveReply, type EngineState } from '../state';
import { toFailure } from './replies';
import { isVisitors } from '../../api/message';
import { activityToMessage } from './log';
import { endLook, endTask, openStream } from './sending';
import { dropSend, happen, list, setWork, want, type Stepping } from './stepping';
import { isActivity, onRepaired } from './streaming';

/**
 * The page is here, for the first time or again: what was under way goes on, and the server is asked what happened
 * meanwhile.
 */
export function goOn(step: Stepping, { session }: Extract<Event, { type: 'go-on' }>): void {
  want(step, { type: 'post', message: { type: 'state?' } });
  if (!step.hasServer || !step.isOnline || session === 'none') return;
  // A session is renewed for a message that stands there without an answer, and for nothing less.
  if (session === 'stale' && !hasOpenQuestion(step.state)) return;
  if (step.state.messages.length === 0) happen(step, { type: 'loading-changed', isLoading: true }, 'storage');
  list(step, 'refresh');
}

/** The server's message list has come, or there is none to be had. */
export function onListed(step: Stepping, { attempt, purpose, outcome }: Extract<Event, { type: 'listed' }>): void {
  const messages = 'error' in outcome ? [] : readItems(step.state, outcome);
  if (purpose === 'task') onListedForTask(step, attempt, messages, 'error' in outcome ? outcome.error : undefined);
  else if (purpose === 'refresh') {
    apply(step, messages, 'server');
    happen(step, { type: 'loading-changed', isLoading: false }, 'storage');
    if ('error' in outcome) want(step, { type: 'report', error: outcome.error });
    else if (hasOpenQuestion(step.state)) setWork(step, { shouldProbe: true });
  } else apply(step, messages, purpose === 'sync' ? 'server' : 'here');
}

function onListedForTask(step: Stepping, attempt: number, messages: readonly Message[], error: unknown): void {
  const { task } = step.state.work;
  if (task?.attempt !== attempt) return;
  if (task.type === 'check') {
    endTask(step, attempt);
    const given = step.state.sends.find(({ id }) => id === task.id);
    if (!given) return;
    if (!beginsWithAnswer(behind(step.state, messages, given.answers))) return openStream(step, given);
    apply(step, messages, 'server');
    dropSend(step, given.id);
    want(step, { type: 'settled', id: given.id });
  } else if (task.type === 'look') {
    apply(step, messages, 'here');
    endLook(step, task);
  } else if (task.type === 'repair') repair(step, task.key, messages, error);
}

/** Looks for the message that a lost reply has become, whole or broken off, and shows it when it is there. */
function repair(step: Stepping, key: string, list: readonly Message[], error: unknown): void {
  const { reply } = step.state;
  if (reply?.key === key && error === undefined) {
    const found = findReply(step.state, reply, list);
    if (found?.failure)
      happen(step, {
        type: 'reply-failed',
        key,
        failure: toFailure(reply.answers, found.failure.code, found.failure.message),
      });
    else if (found) happen(step, { type: 'reply-end', key, message: { ...found, originalMessageId: key } });
    apply(step, list, 'server');
  }
  onRepaired(step, key, error);
}

function findReply(
  state: EngineState,
  { messageId, answers }: LiveReply,
  messages: readonly Message[],
): Message | undefined {
  return (
    messages.find((message) => message.type === 'bot' && message.id === messageId) ??
    behind(state, messages, answers).find(isAnswer)
  );
}

/** Lays the server's list over what is shown. */
function apply(step: Stepping, messages: readonly Message[], origin: 'server' | 'here'): void {
  if (messages.length === 0) return;
  happen(step, { type: 'history-synced', messages: [...messages] }, origin);
  for (const { id, delivery, message } of step.state.sends) {
    const listed =
      delivery.state === 'failed' && message && messages.find(({ originalMessageId }) => originalMessageId === id);
    if (!listed) continue;
    // Given up here, but the server had it.
    dropSend(step, id);
    happen(step, { type: 'message-stored', key: id, id: listed.id });
  }
}

/**
 * The list as messages. The session may have been replaced on the way: then it is of the conversation that is open now,
 * or of none.
 */
function readItems(
  { conversationId }: EngineState,
  outcome: Exclude<ListOutcome, { readonly error: unknown }>,
): readonly Message[] {
  return outcome.conversationId === conversationId
    ? withoutTold(outcome.items).map((item) => (isActivity(item) ? activityToMessage(item) : item))
    : [];
}

/** What the parts of a reply tell, in its place, needs no line of its own. */
function withoutTold(items: readonly ListedMessage[]): readonly ListedMessage[] {
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

/** What stands behind a message of the visitor in the server's list; nothing when it is unknown there. */
function behind(state: EngineState, messages: readonly Message[], key: string | undefined): readonly Message[] {
  const shown = state.messages.find((message) => messageKey(message) === key);
  const index = messages.findLastIndex(
    (message) => message.id === shown?.id || (key !== undefined && message.originalMessageId === key),
  );
  return index < 0 ? [] : messages.slice(index + 1);
}

/** Whether the bot speaks before the visitor does again. */
function beginsWithAnswer(messages: readonly Message[]): boolean {
  return messages.find((message) => isVisitors(message) || isAnswer(message))?.type === 'bot';
}

/** What broke off is none. */
function isAnswer({ type, failure }: Message): boolean {
  return type === 'bot' && !failure;
}

/** Whether the newest message is the visitor's, and nothing answers it as far as is known here. */
function hasOpenQuestion({ messages, deliveries, reply }: ConversationState): boolean {
  const last = messages.findLast(({ type, extra }) => type !== 'context' && extra?.visible !== false);
  return !reply && last !== undefined && isVisitors(last) && !Object.hasOwn(deliveries, messageKey(last));
}
