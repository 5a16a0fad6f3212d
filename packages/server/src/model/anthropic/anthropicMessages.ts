import type { ChatModel } from '../chatModel';
import { createEndpointModel, type EndpointOptions, type EndpointProtocol } from '../endpoint/endpointModel';
import { createMessagesReader } from './messagesAnswer';
import { toMessagesBody } from './messagesWire';

/** Supported protocol version (docs.anthropic.com/en/api/versioning). */
export const ANTHROPIC_VERSION = '2023-06-01';

/** Anthropic Messages (docs.anthropic.com/en/api/messages). */
const MESSAGES: EndpointProtocol = {
  toUrl: (baseUrl) => `${baseUrl.replace(/\/v1(?:\/messages)?$/, '')}/v1/messages`,
  headers: (apiKey) => ({
    'anthropic-version': ANTHROPIC_VERSION,
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  }),
  toBody: toMessagesBody,
  optionalFields: [
    { field: 'temperature', pattern: /temperature/i },
    { field: 'tool_choice', pattern: /tool_choice/i },
  ],
  createReader: createMessagesReader,
};

/**
 * A model of Anthropic, or of another endpoint with its Messages protocol.
 *
 * @param options - `baseUrl` without version, like `https://api.anthropic.com`
 */
export function createAnthropicModel(options: EndpointOptions): ChatModel {
  return createEndpointModel(options, MESSAGES);
}
