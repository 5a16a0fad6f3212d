import { mailLogResponseSchema } from '@sotto/hub-api';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { listVisitorMails, readMailStop } from '../../db/queries/visitorMail/visitorMailQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import type { Services } from '../services';
import { requireOwnConversation } from './inboxRoutes';

/** Mails that the log of a conversation shows. */
const SHOWN = 20;

/** The log of the mails to a visitor who has left. */
export function mailLogEndpoints(services: Services): Endpoint[] {
  const { db, mails } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/mail/fetch',
      summary: "Mails with a person's answers to a visitor who has left, the newest first, and whether more are sent",
      auth: 'user',
      cost: 'none',
      answer: mailLogResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const { conversation, widget } = await requireOwnConversation(services, context, caller);
      const [contact, log] = await Promise.all([
        readContact(db, conversation.id),
        listVisitorMails(db, conversation.id, SHOWN),
      ]);
      const email = contact?.email ?? null;
      const recipient = email === null ? undefined : mails.recipientOf(email);
      const stop =
        recipient === undefined ? undefined : await readMailStop(db, { ownerId: caller.workspaceId, recipient });
      return answer(context, {
        email,
        stopped: stop ?? null,
        isOn: services.visitorMails.isPossible && widget.mailsAnswers,
        items: log.map(({ id, state, reason, email: to, answers, dueAt, createdAt, updatedAt }) => ({
          id,
          state,
          reason,
          email: to,
          answers,
          dueAt: state === 'waiting' ? dueAt : null,
          createdAt,
          updatedAt,
        })),
      });
    },
  );
  return [list];
}
