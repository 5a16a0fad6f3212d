import { createStreamOwner, type StreamOwner } from '../sync/streamOwner';
import type { FunctionCalls } from './callFunction';
import type { OpenConversationOptions } from './conversation';
import type { ConversationParts } from './conversationParts';
import { createLateFunctionCalls } from './lateFunctionCalls';
import type { OutboxEntry } from './outbox';
import { createReplyContinuation, type ReplyContinuation } from './replyContinuation';
import { createReplyRunner } from './replyRunner';
import { createSender, type Sender } from './sendMessage';
import { createSendQueue, type SendQueue } from './sendQueue';

/** What works in an open conversation. */
export interface ConversationWorkers {
  readonly calls: FunctionCalls;
  readonly replies: ReplyContinuation;
  readonly queue: SendQueue;
  readonly owner: StreamOwner;
  readonly sender: Sender;
}

/** Puts to work what sends, streams and answers in a conversation. */
export function createWorkers(options: OpenConversationOptions, parts: ConversationParts): ConversationWorkers {
  const { environment, conversation, onError } = options;
  const { clock, locks, connectivity } = environment;
  const { outbox, keys, api } = parts;
  const calls = createLateFunctionCalls({
    ...options.functions,
    clock,
    locks,
    keys,
    tabStore: parts.tabStore,
    publish: async (channel, message, key) => api?.publish(channel, message, key),
    onError,
  });
  const runReply = createReplyRunner({ clock, conversation, calls, onStreamEvent: options.onStreamEvent });
  const shared = { clock, connectivity, conversation, outbox, transport: parts.transport, history: parts.serverHistory };
  const replies = createReplyContinuation({ ...shared, runReply, lastEventId: parts.runNote.lastEventId });
  const queue = createSendQueue({
    ...shared,
    api,
    replies,
    onError,
    describe: (entry) => describeSend(options, entry),
    onReplyKey: (replyKey, entryId) => {
      sender.noteReply(replyKey, entryId);
    },
  });
  const owner = createStreamOwner({ locks, lockName: keys.streamLock, work: queue.work, onError });
  const sender = createSender({
    clock,
    connectivity,
    conversation,
    outbox,
    onQueued(entryId) {
      queue.claim(entryId);
      owner.request();
    },
  });
  return { calls, replies, queue, owner, sender };
}

function describeSend(options: OpenConversationOptions, { id, message, replaces }: OutboxEntry): NonNullable<OutboxEntry['body']> {
  return {
    ...options.describeSend(),
    type: message?.type === 'input' ? 'input' : 'user',
    hidden: message?.extra?.hidden === true,
    ...(message && { id, text: message.text }),
    ...(replaces !== undefined && { replaces }),
    ...(message?.meta && { meta: message.meta }),
    ...(message?.attachments && { attachments: message.attachments.flatMap((attachment) => (attachment.id ? [{ id: attachment.id }] : [])) }),
  };
}
