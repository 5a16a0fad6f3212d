import { createHash } from 'node:crypto';
import type { ModelMessage } from '../chatModel';

/** Length of the ids that are made here: Mistral's, the one provider that has a rule for them. */
const LENGTH = 9;

/**
 * The messages with ids of tool calls that a provider accepts. An id that it would refuse, such as one that another
 * model gave earlier in the conversation, becomes a digest of itself, so that a call and its result keep the same one.
 *
 * @param accepted - what an id must match
 */
export function fitCallIds(messages: readonly ModelMessage[], accepted: RegExp): ModelMessage[] {
  const fit = (id: string): string =>
    accepted.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, LENGTH);
  return messages.map((message) => {
    if (message.role === 'tool') return { ...message, callId: fit(message.callId) };
    if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
    return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, id: fit(call.id) })) };
  });
}
