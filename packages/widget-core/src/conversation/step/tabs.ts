import { isPlaced } from '../../api/message';
import { WidgetError } from '../../errors';
import type { EventOf, FactOf, TabMessage } from '../events';
import { type EngineState, isUnderWay, type LiveReply, messageKey, type Send } from '../state';
import { addEffect, applyFact, end, setWork, type Stepping, withSend } from './log';
import { acquire, updateSends } from './sending';

/** A streaming tab without a message for this long is assumed to hang, in milliseconds. */
const OWNER_SILENCE_MS = 60_000;

/** Shows what storage contains: messages, pending sends, and the reply that was in progress. */
export function onLoaded(step: Stepping, { messages, conversationId, sends, reply }: EventOf<'loaded'>): void {
  applyFact(step, { type: 'history-loaded', messages: [...messages], conversationId }, 'storage');
  showSends(step, sends, 'storage');
  if (!reply) return;
  applyFact(step, { type: 'reply-restored', reply: toPosted(reply) }, 'storage', reply.cursor);
}

/** A reply as tabs exchange it: without `text`, which `parts` contain. */
function toPosted({ text: _, ...reply }: LiveReply): FactOf<'reply-restored'>['reply'] {
  return { ...reply, parts: [...reply.parts], activities: [...reply.activities] };
}

function showSends(step: Stepping, sends: readonly Send[], origin: 'storage' | 'here'): void {
  for (const send of sends) {
    const { state } = send.delivery;
    const delivery =
      state === 'failed'
        ? send.delivery
        : ({ ...send.delivery, state: step.isOnline ? 'sending' : 'waiting' } as const);
    step.state = withSend(step.state, { ...send, delivery });
    if (send.message)
      applyFact(
        step,
        {
          type: 'message-sent',
          message: send.message,
          delivery,
          replaces: send.replaces,
          order: send.order,
          respond: send.respond,
        },
        origin,
      );
  }
}

export function onTabMessage(step: Stepping, { message }: EventOf<'tab-message'>): void {
  const { task } = step.state.work;
  const streaming = task?.type === 'stream' ? task.key : undefined;
  const { reply } = step.state;
  if (message.type === 'state?') {
    // Only the streaming tab responds, with the reply in progress; everything else is in storage.
    if (reply && reply.key === streaming) postState(step);
    return addEffect(step, { type: 'read-sends', before: undefined });
  }
  if (!isNews(step.state, message)) return;
  if (message.type === 'event') {
    const { event } = message;
    if (event.type === 'delivery-changed') return addEffect(step, { type: 'read-send', fact: event });
    const isGap = event.type === 'text-delta' && event.key === reply?.key && event.offset > reply.text.length;
    applyFact(step, event, 'other', message.lastEventId);
    standBy(step);
    // Text before this event is missing: request it from the streaming tab.
    if (isGap === step.state.work.hasRequestedText) return;
    setWork(step, { hasRequestedText: isGap });
    if (isGap) addEffect(step, { type: 'post', message: { type: 'state?' } });
  } else if (message.reply.key !== streaming) {
    setWork(step, { hasRequestedText: false });
    applyFact(step, { type: 'reply-restored', reply: message.reply }, 'other', message.lastEventId);
    standBy(step);
  }
}

/** Reads the state of a send from storage, because the other tab's message may be older. */
export function onSendRead(step: Stepping, { fact, kept }: EventOf<'send-read'>): void {
  const isRetried = kept !== undefined && kept.delivery.state !== 'failed' && fact.delivery.state === 'failed';
  const delivery =
    kept?.delivery.state === 'failed' ? kept.delivery : isRetried ? ({ state: 'sending' } as const) : fact.delivery;
  applyFact(step, { ...fact, delivery }, 'other');
}

/** Another tab streams a reply: this one resumes it if that tab closes or goes silent. */
function standBy(step: Stepping): void {
  if (step.state.reply) addEffect(step, { type: 'wait', name: 'silence', ms: OWNER_SILENCE_MS });
  else addEffect(step, { type: 'unwait', name: 'silence' });
}

export function onSilence(step: Stepping): void {
  if (step.state.reply && step.state.work.lock !== 'held') acquire(step, true);
}

function postState(step: Stepping): void {
  const { reply, conversationId } = step.state;
  if (!reply) return;
  const { cursor } = reply;
  addEffect(step, {
    type: 'post',
    message: {
      type: 'state',
      reply: toPosted(reply),
      ...(conversationId !== undefined && { conversationId }),
      ...(cursor !== undefined && { lastEventId: cursor }),
    },
  });
}

