import { WidgetError } from '../../errors';
import type { Effect, ListPurpose, Origin, Surroundings } from './events';
import type { Fact } from '../facts';
import { messageKey, type EngineState, type Send, type Task, type Work } from '../state';
import { isVisitors } from '../../api/message';
import { reduceFact, withoutSend, withSend } from './log';

/** One step of the machine while it is taken: the state so far, and what is wanted. */
export interface Stepping extends Surroundings {
  state: EngineState;
  readonly effects: Effect[];
}

/** A task without its number. */
export type NewTask = Task extends infer One ? (One extends Task ? Omit<One, 'attempt'> : never) : never;

/** Asks for something to be done. */
export function want(step: Stepping, effect: Effect): void {
  step.effects.push(effect);
}

export function setWork(step: Stepping, work: Partial<Work>): void {
  step.state = { ...step.state, work: { ...step.state.work, ...work } };
}

/** Begins a task, in place of the one before. */
export function begin(step: Stepping, task: NewTask): number {
  const attempt = step.state.work.attempt + 1;
  setWork(step, { attempt, task: { ...task, attempt } });
  return attempt;
}

/** Reads the message list; for a task, its answer names the attempt. */
export function list(step: Stepping, purpose: ListPurpose): void {
  if (step.hasServer) want(step, { type: 'list-messages', attempt: step.state.work.attempt, purpose });
}

/** Applies a fact, and whatever follows from it for storage, tabs and listeners. */
export function happen(step: Stepping, fact: Fact, origin: Origin = 'here', lastEventId?: string): void {
  const before = step.state;
  step.state = withCursor(reduceFact(before, fact), lastEventId);
  const { messages, reply, conversationId } = step.state;
  want(step, { type: 'happened', fact, origin });
  if (messages !== before.messages && origin !== 'storage')
    want(step, { type: 'keep-messages', messages, isWritten: origin === 'other' });
  if (reply !== before.reply) want(step, { type: 'keep-reply', reply, isWritten: origin !== 'here' });
  if (origin === 'here') {
    const cursor = lastEventId === undefined ? undefined : { lastEventId };
    want(step, {
      type: 'post',
      message: { type: 'event', event: fact, ...(conversationId !== undefined && { conversationId }), ...cursor },
    });
  }
  goOnStopping(step, fact);
  settle(step, before, fact);
}

/** A reply that is to be stopped has begun, and so it can be, or is over. */
function goOnStopping(step: Stepping, fact: Fact): void {
  const { stopping } = step.state.work;
  if (stopping === undefined || !('key' in fact) || fact.key !== stopping) return;
  if (fact.type === 'reply-identified') want(step, { type: 'stop-run', key: stopping, reason: undefined });
  if (fact.type !== 'reply-end' && fact.type !== 'reply-failed') return;
  setWork(step, { stopping: undefined });
  want(step, { type: 'settled', id: 'stop' });
}

function withCursor(state: EngineState, lastEventId: string | undefined): EngineState {
  return lastEventId === undefined || !state.reply
    ? state
    : { ...state, reply: { ...state.reply, cursor: lastEventId } };
}

/** Tells whoever waits for a send what has become of it, whichever tab did the work. */
function settle(step: Stepping, before: EngineState, fact: Fact): void {
  const { reply } = before;
  if (fact.type === 'reply-end' && reply?.key === fact.key && reply.sendId !== undefined) {
    // Without a message and still under way, the send itself is repeated later: whoever waits goes on waiting.
    if (fact.message || !Object.hasOwn(step.state.deliveries, reply.sendId))
      want(step, { type: 'settled', id: reply.sendId, message: fact.message });
  } else if (fact.type === 'reply-failed' && reply?.key === fact.key && reply.sendId !== undefined) {
    want(step, {
      type: 'settled',
      id: reply.sendId,
      error: new WidgetError(fact.failure.code, { message: fact.failure.message }),
    });
  } else if (fact.type === 'delivery-changed' && fact.delivery.state === 'failed') {
    want(step, {
      type: 'settled',
      id: fact.key,
      error: new WidgetError(fact.delivery.code, { message: fact.delivery.message }),
    });
  } else if (fact.type === 'message-stored' && step.state.reply?.sendId !== fact.key) {
    // A message that wants no reply is done when it is stored.
    const stored = step.state.messages.find((message) => messageKey(message) === fact.key);
    if (stored && isVisitors(stored)) want(step, { type: 'settled', id: fact.key, message: stored });
  }
}

/** Changes something that is sent, here and in storage. */
export function keepSend(step: Stepping, send: Send, isNew = false): void {
  step.state = withSend(step.state, send);
  want(step, { type: 'keep-send', send, isNew });
}

/**
 * The server has it, or it is taken back: this tab sends it no more. What is shown of its delivery stays until the log
 * says otherwise.
 */
export function dropSend(step: Stepping, id: string): void {
  const send = findSend(step.state, id);
  if (send)
    step.state = send.message ? withSend(step.state, { ...send, order: undefined }) : withoutSend(step.state, id);
  want(step, { type: 'drop-send', id });
}

export function findSend({ sends }: EngineState, id: string | undefined): Send | undefined {
  return sends.find((send) => send.id === id);
}
