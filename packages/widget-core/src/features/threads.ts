import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { idSchema, messageSchema, type Message } from '../api/message';
import { sessionCreateResponseSchema } from '../api/responses';
import { conversationPath } from '../api/routes';
import { threadListResponseSchema, type Thread } from '../api/threads';
import { isWidgetError, WidgetError } from '../errors';
import type { Conversation } from '../conversation/createConversation';
import { proofName } from '../session/proof';
import type { Session } from '../session/sessionManager';
import { createLocalSource } from '../session/sessionSource';
import { localTokenExpiry } from '../session/tokenFreshness';
import { withToken } from '../http/httpClient';
import type { Transport } from '../transports/transport';
import type { OpenConversations } from '../widget/actions/openConversations';
import { readable } from '../widget/actions/readable';
import type { ThreadsState, WidgetThreads } from '../widget/widget';
import type { WidgetCore } from '../widget/widgetCore';

/** Number of conversations per page of the list. */
const PAGE = 20;

/** A page of the list. */
interface Page {
  readonly threads: readonly Thread[];
  readonly cursor: string | undefined;
}

/** Source of earlier conversations. */
interface Shelf {
  readonly list: (conversation: Conversation, cursor: string | undefined) => Promise<Page>;
  /** Opens a conversation: returns its session, and its messages if the backend has no message list. */
  readonly open: (
    conversation: Conversation,
    id: string,
  ) => Promise<{ readonly session: Session; readonly messages?: readonly Message[] }>;
}

/** Creates the list of the visitor's conversations. */
export function createThreads(core: WidgetCore, { current }: OpenConversations): WidgetThreads {
  const { options, conversation, events } = core;
  const shelf = options.transport ? createOwnShelf(options.transport, core) : createPlatformShelf(core);
  const empty: ThreadsState = { status: 'loading', threads: [], hasMore: false, error: undefined, opening: undefined };
  const store = createStore<ThreadsState>(() => empty);
  let cursor: string | undefined;
  /** The visitor of the current list; results requested for another visitor are discarded. */
  let whose = core.readSessionKey().subject;
  let attempt = 0;

  async function read(isMore: boolean): Promise<void> {
    attempt += 1;
    const own = attempt;
    const { subject } = core.readSessionKey();
    if (whose !== subject) store.setState(empty, true);
    whose = subject;
    const known = isMore ? store.getState().threads : [];
    store.setState({ status: 'loading', error: undefined });
    try {
      const page = await shelf.list(current(), isMore ? cursor : undefined);
      if (own !== attempt) return;
      cursor = page.cursor;
      const listed = new Set(known.map(({ id }) => id));
      store.setState({
        status: 'ready',
        threads: [...known, ...page.threads.filter(({ id }) => !listed.has(id))],
        hasMore: cursor !== undefined,
      });
    } catch (cause) {
      if (own === attempt) store.setState({ status: 'failed', error: toError(cause) });
    }
  }

  /** Throws if there are pending sends: they exist only in this browser and would be lost. */
  function requireNothingPending(): void {
    const { reply, sends } = conversation.store.getState();
    if (reply || sends.some(({ order }) => order !== undefined)) throw new WidgetError('busy');
  }
  async function leaveFor(id: string | undefined, enterIt: (from: Conversation) => Promise<void>): Promise<void> {
    store.setState({ opening: id, error: undefined });
    try {
      requireNothingPending();
      await enterIt(current());
    } catch (cause) {
      const error = toError(cause);
      store.setState({ error });
      throw error;
    } finally {
      store.setState({ opening: undefined });
    }
  }

  events.on('sessionchange', ({ value }) => {
    // Another visitor has signed in.
    if (!value && whose !== core.readSessionKey().subject) {
      attempt += 1;
      store.setState(empty, true);
    }
  });

  return {
    ...readable(store),
    list: () => read(false),
    listMore: () => read(true),
    async open(id) {
      if (id === conversation.store.getState().conversationId) return;
      await leaveFor(id, async (from) => {
        const { session, messages } = await shelf.open(from, id);
        if (from !== current()) throw new WidgetError('ABORTED');
        requireNothingPending();
        await enter(core, from, session, messages);
      });
    },
    create: () =>
      leaveFor(undefined, async ({ machine }) => {
        machine.dispatch({ type: 'restart', isOwn: true, isLogout: false });
      }),
  };
}

