import { approximateTokens } from './approximateTokens';
import type { ModelMessage, ModelRequest } from './chatModel';

/** How many of the last messages always stay: the question, or the truncated text with the request to continue it. */
const LAST_STAY = 2;

/**
 * The same request with about half of the conversation: instructions and the last messages stay, the oldest go.
 *
 * @returns undefined when there is nothing that may go
 */
export function shorterRequest(request: ModelRequest): ModelRequest | undefined {
  const instructions = request.messages.filter(({ role }) => role === 'system');
  const conversation = request.messages.filter(({ role }) => role !== 'system');
  const half = conversation.reduce((sum, message) => sum + tokensOf(message), 0) / 2;
  let first = 0;
  for (let dropped = 0; first < conversation.length - LAST_STAY && dropped < half; first += 1)
    dropped += tokensOf(conversation[first]);
  // A conversation cannot begin with a tool result: endpoints refuse results without their calls.
  while (first < conversation.length - LAST_STAY && conversation[first]?.role === 'tool') first += 1;
  const kept = conversation.slice(first);
  return first === 0 || kept[0]?.role === 'tool' ? undefined : { ...request, messages: [...instructions, ...kept] };
}

function tokensOf(message: ModelMessage | undefined): number {
  if (!message) return 0;
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return calls.reduce((sum, call) => sum + approximateTokens(call.arguments), approximateTokens(message.text));
}
