import { findProvider } from '../../config/modelProviders';
import type { ChatModel } from '../chatModel';
import { createEndpointModel, type EndpointOptions, type EndpointProtocol } from '../endpoint/endpointModel';
import { fitCallIds } from './callIds';
import { createAnswerReader } from './openAiAnswer';
import { toRequestBody } from './openAiWire';

/** OpenAI chat completions (platform.openai.com/docs/api-reference/chat). */
const CHAT_COMPLETIONS: Omit<EndpointProtocol, 'createReader'> = {
  toUrl: (baseUrl) => `${baseUrl.replace(/\/chat\/completions$/, '')}/chat/completions`,
  headers: (apiKey): Record<string, string> => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  toBody: toRequestBody,
  optionalFields: [
    { field: 'stream_options', pattern: /stream_options|include_usage/i },
    { field: 'temperature', pattern: /temperature/i },
    { field: 'tool_choice', pattern: /tool_choice/i },
    {
      field: 'tools',
      pattern: /does not support (tools|functions?|tool)|tools? (is|are) not supported|"param":\s*"tools"/i,
    },
  ],
};

/**
 * An endpoint with OpenAI's Chat Completions API: a hosted provider or your own server.
 *
 * Usage is estimated for endpoints that report no token counts.
 *
 * @param options - `baseUrl` including the version, like `https://api.openai.com/v1`
 */
export function createOpenAiCompatible(options: EndpointOptions): ChatModel {
  const accepted = findProvider(options.baseUrl)?.callIds;
  const habits = { unopenedThoughts: 0 };
  return createEndpointModel(options, {
    ...CHAT_COMPLETIONS,
    createReader: (fromWire, clock) => createAnswerReader(habits, fromWire, clock),
    ...(accepted && {
      toBody: (request, ...rest) =>
        toRequestBody({ ...request, messages: fitCallIds(request.messages, accepted) }, ...rest),
    }),
  });
}
