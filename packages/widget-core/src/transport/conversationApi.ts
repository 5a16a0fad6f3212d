import type * as v from 'valibot';
import { HISTORY_MAX_MESSAGES } from '../config/limits';
import type { JsonObject } from '../lib/json';
import type { Message } from '../api/message';
import type { ActivityMessage } from '../api/replyEvents';
import type { Contact, MessageCreateRequest } from '../api/requests';
import { abortResponseSchema, idResponseSchema, messageListResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import type { Session, SessionManager } from '../session/sessionManager';
import { withToken, type HttpClient } from '../http/httpClient';
import { withRetry, type Patience } from '../http/retry';

const LIST_PAGE = 100;

/** A message of the server's list. */
export type ListedMessage = Message | ActivityMessage;

/**
 * API calls of one conversation, except the reply stream. Each uses a fresh session, and is retried as contract 1.4
 * allows.
 */
export interface ConversationApi {
  abort(reason: string | undefined): Promise<void>;
  /** The latest messages, oldest first. */
  listMessages(): Promise<{ readonly conversationId: string; readonly items: readonly ListedMessage[] }>;
  createMessage(request: MessageCreateRequest): Promise<{ id: string }>;
  upsertContact(contact: Contact): Promise<{ id: string }>;
  /** @param key - the same for every repetition */
  publish(channel: string, message: JsonObject, key: string): Promise<{ id: string }>;
}

/** @param signal - aborts every call when the widget is closed */
export function createConversationApi(
  http: HttpClient,
  session: SessionManager,
  patience: Patience,
  signal: AbortSignal,
): ConversationApi {
  function post<Schema extends v.GenericSchema>(
    path: (session: Session) => string,
    schema: Schema,
    body: unknown,
    key?: string,
  ): Promise<v.InferOutput<Schema>> {
    const call = (): Promise<v.InferOutput<Schema>> =>
      withToken(session, (present) =>
        http.request(path(present), schema, {
          method: 'POST',
          token: present.token,
          body,
          signal,
          ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
        }),
      );
    // A POST without a key is not retried: the server may have executed the first one.
    return key === undefined ? call() : withRetry(patience, signal, call);
  }

  return {
    async abort(reason) {
      await post(
        ({ conversationId }) => routes.abort(conversationId),
        abortResponseSchema,
        reason === undefined ? {} : { reason },
      );
    },
    listMessages: () =>
      withRetry(patience, signal, () =>
        withToken(session, async ({ conversationId, token }) => {
          const newestFirst: ListedMessage[] = [];
          let cursor: string | null = '';
          while (cursor !== null && newestFirst.length < HISTORY_MAX_MESSAGES) {
            const query = `?order=desc&take=${String(LIST_PAGE)}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
            const page: v.InferOutput<typeof messageListResponseSchema> = await http.request(
              routes.messageList(conversationId) + query,
              messageListResponseSchema,
              { token, signal },
            );
            newestFirst.push(...page.items);
            cursor = page.items.length === 0 ? null : page.cursor;
          }
          return { conversationId, items: newestFirst.reverse() };
        }),
      ),
    createMessage: (request) =>
      post(({ conversationId }) => routes.messageCreate(conversationId), idResponseSchema, request, request.id),
    upsertContact: (contact) =>
      post(({ conversationId }) => routes.contactUpsert(conversationId), idResponseSchema, contact),
    publish: (channel, message, key) => post(() => routes.channelPublish(channel), idResponseSchema, { message }, key),
  };
}
