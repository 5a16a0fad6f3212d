import * as v from 'valibot';
import { sessionCreateResponseSchema } from '../api/responses';
import type { ResolvedConfig } from '../config/configTypes';
import { WidgetError } from '../errors';
import type { HttpClient } from '../http/httpClient';
import type { SessionSource } from './sessionSource';

/**
 * Sessions created by the host: by its callback, or by its own URL with its own cookies (contract 5.1).
 *
 * Errors of the callback are passed on; its result is validated with the same schema as the server's.
 */
export function createOwnSource(source: NonNullable<ResolvedConfig['createSession']>, http: HttpClient): SessionSource {
  return async (request) => {
    if (typeof source === 'string')
      return http.request(source, sessionCreateResponseSchema, {
        method: 'POST',
        body: request,
        credentials: 'same-origin',
      });
    const { messages, meta, conversationId } = request;
    const answer = await source({
      ...(messages && {
        messages: messages.map(({ meta: about, ...message }) => ({ ...message, ...(about && { meta: about }) })),
      }),
      ...(meta && { meta }),
      ...(conversationId !== undefined && { conversationId }),
    });
    const parsed = v.safeParse(sessionCreateResponseSchema, answer);
    if (!parsed.success) throw new WidgetError('BAD_RESPONSE');
    return parsed.output;
  };
}
