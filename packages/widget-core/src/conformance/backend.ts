import * as v from 'valibot';
import type { NumberedReplyEvent } from '../api/replyEvents';
import { errorBodySchema } from '../api/errorBody';
import { messageListResponseSchema, sessionCreateResponseSchema, type MessageListResponse } from '../api/responses';
import { routes } from '../api/routes';
import { systemClock } from '../lib/clock';
import { createId } from '../lib/ids';
import { parseJson } from '../lib/json';
import { readReply } from '../http/readReply';
import type { ConformanceOptions } from './conformanceOptions';

/** A conversation with its token. */
export interface OpenSession {
  readonly conversationId: string;
  readonly token: string;
  readonly expiresAt: number;
  readonly resumed: boolean | undefined;
}

/** Options of a call. */
export interface BackendCall {
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The backend under test. Every deviation is thrown as an Error with a sentence. */
export interface Backend {
  readonly options: ConformanceOptions;
  readonly call: (path: string, call?: BackendCall) => Promise<Response>;
  /** Calls and returns the JSON, validated by a schema. */
  readonly json: <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    call?: BackendCall,
  ) => Promise<v.InferOutput<Schema>>;
  readonly openSession: (body?: object, token?: string) => Promise<OpenSession>;
  /** Sends a message and returns the events of the whole reply. */
  readonly send: (
    session: OpenSession,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<NumberedReplyEvent[]>;
  readonly list: (session: OpenSession) => Promise<MessageListResponse['items']>;
  readonly question: string;
}

/** @see Backend */
export function createBackend(options: ConformanceOptions): Backend {
  const base = options.url.replace(/\/+$/, '');
  const call: Backend['call'] = (path, { method, token, body, headers } = {}) =>
    (options.fetch ?? fetch)(base + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(options.origin !== undefined && { Origin: options.origin }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const json: Backend['json'] = async (path, schema, given) => {
    const response = await call(path, given);
    const text = await response.text();
    expect(response.status === 200, `${path} responds with ${String(response.status)}: ${text.slice(0, 200)}`);
    const parsed = v.safeParse(schema, parseJson(text));
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    throw new Error(`${path} responds with an invalid value at \`${v.getDotPath(issue) ?? ''}\`: ${issue.message}`);
  };
  return {
    options,
    call,
    json,
    question: options.question ?? 'Hello',
    async openSession(body = {}, token = undefined) {
      const path = routes.widgetSessionCreate(options.widget);
      const {
        conversationId,
        token: made,
        expiresAt,
        resumed,
      } = await json(path, sessionCreateResponseSchema, {
        body,
        token,
      });
      if (conversationId == null || made == null || expiresAt == null)
        throw new Error('a session needs `conversationId`, `token` and `expiresAt`');
      return { conversationId, token: made, expiresAt, resumed: resumed ?? undefined };
    },
    async send({ conversationId, token }, body, headers = {}) {
      const response = await call(routes.complete(conversationId), {
        body,
        token,
        headers: { Accept: 'text/event-stream', ...headers },
      });
      const type = response.headers.get('Content-Type') ?? '';
      if (response.status !== 200 || !response.body)
        throw new Error(`complete responds with ${String(response.status)}: ${(await response.text()).slice(0, 200)}`);
      const events: NumberedReplyEvent[] = [];
      for await (const { id, event } of readReply(response.body, type, () => undefined, new AbortController().signal))
        if (event) events.push({ ...event, ...(id !== undefined && { id }) });
      return events;
    },
    list: async ({ conversationId, token }) =>
      (await json(`${routes.messageList(conversationId)}?take=100&order=asc`, messageListResponseSchema, { token }))
        .items,
  };
}

/** @throws Error with the given sentence if the condition is false */
export function expect(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/** Expects a refusal in the form that widgets parse. */
export async function expectRefusal(response: Response, statuses: readonly number[], what: string): Promise<void> {
  const text = await response.text();
  expect(statuses.includes(response.status), `${what} gets ${String(response.status)}, not ${statuses.join(' or ')}`);
  expect(
    v.is(errorBodySchema, parseJson(text)),
    `${what} does not answer \`{ code, message }\`: ${text.slice(0, 200)}`,
  );
}

/** A message id in the form that widgets create. */
export function newMessageId(): string {
  return createId('msg', systemClock);
}
