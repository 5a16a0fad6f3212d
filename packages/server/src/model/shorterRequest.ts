import { approximateTokens } from './approximateTokens';
import type { ModelMessage, ModelRequest } from './chatModel';

/** Number of last messages that are always kept: the question, or the truncated text with the request to continue. */
const LAST_STAY = 2;

/**
 * Shortens a request by about half of the conversation, oldest first; instructions and the last messages are kept.
 *
 * @returns undefined if nothing can be removed
 */
export function shorterRequest(request: ModelRequest): ModelRequest | undefined {
  const instructions = request.messages.filter(({ role }) => role === 'system');
  const conversation = request.messages.filter(({ role }) => role !== 'system');
  const half = conversation.reduce((sum, message) => sum + tokensOf(message), 0) / 2;
  let first = 0;
  for (let dropped = 0; first < conversation.length - LAST_STAY && dropped < half; first += 1)
    dropped += tokensOf(conversation[first]);
  // A conversation must not start with a tool result, which needs its call.
  while (first < conversation.length - LAST_STAY && conversation[first]?.role === 'tool') first += 1;
  const kept = conversation.slice(first);
  return first === 0 || kept[0]?.role === 'tool' ? undefined : { ...request, messages: [...instructions, ...kept] };
}

function tokensOf(message: ModelMessage | undefined): number {
  if (!message) return 0;
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return calls.reduce((sum, call) => sum + approximateTokens(call.arguments), approximateTokens(message.text));
}
