import * as v from 'valibot';
import { isWidgetError, type WidgetError } from '../errors';
import type { Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';
import { createId } from '../lib/ids';
import type { Message } from '../api/message';
import { completeRequestSchema, type MessageCreateRequest } from '../api/requests';
import type { ConversationApi } from '../transport/conversationApi';
import { isRetryable } from '../transport/retry';
import type { Transport } from '../transport/transport';
import { messageKey } from './conversationState';
import type { ConversationStore } from './conversationStore';
import type { Outbox, OutboxEntry } from './outbox';
import type { ReplyContinuation } from './replyContinuation';
import { toFailure } from './replyFailure';
import { describeError } from './replyRunner';
import type { ServerHistory } from './serverHistory';

/** `done`: sent, or over; `lost`: given up, and the server may have it; `offline`: it waits for the connection; `again`: another reply ran (409). */
export type Delivered = 'done' | 'lost' | 'offline' | 'again';

/** What delivering needs. */
export interface DeliveryOptions {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly conversation: ConversationStore;
  readonly outbox: Outbox;
  readonly transport: Transport;
  /** Undefined with a transport of the host's own: then there is no server to ask. */
  readonly api: ConversationApi | undefined;
  readonly history: ServerHistory;
  readonly replies: ReplyContinuation;
  /** The body of a send as it is now: functions, language. */
  readonly describe: (entry: OutboxEntry) => NonNullable<OutboxEntry['body']>;
  /** Which entry a reply is for, so that its sender can be told. */
  readonly onReplyKey: (replyKey: string, entryId: string) => void;
  /** Hears that no session could be made; the host is told [W-28]. */
  readonly onError: (error: WidgetError) => void;
}

/** Sends one entry of the outbox, and stays until its reply has ended. */
export async function deliver(options: DeliveryOptions, entry: OutboxEntry, signal: AbortSignal): Promise<Delivered> {
  const delivered = await send(options, { ...entry, tried: true }, signal);
  // The server may have had it before what was sent since: its list says where it stands.
  if (entry.tried && delivered === 'done') options.history.sync('here').catch(() => undefined);
  return delivered;
}

async function send(options: DeliveryOptions, entry: OutboxEntry, signal: AbortSignal): Promise<Delivered> {
  const { conversation, history, outbox } = options;
  const { message, answers } = entry;
  if (message) conversation.dispatch({ type: 'delivery-changed', key: messageKey(message), delivery: { state: 'sending' } });
  if (!entry.respond && message) return createMessage(options, entry, message, signal);
  // Asked for another answer: it may have come in the meantime.
  if (!message && answers !== undefined && (await history.isAnswered(answers).catch(() => false))) {
    outbox.remove(entry.id);
    return 'done';
  }
  return complete(options, entry, signal);
}

async function complete(options: DeliveryOptions, entry: OutboxEntry, signal: AbortSignal): Promise<Delivered> {
  const { clock, conversation, outbox, replies, transport } = options;
  const answers = entry.message ? messageKey(entry.message) : entry.answers;
  // In the schema's own form, so that it reads back from storage as it was sent: another body would be another send.
  const body = entry.body ?? v.parse(completeRequestSchema, options.describe(entry));
  if (!entry.body) outbox.put({ ...entry, body });
  const key = createId('msg', clock);
  options.onReplyKey(key, entry.id);
  conversation.dispatch({ type: 'reply-start', key, answers, ...(!entry.message && { replaces: entry.replaces }), startedAt: clock.now() });
  const onAccepted = (): void => {
    outbox.remove(entry.id);
  };
  const reply = { key, answers, offset: 0, isResumed: false, onAccepted };
  const { generation } = conversation.store.getState();
  const outcome = await replies.run(reply, (streamOptions) => transport.send({ key: entry.id, body }, streamOptions), signal);
  // Restarted in between: what is still in the outbox goes out in the new conversation.
  if (conversation.store.getState().generation !== generation) return 'done';
  if (outcome.kind === 'unsent' && outcome.error.code === 'NOT_FOUND' && body.replaces !== undefined && (entry.message ?? entry.answers) !== undefined) {
    return sendByItself(options, entry, body, key);
  }
  if (outcome.kind === 'unsent') return onUnsent(options, entry, key, outcome.error);
  if (outcome.kind === 'gone') await replies.repair(signal);
  // Only the server knows which versions there are.
  if (entry.replaces !== undefined) await options.history.sync('here').catch(() => undefined);
  return 'done';
}

/** What it replaces is of a conversation that is over, or was never stored: it goes out as a message of its own, or as the one answer to its question. */
function sendByItself({ conversation, outbox }: DeliveryOptions, entry: OutboxEntry, body: NonNullable<OutboxEntry['body']>, replyKey: string): Delivered {
  // Text that only this browser has still makes place for the new reply here.
  outbox.put(entry.message ? { ...entry, replaces: undefined, body: undefined } : { ...entry, body: { ...body, replaces: undefined } });
  conversation.dispatch({ type: 'reply-end', key: replyKey });
  return 'done';
}

function onUnsent(options: DeliveryOptions, entry: OutboxEntry, replyKey: string, error: WidgetError): Delivered {
  const { conversation, outbox } = options;
  // Taken back in between: the conversation was restarted.
  if (!outbox.list().some((pending) => pending.id === entry.id)) return 'done';
  const isOffline = !options.connectivity.isOnline();
  const isBusy = error.code === 'CONFLICT';
  if (!isOffline && error.code === 'session_failed') options.onError(error);
  if (!isOffline && !isBusy && !entry.message) {
    const { code, message } = describeError(error);
    outbox.remove(entry.id);
    conversation.dispatch({ type: 'reply-failed', key: replyKey, failure: toFailure(entry.answers, code, message) });
    return 'done';
  }
  if (isOffline) markWaiting(options, entry);
  else if (!isBusy) giveUp(options, entry, error);
  conversation.dispatch({ type: 'reply-end', key: replyKey });
  return isOffline ? 'offline' : isBusy ? 'again' : afterGivingUp(error);
}

async function createMessage(options: DeliveryOptions, entry: OutboxEntry, message: Message, signal: AbortSignal): Promise<Delivered> {
  const { store } = options.conversation;
  const { generation } = store.getState();
  options.outbox.put(entry);
  try {
    const { id } = options.api ? await options.api.createMessage(toCreateRequest(entry, message)) : { id: entry.id };
    if (store.getState().generation !== generation) return 'done';
    options.outbox.remove(entry.id);
    options.conversation.dispatch({ type: 'message-stored', key: messageKey(message), id });
    return 'done';
  } catch (error) {
    if (store.getState().generation !== generation) return 'done';
    // The page goes away, and its requests with it: a later page sends what stands in the outbox.
    if (signal.aborted || (isWidgetError(error) && error.code === 'ABORTED')) return 'offline';
    if (!options.connectivity.isOnline()) {
      markWaiting(options, entry);
      return 'offline';
    }
    if (isWidgetError(error) && error.code === 'session_failed') options.onError(error);
    giveUp(options, entry, error);
    return afterGivingUp(error);
  }
}

/** A refusal is certain; a send that nobody answered, or that was broken off, may have arrived. */
function afterGivingUp(error: unknown): 'done' | 'lost' {
  return isRetryable(error) || (isWidgetError(error) && error.code === 'ABORTED') ? 'lost' : 'done';
}

/** Shows that an entry goes out when the connection is back. */
export function markWaiting({ conversation }: Pick<DeliveryOptions, 'conversation'>, { message }: OutboxEntry): void {
  if (message) conversation.dispatch({ type: 'delivery-changed', key: messageKey(message), delivery: { state: 'waiting' } });
}

/** Shows that an entry goes out only when the visitor asks. */
export function giveUp({ conversation, outbox }: Pick<DeliveryOptions, 'conversation' | 'outbox'>, entry: OutboxEntry, error: unknown): void {
  const failure = describeError(error);
  outbox.put({ ...entry, failure });
  if (entry.message) conversation.dispatch({ type: 'delivery-changed', key: messageKey(entry.message), delivery: { state: 'failed', ...failure } });
}

function toCreateRequest(entry: OutboxEntry, message: Message): MessageCreateRequest {
  return {
    id: entry.id,
    type: message.type === 'input' || message.type === 'context' ? message.type : 'user',
    text: message.text,
    ...(message.extra?.hidden === true && { hidden: true }),
    ...(message.meta && { meta: message.meta }),
    ...(message.attachments && { attachments: message.attachments }),
  };
}
