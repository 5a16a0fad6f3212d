import type { Route } from 'playwright-core';

/** What the server says to a request that is held, in the form in which a route is fulfilled. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Asks the server for what a page has asked for, without the page's cookies. Not `route.fetch`, which asks the page for
 * them: WebKit answers nothing while the page waits for its document or its scripts.
 */
export async function answerOf(route: Route): Promise<Answer> {
  const response = await fetch(route.request().url());
  // The body comes unpacked.
  const headers = [...response.headers].filter(
    ([name]) => !['content-encoding', 'content-length', 'transfer-encoding'].includes(name),
  );
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
}
