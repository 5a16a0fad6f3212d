import { synthesizeResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import { toAbsolute } from '../lib/addresses';
import type { ConversationCalls } from '../conversation/createConversation';
import { withToken } from '../http/httpClient';

/**
 * Requests the audio of a message [W-27].
 *
 * @returns the URL of the audio, valid for an hour. Throws `NOT_IMPLEMENTED` if the server has no voice
 */
export async function synthesize(
  base: string,
  { session, http, closed }: ConversationCalls,
  messageId: string,
): Promise<{ readonly url: string }> {
  const { url } = await withToken(session, ({ conversationId, token }) =>
    http.request(routes.synthesize(conversationId, messageId), synthesizeResponseSchema, {
      method: 'POST',
      token,
      body: {},
      signal: closed,
    }),
  );
  return { url: toAbsolute(base, url) };
}