/** Leaves the open conversation, as a restart does, and continues with another session, in every tab. */
async function enter(
  core: WidgetCore,
  { machine, calls, opened: { keys, local, session: manager } }: Conversation,
  session: Session,
  messages: readonly Message[] | undefined,
): Promise<void> {
  const { clock } = core.options.environment;
  machine.dispatch({ type: 'restart', isOwn: true, isLogout: false });
  machine.addFact({ type: 'loading-changed', isLoading: true }, 'storage');
  local.set(keys.session, session, Math.max(core.readSessionKey().lifetimeMs(), session.tokenExpiresAt - clock.now()));
  manager.adopt();
  if (messages) machine.addFact({ type: 'history-synced', messages: [...messages] });
  await calls?.sync().catch(core.report);
  machine.addFact({ type: 'loading-changed', isLoading: false }, 'storage');
}

/** Conversations on a Sotto server, for visitors verified by the host. */
function createPlatformShelf({ host, options: { environment } }: WidgetCore): Shelf {
  const requireCalls = ({ calls }: Conversation): NonNullable<Conversation['calls']> => {
    if (!calls) throw new WidgetError('unsupported');
    return calls;
  };
  return {
    async list(conversation, cursor) {
      const { session, http, closed } = requireCalls(conversation);
      const query = new URLSearchParams({ take: String(PAGE), ...(cursor !== undefined && { cursor }) });
      const page = await withToken(session, ({ conversationId, token }) =>
        http.request(`${conversationPath(conversationId)}/thread/list?${query.toString()}`, threadListResponseSchema, {
          token,
          signal: closed,
        }),
      );
      return { threads: page.items, cursor: page.cursor ?? undefined };
    },
    async open(conversation, id) {
      const { session, http, closed } = requireCalls(conversation);
      const { token, expiresAt } = await withToken(session, (present) =>
        http.request(
          `${conversationPath(present.conversationId)}/thread/${encodeURIComponent(id)}/open`,
          sessionCreateResponseSchema,
          {
            method: 'POST',
            token: present.token,
            signal: closed,
          },
        ),
      );
      if (token == null) throw new WidgetError('BAD_RESPONSE');
      return {
        session: {
          conversationId: id,
          token,
          tokenExpiresAt: localTokenExpiry(token, environment.clock.now(), expiresAt ?? undefined),
          proof: proofName(host.proof),
        },
      };
    },
  };
}

/** Conversations on the page's own backend. */
function createOwnShelf(transport: Transport, { options: { environment } }: WidgetCore): Shelf {
  const makeSession = createLocalSource(environment.clock);
  return {
    async list({ closed }, cursor) {
      if (!transport.listThreads) throw new WidgetError('unsupported');
      const page = await transport.listThreads(cursor, { signal: closed });
      return { threads: page.threads, cursor: page.cursor };
    },
    async open({ closed }, id) {
      if (!transport.loadThread) throw new WidgetError('unsupported');
      const messages = v.safeParse(v.array(messageSchema), await transport.loadThread(id, { signal: closed }));
      const { token, expiresAt } = await makeSession({ conversationId: id }, undefined);
      if (!messages.success || !v.is(idSchema, id) || token == null || expiresAt == null)
        throw new WidgetError('BAD_RESPONSE');
      return { session: { conversationId: id, token, tokenExpiresAt: expiresAt }, messages: messages.output };
    },
  };
}

function toError(cause: unknown): WidgetError {
  return isWidgetError(cause) ? cause : new WidgetError('failed', { cause });
}
