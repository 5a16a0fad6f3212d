import type { CheckedCompleteRequest } from '../api/requests';
import type { Message } from '../api/message';
import type { ReplyEvent, ReplyResult } from '../api/replyEvents';
import { isWidgetError, WidgetError } from '../errors';
import { createId } from '../lib/ids';
import { createOwnTransport } from '../transport/ownTransport';
import type { CallContext } from './callContext';
import type { ConversationTree } from './conversationTree';
import type { ReplyRun } from './replyRuns';

/** Where a reply belongs. */
interface Place {
  readonly conversationId: string;
  readonly key: string;
  readonly body: CheckedCompleteRequest;
  /** The conversation, including the message to answer. */
  readonly shown: readonly Message[];
}

/** Starts a reply to a message that is already stored. */
export function startReply(context: CallContext, { conversationId, key, body, shown }: Place): ReplyRun {
  const { clock, transport, runs, conversations } = context;
  const own = createOwnTransport({
    transport,
    clock,
    session: { getFresh: async () => ({ conversationId }) },
    patience: { clock, random: Math.random, connectivity: { isOnline: () => true, onChange: () => () => undefined } },
    readConversation: () => ({ messages: shown, isUnsent: () => false, parts: [] }),
  });
  const id = createId('run', clock);

  async function* events(signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const written: Written = { messageId: undefined, text: '', result: undefined, failure: undefined };
    try {
      for await (const { id: _cursor, ...event } of own.send({ key, body }, { signal })) {
        take(written, event);
        yield event.type === 'completeBegin' ? { ...event, data: { ...event.data, id } } : event;
      }
    } catch (error) {
      // Nothing was sent yet, so the response's status reports the error.
      if (written.messageId === undefined) throw error;
      if (signal.aborted) yield { type: 'abort', data: {} };
      else {
        context.report(error);
        const { code, message } = isWidgetError(error) ? error : new WidgetError('INTERNAL_SERVER_ERROR');
        written.failure = { code, message };
        yield { type: 'error', data: { code, message } };
      }
    }
    if (signal.aborted && !written.result && written.messageId !== undefined) {
      written.result = toStopped(written.messageId, written.text, body);
      yield { type: 'result', data: written.result };
    }
    await conversations.change(conversationId, (tree) => {
      keepReply(tree, body, written, clock.now());
    });
    yield { type: 'completeEnd', data: { id } };
  }

  const run = runs.start({ id, key, conversationId, publish: own.publish, events });
  context.waitUntil?.(run.ended.catch(() => undefined));
  return run;
}

/** Content of a reply so far. */
interface Written {
  messageId: string | undefined;
  text: string;
  result: ReplyResult | undefined;
  failure: { code: string; message: string } | undefined;
}

function take(written: Written, event: ReplyEvent): void {
  if (event.type === 'completeBegin') written.messageId = event.data.messageId;
  else if (event.type === 'token') written.text += event.data.token;
  else if (event.type === 'result') written.result = event.data;
  else if (event.type === 'error') written.failure = { code: event.data.code, message: event.data.message };
}

function toStopped(id: string, text: string, { id: userMessageId }: CheckedCompleteRequest): ReplyResult {
  return { id, text, usage: { token: 0 }, end: { reason: 'abort' }, userMessageId };
}

/** Stores a reply, unless it ended before its first word. */
function keepReply(
  tree: ConversationTree,
  { replaces, continues, text: question }: CheckedCompleteRequest,
  { messageId, text, result, failure }: Written,
  now: number,
): void {
  const isWorthKeeping = (result?.text ?? text) !== '' || (result?.parts?.length ?? 0) > 0;
  if (messageId === undefined || !isWorthKeeping) return;
  const continued = continues === undefined ? undefined : tree.find(continues);
  const { end, references, meta, attachments, parts } = result ?? {};
  const message: Message = {
    id: messageId,
    type: 'bot',
    text: result?.text ?? (continued?.text ?? '') + text,
    createdAt: continued?.createdAt ?? now,
    updatedAt: now,
    ...(references && { references }),
    ...(meta && { meta }),
    ...(attachments && { attachments }),
    ...(parts && { parts }),
    ...((end?.reason === 'abort' || end?.reason === 'length') && { end: end.reason }),
    ...(failure && { failure }),
  };
  if (continued) tree.update(message);
  else if (replaces !== undefined && question === undefined) tree.replace(replaces, message);
  else {
    // An interrupted reply is replaced by the new one.
    const last = tree.shown().at(-1);
    if (last?.type === 'bot' && last.failure) tree.replace(last.id, message);
    else tree.append(message);
  }
}
