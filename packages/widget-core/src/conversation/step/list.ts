import type { Message } from '../../api/message';
import type { EventOf } from '../events';
import { beginsWithAnswer, behind, findReply, hasOpenQuestion, readItems } from './history';
import { addEffect, applyFact, dropSend, endTask, findSend, list, setWork, type Stepping } from './log';
import { toFailure } from './replies';
import { openStream } from './sending';
import { onRepaired } from './streaming';
import { takeOverSends } from './tabs';
import { endLook } from './unsent';

/**
 * The page is active, for the first time or again: resumes unfinished work, and fetches from the server what it missed.
 */
export function resumeWork(step: Stepping, { session, stored }: EventOf<'resume'>): void {
  if (stored) {
    takeOverSends(step, stored.sends);
    apply(step, stored.messages, 'storage');
  }
  addEffect(step, { type: 'post', message: { type: 'state?' } });
  if (!step.hasServer || !step.isOnline || session === 'none') return;
  // A stale session is renewed only if a question is unanswered.
  if (session === 'stale' && !hasOpenQuestion(step.state)) return;
  if (step.state.messages.length === 0) applyFact(step, { type: 'loading-changed', isLoading: true }, 'storage');
  list(step, 'refresh');
}

export function onListed(step: Stepping, { attempt, purpose, outcome }: EventOf<'listed'>): void {
  const messages = 'error' in outcome ? [] : readItems(step.state, outcome);
  if (purpose === 'task') onListedForTask(step, attempt, messages, 'error' in outcome ? outcome.error : undefined);
  else if (purpose === 'refresh') {
    apply(step, messages, 'server');
    applyFact(step, { type: 'loading-changed', isLoading: false }, 'storage');
    if ('error' in outcome) addEffect(step, { type: 'report', error: outcome.error });
    else if (hasOpenQuestion(step.state)) setWork(step, { shouldProbe: true });
  } else apply(step, messages, purpose === 'sync' ? 'server' : 'here');
}

function onListedForTask(step: Stepping, attempt: number, messages: readonly Message[], error: unknown): void {
  const { task } = step.state.work;
  if (task?.attempt !== attempt) return;
  if (task.type === 'check') {
    endTask(step, attempt);
    const given = findSend(step.state, task.id);
    if (!given) return;
    if (!beginsWithAnswer(behind(step.state, messages, given.answers))) return openStream(step, given);
    apply(step, messages, 'server');
    dropSend(step, given.id);
    addEffect(step, { type: 'settled', id: given.id });
  } else if (task.type === 'look') {
    apply(step, messages, 'here');
    endLook(step, task);
  } else if (task.type === 'repair') repair(step, task.key, messages, error);
}

/** Shows the message of a lost reply, complete or broken off, if the server has it. */
function repair(step: Stepping, key: string, list: readonly Message[], error: unknown): void {
  const { reply } = step.state;
  if (reply?.key === key && error === undefined) {
    const found = findReply(step.state, reply, list);
    if (found?.failure)
      applyFact(step, {
        type: 'reply-failed',
        key,
        failure: toFailure(reply.answers, found.failure.code, found.failure.message),
      });
    else if (found) applyFact(step, { type: 'reply-end', key, message: { ...found, originalMessageId: key } });
    apply(step, list, 'server');
  }
  onRepaired(step, key, error);
}

function apply(step: Stepping, messages: readonly Message[], origin: 'server' | 'here' | 'storage'): void {
  if (messages.length === 0) return;
  applyFact(step, { type: 'history-synced', messages: [...messages] }, origin);
  for (const { id, delivery, message, order } of step.state.sends) {
    // Abandoned here, or sent by another tab whose report did not arrive.
    const isOpen = delivery.state === 'failed' || order === undefined;
    const listed = isOpen && message && messages.find(({ originalMessageId }) => originalMessageId === id);
    if (!listed) continue;
    dropSend(step, id);
    applyFact(step, { type: 'message-stored', key: id, id: listed.id });
  }
}
