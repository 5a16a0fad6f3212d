import { subjectExportQuerySchema } from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { someOfSubject } from '../../db/queries/retentionQueries';
import type { ExportEntry } from '../../domain/accounts/exports';
import type { AppContext } from '../../http/appEnv';
import { endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { record } from '../../http/record';
import { zipBody } from '../../http/files/zipBody';
import { refuseAssistant } from './erasureRoutes';
import type { Services } from '../services';

/** What is kept of a conversation, a subject or an account, as a zip of JSON and pages. */
export function exportEndpoints(services: Services): Endpoint[] {
  const { db, clock, resources, exports } = services;
  const send = (context: AppContext, name: string, entries: AsyncGenerator<ExportEntry, void>): Response =>
    context.body(zipBody(entries), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="sotto-${name}-${new Date(clock.now()).toISOString().slice(0, 10)}.zip"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });

  const conversation = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/export',
      summary: 'A conversation with an own widget, or an own trial, as a zip of JSON, a page and its files',
      auth: 'user',
      cost: 'none',
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      const id = pathId(context, 'conversationId');
      const found = await readConversation(db, id);
      if (!found || (found.widget.ownerId !== caller.workspaceId && found.conversation.payerId !== caller.workspaceId))
        throw new ApiError('NOT_FOUND');
      await record(context, services, caller, 'conversation.export', { target: { type: 'conversation', id } });
      return send(context, 'conversation', exports.conversation(id, caller.workspaceId));
    },
  );
  const subject = endpoint(
    {
      method: 'POST',
      path: '/subject/export',
      summary: 'Every conversation of a verified subject, as a zip',
      auth: 'user',
      cost: 'none',
      query: subjectExportQuerySchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, query }) => {
      refuseAssistant(context);
      const which = { ...query(), ownerId: caller.workspaceId };
      if (which.widgetId !== undefined) await resources.require('widget', caller, which.widgetId);
      if ((await someOfSubject(db, which, 1)).length === 0)
        throw new ApiError('NOT_FOUND', 'There is no conversation of this subject');
      await record(context, services, caller, 'subject.export', { target: { type: 'subject', id: which.subject } });
      return send(context, 'subject', exports.subject(which));
    },
  );
  const account = endpoint(
    {
      method: 'POST',
      path: '/account/export',
      summary: 'Everything an account owns, with every conversation of its widgets, as a zip; no key is in it',
      auth: 'user',
      cost: 'none',
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      if (caller.isSecret) throw new ApiError('NOT_AUTHORIZED', 'This call needs a signed-in person');
      await record(context, services, caller, 'account.export', { target: { type: 'account', id: caller.user.id } });
      return send(context, 'account', exports.account(caller.user));
    },
  );
  return [conversation, subject, account];
}
