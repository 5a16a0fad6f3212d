import { createHash } from 'node:crypto';
import type { ModelMessage } from '../chatModel';

/** Length of generated ids, as required by Mistral. */
const LENGTH = 9;

/**
 * Replaces ids of tool calls that a provider refuses, such as those from another model earlier in the conversation,
 * by a digest, so that call and result still match.
 *
 * @param accepted - pattern of valid ids
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
