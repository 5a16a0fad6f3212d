import {
  accountDeleteRequestSchema,
  ASSISTANT_HEADER,
  receiptSchema,
  subjectDeleteRequestSchema,
} from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import { readContactsConversation } from '../../db/queries/conversations/contactQueries';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import type { AuditAction, AuditEvent } from '../../domain/accounts/audit';
import type { Receipt } from '../../domain/accounts/erasure';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { callerAddress } from '../../http/rateLimits';
import { networkPrefix, record } from '../../http/record';
import type { UserCaller } from '../../accounts/userCaller';
import type { SessionCaller } from '../../http/auth/callerOf';
import type { Services } from '../services';
import { requireFresh } from './signInSteps';

/** Deleting for good, each time with a receipt: by visitors, owners, accounts and operators. */
export function erasureEndpoints(services: Services): Endpoint[] {
  return [...conversationEndpoints(services), ...accountEndpoints(services)];
}

/** Permanent deletion is for a person or their own program, not for an assistant that a prompt may have misled. */
export function refuseAssistant(context: AppContext): void {
  if (context.req.header(ASSISTANT_HEADER) !== undefined)
    throw new ApiError('NOT_AUTHORIZED', 'The assistant cannot delete or export data of visitors');
}

/** Records a deletion and answers with its receipt. */
async function answerReceipt(
  context: AppContext,
  services: Services,
  caller: UserCaller,
  receipt: Receipt,
  { action, target, accountId }: { action: AuditAction; target?: AuditEvent['target']; accountId?: string | null },
): Promise<Response> {
  const details = { receipt: receipt.id, ...receipt.counts };
  await record(context, services, caller, action, { target: target ?? receipt.target, details, accountId });
  return answer(context, receipt);
}

function conversationEndpoints(services: Services): Endpoint[] {
  const { db, resources, erasure } = services;

  async function deleteAsVisitor(context: AppContext, { conversation, widget }: SessionCaller): Promise<Response> {
    if (!widget.visitorsMayDelete)
      throw new ApiError('NOT_AUTHORIZED', 'The owner of this chat does not let visitors delete a conversation');
    const receipt = await erasure.conversation(conversation.id);
    await services.audit.append({
      action: 'conversation.delete',
      accountId: widget.ownerId ?? undefined,
      actor: 'visitor',
      network: networkPrefix(callerAddress(context, services.trustedProxies)),
      target: receipt.target,
      details: { receipt: receipt.id, ...receipt.counts },
    });
    return answer(context, receipt);
  }

  const one = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/delete',
      summary:
        'Delete a conversation with all that is in it: its visitor, where the widget allows it, or its account. 404: it is gone',
      auth: 'sessionOrUser',
      cost: 'none',
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      if ('claims' in caller) return deleteAsVisitor(context, caller);
      const id = pathId(context, 'conversationId');
      refuseAssistant(context);
      const found = await readConversation(db, id);
      if (!found || (found.widget.ownerId !== caller.workspaceId && found.conversation.payerId !== caller.workspaceId))
        throw new ApiError('NOT_FOUND');
      return answerReceipt(context, services, caller, await erasure.conversation(id), {
        action: 'conversation.delete',
      });
    },
  );
  const contact = endpoint(
    {
      method: 'POST',
      path: '/contact/:contactId/delete',
      summary: 'Delete a contact, with the conversation it was left in',
      auth: 'user',
      cost: 'none',
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      const contactId = pathId(context, 'contactId');
      const id = await readContactsConversation(db, caller.workspaceId, contactId);
      if (id === undefined) throw new ApiError('NOT_FOUND');
      return answerReceipt(context, services, caller, await erasure.conversation(id), {
        action: 'contact.delete',
        target: { type: 'contact', id: contactId },
      });
    },
  );
  const subject = endpoint(
    {
      method: 'POST',
      path: '/subject/delete',
      summary: 'Delete every conversation of a verified subject, in own widgets or one of them',
      auth: 'user',
      cost: 'none',
      body: subjectDeleteRequestSchema,
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      const { value } = await body();
      if (value.widgetId !== undefined) await resources.require('widget', caller, value.widgetId);
      const receipt = await erasure.subject({ ...value, ownerId: caller.workspaceId });
      return answerReceipt(context, services, caller, receipt, { action: 'subject.delete' });
    },
  );
  return [one, contact, subject];
}

function accountEndpoints(services: Services): Endpoint[] {
  const { db, erasure } = services;
  const own = endpoint(
    {
      method: 'POST',
      path: '/account/delete',
      summary:
        'Delete the own account and everything it owns, within 15 minutes of signing in; the body repeats its address',
      auth: 'person',
      cost: 'none',
      body: accountDeleteRequestSchema,
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      requireFresh(services, caller.session);
      const { value } = await body();
      if (value.email.toLowerCase() !== caller.user.email.toLowerCase())
        throw new ApiError('UNPROCESSABLE_ENTITY', 'Enter the email address of this account', {
          details: [{ path: 'email', message: 'This is not the address of this account' }],
        });
      return answerReceipt(context, services, caller, await erasure.account(caller.user), {
        action: 'account.delete',
      });
    },
  );
  const operatorAccount = endpoint(
    {
      method: 'POST',
      path: '/operator/account/:userId/delete',
      summary: 'Delete an account and everything it owns',
      auth: 'operator',
      cost: 'none',
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      const user = await readUser(db, pathId(context, 'userId'));
      if (!user) throw new ApiError('NOT_FOUND');
      return answerReceipt(context, services, caller, await erasure.account(user), {
        action: 'account.delete',
        accountId: user.id,
      });
    },
  );
  const operatorConversation = endpoint(
    {
      method: 'POST',
      path: '/operator/conversation/:conversationId/delete',
      summary: 'Delete a conversation of any account, without reading it',
      auth: 'operator',
      cost: 'none',
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      const found = await readConversation(db, pathId(context, 'conversationId'));
      if (!found) throw new ApiError('NOT_FOUND');
      return answerReceipt(context, services, caller, await erasure.conversation(found.conversation.id), {
        action: 'conversation.delete',
        accountId: found.widget.ownerId,
      });
    },
  );
  return [own, operatorAccount, operatorConversation];
}
