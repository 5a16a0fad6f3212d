import { appCallResponseSchema, appResponseSchema, appRoutes } from '../api/apps';
import type { ConversationCalls } from '../conversation/createConversation';
import { WidgetError } from '../errors';
import { withToken } from '../http/httpClient';
import { toAbsolute } from '../lib/addresses';
import { createUuid } from '../lib/ids';
import type { Json, JsonObject } from '../lib/json';
import type { FunctionQuestions } from '../widget/functionQuestions';
import type { WidgetContent } from '../widget/widget';

/** Options of `createApps`. */
export interface AppsOptions {
  readonly base: string;
  readonly calls: () => ConversationCalls;
  readonly questions: FunctionQuestions;
  /** Text of the question before a link is opened. */
  readonly linkQuestion: () => string;
}

/**
 * Handles calls of MCP Apps. An app has neither the token nor the server's URL: it calls the widget, which asks the
 * visitor first if the tool changes something.
 */
export function createApps({
  base,
  calls,
  questions,
  linkQuestion,
}: AppsOptions): Pick<WidgetContent, 'fetchApp' | 'requestForApp'> {
  async function call(
    appId: string,
    body: JsonObject,
  ): Promise<{ result?: Json | undefined; question?: string | null | undefined }> {
    const { session, http, closed } = calls();
    return withToken(session, ({ conversationId, token }) =>
      http.request(appRoutes.call(conversationId, appId), appCallResponseSchema, {
        method: 'POST',
        token,
        body,
        signal: closed,
        headers: { 'Idempotency-Key': createUuid() },
      }),
    );
  }
  const ask = (name: string, args: Json, confirm?: string): Promise<boolean> =>
    questions.ask(
      {
        channel: '',
        callId: createUuid(),
        function: { name, args },
        timeoutMs: 0,
        confirm,
        isApproval: true,
      },
      calls().closed,
    );

  async function callTool(appId: string, { name = '', arguments: input = {} }: JsonObject): Promise<Json> {
    const request = { name, arguments: input };
    const answer = await call(appId, request);
    if (answer.question == null) return answer.result ?? null;
    const isApproved = await ask(answer.question, input);
    const { result } = await call(appId, { ...request, approved: isApproved });
    if (!isApproved) throw new WidgetError('ABORTED', { message: 'The visitor declined. Nothing was done.' });
    return result ?? null;
  }

  return {
    async fetchApp(appId) {
      const { session, http, closed } = calls();
      const app = await withToken(session, ({ conversationId, token }) =>
        http.request(appRoutes.fetch(conversationId, appId), appResponseSchema, { token, signal: closed }),
      );
      return { ...app, page: toAbsolute(base, app.page), hasBorder: app.hasBorder ?? null };
    },
    async requestForApp(appId, method, params) {
      if (method === 'tools/call') return callTool(appId, params);
      const address = new URL(params['url'] as string);
      return ask(address.host, { address: address.href }, linkQuestion());
    },
  };
}
