import { idResponseSchema } from '@sotto/widget-core/api';
import { contactSchema } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import { CONTACT_EXPECTED, resolveContact, saveContact } from '../../domain/conversations/contacts';
import { OTHER_SUBJECT } from '../../domain/conversations/conversations';
import { readIdentity } from '../../domain/conversations/identity';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { check, readJson } from '../../http/validate';
import type { Services } from '../services';

/** Contacts [S-7, W-32]: the details that visitors enter. */
export function contactEndpoints(services: Services): Endpoint[] {
  const { db, clock, idempotency, inboxNotices } = services;
  const upsert = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/contact/upsert',
      summary: 'Set name, email or phone of the visitor',
      auth: 'session',
      cost: 'contact',
      body: contactSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: { conversation, widget }, pass }) => {
      await pass.enter({ conversation, widget });
      const raw = await readJson(context);
      if (raw === undefined || raw === null || Array.isArray(raw)) throw new ApiError('BAD_REQUEST', CONTACT_EXPECTED);
      const contact = check(contactSchema, raw);
      const proof = await readIdentity(widget, contact, services);
      if (proof) await services.endedSessions.requireNewer(widget.id, proof);
      // A token alone does not identify an anonymous visitor: that requires a new session, with the verifier of the old
      // one.
      if (proof && proof.subject !== conversation.subject)
        throw new ApiError(
          'CONFLICT',
          conversation.subject === null ? 'Begin a session with this proof: this one is anonymous' : OTHER_SUBJECT,
        );
      const fields = resolveContact(contact, proof);
      const made = await idempotency.once(context, conversation.id, raw, async () => ({
        id: await saveContact(db, clock, conversation.id, fields),
      }));
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, made);
    },
  );

  return [upsert];
}
