import {
  conversationAssignRequestSchema,
  conversationUpdateRequestSchema,
  conversationUpdateResponseSchema,
  inboxCountResponseSchema,
  inboxListResponseSchema,
  inboxQuerySchema,
  personMessageRequestSchema,
  takeOverRequestSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { SEARCH_LIMIT_MS } from '../../config/deadlines';
import { ApiError } from '../../lib/apiError';
import type { Agent } from '../../db/inboxSchema';
import { listMembers } from '../../db/queries/accounts/memberQueries';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { byInboxPlace, listInbox } from '../../db/queries/conversations/inboxListQueries';
import {
  assignConversation,
  countInbox,
  updateLive,
  type LiveConversation,
} from '../../db/queries/conversations/inboxQueries';
import type { UserCaller } from '../../accounts/userCaller';
import type { StoredUser } from '../../db/queries/accounts/userQueries';
import { describeInbox, storePersonMessage, toAgent, TYPING_MS } from '../../domain/conversations/inbox';
import { supportName } from '../../domain/conversations/awayWords';
import type { ConversationOwner } from '../../domain/replies/turns';
import { languageOfVisitor } from '../../domain/visitorLanguage';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { recordReads } from '../../http/record';
import { readPage } from '../../lib/paging';
import type { Services } from '../services';

/** Why the bot's reply is cut when a person takes over. */
const TAKEN_OVER = 'taken-over';
/** How far back unread conversations are counted, in milliseconds (30 days). */
const COUNTED_MS = 2_592_000_000;

/** The inbox: every conversation of visitors with own widgets, and answering in person instead of the bot. */
export function inboxEndpoints(services: Services): Endpoint[] {
  return [
    listEndpoint(services),
    countEndpoint(services),
    updateEndpoint(services),
    takeOverEndpoint(services),
    handBackEndpoint(services),
    assignEndpoint(services),
    typingEndpoint(services),
    answerEndpoint(services),
  ];
}

/** @throws ApiError 404 for a conversation of another account's widget, and for a trial */
export async function requireOwnConversation(
  { db }: Services,
  context: AppContext,
  { user, workspaceId }: UserCaller,
): Promise<ConversationOwner & Pick<UserCaller, 'user' | 'workspaceId'>> {
  const found = await readConversation(db, pathId(context, 'conversationId'));
  if (!found || found.widget.ownerId !== workspaceId || found.conversation.trial) throw new ApiError('NOT_FOUND');
  return { ...found, user, workspaceId };
}

/** Who answers: as they are named in this call, as they took over, as their account is named. */
function toPerson(
  user: StoredUser,
  { conversation, widget }: ConversationOwner,
  given: { name?: string | undefined; picture?: string | null | undefined },
): Agent {
  const before = conversation.agent?.userId === user.id ? conversation.agent : undefined;
  const picture = given.picture === undefined ? (before?.picture ?? user.image) : given.picture;
  const name = given.name ?? (before?.isUnnamed ? undefined : before?.name) ?? user.name.trim();
  return {
    userId: user.id,
    ...(name === '' ? { name: supportName(languageOfVisitor(widget, conversation)), isUnnamed: true } : { name }),
    ...(picture != null && { picture }),
  };
}

function show(live: LiveConversation | undefined) {
  if (!live) throw new ApiError('NOT_FOUND');
  return { id: live.id, state: live.state, agent: toAgent(live) };
}

/** Gives the conversation to a person, and ends the reply that the bot is writing. */
async function takeOver({ db, turns }: Services, { conversation }: ConversationOwner, agent: Agent) {
  const taken = await updateLive(db, conversation.id, { agent }, true);
  await turns.abort(conversation.id, TAKEN_OVER);
  return taken;
}

/** Changes what the visitor sees of who answers. */
async function changeLive(
  { db, live, inboxNotices }: Services,
  { conversation: { id }, widget }: ConversationOwner,
  change: Parameters<typeof updateLive>[2],
) {
  const changed = await updateLive(db, id, change, true);
  await live.notify(id);
  inboxNotices.changed(id, widget.ownerId);
  return show(changed);
}

function listEndpoint(services: Services): Endpoint {
  const { db, resources: things } = services;
  return endpoint(
    {
      method: 'GET',
      path: '/inbox/list',
      summary: 'Conversations of visitors with own widgets, the last active first; search and filters',
      auth: 'user',
      cost: 'none',
      query: inboxQuerySchema,
      answer: inboxListResponseSchema,
      errors: ['TIMEOUT', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, query }) => {
      const { cursor, take, hasContact, assigned, ...filter } = query();
      if (filter.widgetId !== undefined) await things.require('widget', caller, filter.widgetId);
      const wanted = {
        ...filter,
        ownerId: caller.workspaceId,
        assignedTo: assigned && (assigned === 'me' ? caller.user.id : null),
        hasContact: hasContact === undefined ? undefined : hasContact === 'true',
      };
      const on = filter.search ? services.within(SEARCH_LIMIT_MS).db : db;
      const page = await readPage(
        { cursor, take },
        byInboxPlace,
        (after, most) => listInbox(on, wanted, after, most),
        ({ place }) => place,
      );
      const items = await describeInbox(db, page.items);
      const shown = items.filter(({ firstText, lastText }) => (firstText ?? lastText) !== null);
      await recordReads(
        context,
        services,
        caller,
        shown.map(({ id }) => id),
      );
      return answer(context, {
        items,
        cursor: page.cursor,
      });
    },
  );
}

function countEndpoint({ db, clock, mails }: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/inbox/count',
      summary: 'How many conversations wait for a person, and how many have something unread',
      auth: 'user',
      cost: 'none',
      answer: inboxCountResponseSchema,
      errors: [],
    },
    async (context, { caller: { workspaceId } }) => {
      return answer(context, {
        ...(await countInbox(db, workspaceId, clock.now() - COUNTED_MS)),
        sendsMail: mails.isReal,
      });
    },
  );
}

function updateEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/update',
      summary: 'Set the state of a conversation with an own widget, or mark it as read',
      auth: 'user',
      cost: 'none',
      body: conversationUpdateRequestSchema,
      answer: conversationUpdateResponseSchema,
      errors: [],
    },
    async (context, { caller, body }) => {
      const { conversation, widget } = await requireOwnConversation(services, context, caller);
      const { value } = await body();
      const readAt = value.isRead === undefined ? undefined : value.isRead ? services.clock.now() : null;
      if (value.state === undefined && readAt === undefined) return answer(context, show(conversation));
      const change = { ...(value.state && { state: value.state }), ...(readAt !== undefined && { readAt }) };
      const changed = await updateLive(services.db, conversation.id, change, false);
      if (value.state !== undefined) services.inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, show(changed));
    },
  );
}

function takeOverEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/take-over',
      summary: 'Answer in person: the bot keeps quiet until the conversation is handed back',
      auth: 'user',
      cost: 'none',
      body: takeOverRequestSchema,
      answer: conversationUpdateResponseSchema,
      errors: ['SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, body }) => {
      const place = await requireOwnConversation(services, context, caller);
      const { value } = await body();
      const taken = await takeOver(services, place, toPerson(place.user, place, value));
      await services.live.notify(place.conversation.id);
      services.inboxNotices.changed(place.conversation.id, place.widget.ownerId);
      return answer(context, show(taken));
    },
  );
}

function handBackEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/hand-back',
      summary: 'Let the bot answer again',
      auth: 'user',
      cost: 'none',
      answer: conversationUpdateResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const place = await requireOwnConversation(services, context, caller);
      const { conversation } = place;
      const state = conversation.state === 'waiting' ? 'open' : conversation.state;
      const change = { agent: null, typingUntil: null, state };
      return answer(context, await changeLive(services, place, change));
    },
  );
}

function assignEndpoint(services: Services): Endpoint {
  const { db, inboxNotices } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/assign',
      summary: 'Assign a conversation with an own widget to a member of the team, or to nobody',
      auth: 'user',
      cost: 'none',
      body: conversationAssignRequestSchema,
      answer: idResponseSchema,
      errors: ['UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { conversation, widget, workspaceId } = await requireOwnConversation(services, context, caller);
      const { userId } = (await body()).value;
      const isMember = async (id: string): Promise<boolean> =>
        id === workspaceId || (await listMembers(db, workspaceId)).some((member) => member.id === id);
      if (userId !== null && !(await isMember(userId)))
        throw new ApiError('UNPROCESSABLE_ENTITY', 'Only members of the team can be assigned');
      await assignConversation(db, conversation.id, userId);
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, { id: conversation.id });
    },
  );
}

function typingEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/typing',
      summary: 'Show the person who has taken over as typing, for six seconds',
      auth: 'user',
      cost: 'none',
      answer: conversationUpdateResponseSchema,
      errors: ['CONFLICT'],
    },
    async (context, { caller }) => {
      const place = await requireOwnConversation(services, context, caller);
      if (!place.conversation.agent) throw new ApiError('CONFLICT', 'Nobody has taken this conversation over');
      const typingUntil = services.clock.now() + TYPING_MS;
      return answer(context, await changeLive(services, place, { typingUntil }));
    },
  );
}

function answerEndpoint(services: Services): Endpoint {
  const { db, clock, inTurn, live, inboxNotices, idempotency } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/message/answer',
      summary: 'Say something in person instead of the bot; takes the conversation over',
      auth: 'user',
      cost: 'none',
      body: personMessageRequestSchema,
      answer: idResponseSchema,
      errors: ['UNPROCESSABLE_ENTITY', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, body }) => {
      const place = await requireOwnConversation(services, context, caller);
      const { id } = place.conversation;
      const { value, raw } = await body();
      const made = await idempotency.once(context, `${id} answer`, raw, async () => {
        const agent = toPerson(place.user, place, value);
        if (!place.conversation.agent) await takeOver(services, place, agent);
        const { message } = await inTurn(id, () =>
          storePersonMessage(db, clock, id, agent, { clientId: value.id, text: value.text }),
        );
        await live.notify(id);
        inboxNotices.changed(id, place.widget.ownerId);
        return { id: message.id };
      });
      return answer(context, made);
    },
  );
}