/** Adopts the stored sends when this tab reads storage again, and shows those of other tabs. */
export function takeOverSends(step: Stepping, sends: readonly Send[]): void {
  updateSends(step, sends);
  showSends(step, sends.filter(isUnknown(step.state)), 'storage');
}

function isUnknown({ sends, messages }: EngineState): (send: Send) => boolean {
  return ({ id }) => !sends.some((known) => known.id === id) && !messages.some((message) => messageKey(message) === id);
}

/** Clears session, messages and pending work [W-11], on request here or after another tab has cleared storage. */
export function restart(step: Stepping, { isOwn, isLogout }: Omit<EventOf<'restart'>, 'type'>): void {
  const { conversationId, reply, deliveries, work } = step.state;
  end(step, conversationId);
  if (isOwn && reply && conversationId !== undefined)
    addEffect(step, { type: 'stop-run', key: reply.key, reason: 'restart' });
  if (work.task) addEffect(step, { type: 'close-stream' });
  addEffect(step, { type: 'end-calls' });
  addEffect(step, { type: 'clear', isOwn });
  const { lock, isPaused, ended } = step.state.work;
  // The other tabs get a separate message, which they accept in any state.
  applyFact(step, { type: 'conversation-restarted' }, isOwn ? 'storage' : 'other');
  // The lock belongs to the same storage, so its state is kept.
  setWork(step, { lock, isPaused, ended });
  addEffect(step, { type: 'restarted', previousConversationId: conversationId, isLogout });
  if (!isOwn) return addEffect(step, { type: 'read-sends', before: Object.keys(deliveries) });
  addEffect(step, { type: 'settled-others', except: [], error: new WidgetError('ABORTED') });
  const named = conversationId === undefined ? {} : { conversationId };
  addEffect(step, { type: 'post', message: isLogout ? { type: 'logout' } : { type: 'restart', ...named } });
}

/** Another tab has added sends to storage, or has cleared it: then the stored sends are newer. */
export function onSendsRead(step: Stepping, { sends, before }: EventOf<'sends-read'>): void {
  if (!before) return showSends(step, sends.filter(isUnknown(step.state)), 'storage');
  showSends(step, sends, 'here');
  const since = sends.map(({ id }) => id);
  addEffect(step, { type: 'settled-others', except: since, error: new WidgetError('ABORTED') });
  // The restarting tab may have received them after the restart.
  for (const key of before)
    if (!since.includes(key))
      addEffect(step, { type: 'post', message: { type: 'event', event: { type: 'message-withdrawn', key } } });
}

/**
 * Another tab has cleared everything; this tab follows unless it has already left that conversation for a newer one.
 */
export function onTabRestart(step: Stepping, { conversationId, isLogout }: EventOf<'tab-restarted'>): void {
  end(step, conversationId);
  const present = step.state.conversationId;
  const isLeft = conversationId !== undefined && present !== undefined && present !== conversationId;
  if (!isLeft) restart(step, { isOwn: false, isLogout });
}

/**
 * Whether another tab's message may concern a newer conversation than the open one: then its session is in storage.
 * Another tab may also have reopened a conversation that ended here.
 */
export function mayBeNewer({ conversationId }: EngineState, fact: string | undefined): boolean {
  return fact !== undefined && fact !== conversationId;
}

/** Whether a message of another tab concerns the open conversation and is newer than the state here. */
function isNews(
  { conversationId, messages, reply, work }: EngineState,
  message: Extract<TabMessage, { type: 'event' | 'state' }>,
): boolean {
  const isOther = message.conversationId !== undefined && message.conversationId !== conversationId;
  if (isOther && (conversationId !== undefined || work.ended.some((id) => id === message.conversationId))) return false;
  if (message.type === 'state') return true;
  const { event } = message;
  // The session itself has already been read from storage.
  if (event.type === 'session-started') return false;
  // The server already has the message.
  if (event.type === 'message-sent')
    return !messages.some((known) => isPlaced(known) && messageKey(known) === messageKey(event.message));
  // Without a conversation id, a reply's end may belong to an ended conversation.
  return event.type !== 'reply-end' || message.conversationId !== undefined || event.key === reply?.key;
}

/** Whether a message that is shown as pending is no longer in storage: a restart in any tab removes it. */
export function isTakenBack({ messages, deliveries }: EngineState, isKept: (id: string) => boolean): boolean {
  return messages.some(
    (message) => isUnderWay(deliveries, message) && !isPlaced(message) && !isKept(messageKey(message)),
  );
}
