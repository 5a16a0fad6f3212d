import type { JsonObject } from '@sotto/widget-core/api';
import type { TestSession } from './startTestServer';

/** Calls of a browser to a server that listens: any process of an installation takes the sessions of any other. */
export async function openSession(url: string): Promise<TestSession> {
  const response = await fetch(`${url}/v1/integration/widget/demo/session/create`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  return (await response.json()) as TestSession;
}

/** A call of a session, below `/v1`; a body makes it a POST. */
export function callAs(
  url: string,
  session: TestSession,
  path: string,
  body?: JsonObject,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${session.token}`,
      Accept: 'text/event-stream',
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** A call in the session's conversation. */
export function callConversation(
  url: string,
  session: TestSession,
  path: string,
  body?: JsonObject,
  headers: Record<string, string> = {},
): Promise<Response> {
  return callAs(url, session, `conversation/${session.conversationId}/${path}`, body, headers);
}

/** The texts of all messages of the conversation, in the server's order. */
export async function listTexts(url: string, session: TestSession): Promise<string[]> {
  const texts: string[] = [];
  let cursor: string | null = null;
  do {
    const response: Response = await callConversation(
      url,
      session,
      `message/list?take=100${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    const page = (await response.json()) as { items: { text: string }[]; cursor: string | null };
    texts.push(...page.items.map(({ text }) => text));
    cursor = page.cursor;
  } while (cursor !== null);
  return texts;
}
