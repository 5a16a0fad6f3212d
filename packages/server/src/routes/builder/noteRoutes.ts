import {
  itemListQuerySchema,
  labelListResponseSchema,
  labelUpsertRequestSchema,
  noteCreateRequestSchema,
  noteListResponseSchema,
} from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import {
  addLabel,
  deleteLabel,
  deleteNote,
  insertNote,
  listLabels,
  listNotes,
  readLabels,
  removeLabel,
} from '../../db/queries/conversations/noteQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { colleagueName } from '../../lib/colleagueName';
import { pageOf } from '../../lib/paging';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';
import { requireOwnConversation } from './inboxRoutes';

/** Most notes and labels of one conversation, and labels of one account: a page of 100 holds them all. */
const NOTES_MAX = 100;
const LABELS_MAX = { ofAccount: 100, ofConversation: 20 };

/** What owners keep beside a conversation: notes for colleagues and labels. Visitors and models never get them. */
export function noteEndpoints(services: Services): Endpoint[] {
  return [...notesOf(services), ...labelsOf(services)];
}

function notesOf(services: Services): Endpoint[] {
  const { db, clock, plans, idempotency, inboxNotices } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/note/list',
      summary: 'Notes on a conversation with an own widget, the oldest first',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: noteListResponseSchema,
      errors: ['BAD_REQUEST'],
    },
    async (context, { caller, query }) => {
      const { conversation } = await requireOwnConversation(services, context, caller);
      const notes = await listNotes(db, conversation.id);
      const items = notes.map(({ id, author, text, createdAt }) => ({ id, author, text, createdAt }));
      return answer(context, pageOf(items, query()));
    },
  );
  const create = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/note/create',
      summary: 'Add a note for colleagues; neither the visitor nor a model reads it',
      auth: 'user',
      cost: 'none',
      body: noteCreateRequestSchema,
      answer: idResponseSchema,
      errors: ['NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { conversation, widget, user, workspaceId } = await requireOwnConversation(services, context, caller);
      const { value, raw } = await body();
      const made = await idempotency.once(context, `${conversation.id} note`, raw, async () => {
        const id = createId('note', clock);
        const author = colleagueName(user);
        await plans.store(workspaceId, { kind: 'notes', id: conversation.id }, async (tx) => {
          if ((await listNotes(tx, conversation.id)).length >= NOTES_MAX)
            throw new ApiError('UNPROCESSABLE_ENTITY', `A conversation has at most ${NOTES_MAX} notes`);
          const note = { id, conversationId: conversation.id, author, text: value.text, createdAt: clock.now() };
          await insertNote(tx, note);
        });
        return { id };
      });
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, made);
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/note/:noteId/delete',
      summary: 'Delete a note',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const { conversation, widget, workspaceId } = await requireOwnConversation(services, context, caller);
      const id = pathId(context, 'noteId');
      const isGone = await plans.free(workspaceId, { kind: 'notes', id: conversation.id }, (tx) =>
        deleteNote(tx, conversation.id, id),
      );
      if (!isGone) throw new ApiError('NOT_FOUND');
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, { id });
    },
  );
  return [list, create, remove];
}

function labelsOf(services: Services): Endpoint[] {
  const { db, clock, inboxNotices } = services;
  const all = endpoint(
    {
      method: 'GET',
      path: '/label/list',
      summary: 'The labels of this account, by name',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: labelListResponseSchema,
      errors: ['BAD_REQUEST'],
    },
    async (context, { caller: { workspaceId }, query }) => {
      return answer(context, pageOf(await listLabels(db, workspaceId), query()));
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/label/list',
      summary: 'The labels of a conversation with an own widget, by name',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: labelListResponseSchema,
      errors: ['BAD_REQUEST'],
    },
    async (context, { caller, query }) => {
      const { conversation } = await requireOwnConversation(services, context, caller);
      const items = (await readLabels(db, [conversation.id])).map(({ id, name }) => ({ id, name }));
      return answer(context, pageOf(items, query()));
    },
  );
  const add = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/label/upsert',
      summary: 'Put a label on a conversation; one that does not exist yet is created',
      auth: 'user',
      cost: 'none',
      body: labelUpsertRequestSchema,
      answer: idResponseSchema,
      errors: ['UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { conversation, widget, workspaceId } = await requireOwnConversation(services, context, caller);
      const { value } = await body();
      const label = { id: createId('label', clock), ownerId: workspaceId, name: value.name, createdAt: clock.now() };
      const id = await addLabel(db, label, conversation.id, LABELS_MAX);
      if (id === undefined)
        throw new ApiError(
          'UNPROCESSABLE_ENTITY',
          `An account has at most ${LABELS_MAX.ofAccount} labels, and a conversation ${LABELS_MAX.ofConversation}`,
        );
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, { id });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/label/:labelId/delete',
      summary: 'Take a label off a conversation',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const { conversation, widget } = await requireOwnConversation(services, context, caller);
      const id = pathId(context, 'labelId');
      if (!(await removeLabel(db, conversation.id, id))) throw new ApiError('NOT_FOUND');
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, { id });
    },
  );
  const forget = endpoint(
    {
      method: 'POST',
      path: '/label/:labelId/delete',
      summary: 'Delete a label, from every conversation',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: [],
    },
    async (context, { caller: { workspaceId } }) => {
      const id = pathId(context, 'labelId');
      if (!(await deleteLabel(db, workspaceId, id))) throw new ApiError('NOT_FOUND');
      return answer(context, { id });
    },
  );
  return [all, list, add, remove, forget];
}
