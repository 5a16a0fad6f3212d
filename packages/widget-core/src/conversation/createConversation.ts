import { WidgetError } from '../errors';
import { isTokenFresh } from '../session/tokenFreshness';
import { createId } from '../lib/ids';
import type { JsonObject } from '../lib/json';
import type { Message } from '../api/message';
import { contactSchema, type Contact } from '../api/requests';
import { createAdmission, type Admission } from '../session/admission';
import { openSession, type OpenConversationOptions, type OpenSession, type RunnerContext } from './openSession';
import { createOutbox } from '../storage/outbox';
import { createStorageKeys } from '../storage/storageKeys';
import { createLateTransport } from '../transport/lateTransport';
import type { ShownConversation } from '../transport/ownTransport';
import type { Effect } from './events';
import { createLateFunctions } from './runners/lateFunctions';
import { createLockRunner } from './runners/lock';
import { createNetworkRunner, createPlatformTransport } from './runners/network';
import { createStorageRunner } from './runners/storage';
import { createTabRunner } from './runners/tabs';
import { createTimerRunner } from './runners/timers';
import type { EngineState } from './state';

/** Server calls of the open conversation, for parts that are loaded on first use. */
export interface ConversationCalls extends Pick<OpenSession, 'session' | 'http' | 'closed'> {
  /** Merges the server's message list into the shown messages, in every tab. Throws WidgetError. */
  readonly sync: () => Promise<void>;
}

/** The open conversation: its state machine, and the actions that are not events of the machine. */
export type Conversation = Readonly<ReturnType<typeof openConversation>>;

/**
 * Opens a conversation: creates the state machine and the runners of its effects. Only this file imports all of them.
 *
 * A visitor's action becomes an event; a step of the machine changes the state and returns effects; the runners execute
 * them and turn their results into events.
 */
export function openConversation(given: OpenConversationOptions) {
  const controller = new AbortController();
  const closed = controller.signal;
  const options = untilClosed(given, closed);
  const { conversation } = options;
  const opened = openSession({
    ...options,
    closed,
    onCleared() {
      runners.storage.forgetSent();
    },
    onChange(made, isAdopted) {
      const { conversationId } = conversation.store.getState();
      conversation.addFact({ type: 'session-started', conversationId: made.conversationId });
      options.onSession(made);
      if (!isAdopted || conversationId === made.conversationId) return;
      conversation.dispatch({ type: 'resume', session: 'none', stored: runners.storage.read() });
      // The other tab stored its messages; only the server knows their order and the replies since.
      sync(context, 'sync').catch(() => undefined);
    },
  });
  const context = { ...options, ...opened, outbox: createOutbox(opened.local, opened.keys) };
  const runners = createRunners(context);
  const { storage, tabs } = runners;
  const stops = runners.carryOuts.map(conversation.onEffect);
  const first: Message[] = [];
  const admission = createAdmission({
    ...opened,
    onLoading: (isLoading) => {
      conversation.addFact({ type: 'loading-changed', isLoading }, 'storage');
    },
    onAsking: tabs.mute,
    onAdmitted(isOther) {
      if (isOther) storage.forgetSent();
      tabs.unmute();
      load(context, storage, first);
      resumeWork(context);
    },
    onRefused(error) {
      // Messages added by the page are shown to every visitor.
      conversation.addFact({ type: 'history-loaded', messages: [...first] }, 'storage');
      options.onError(error);
    },
  });
  /** Called when the page is hidden; it may be shown again. */
  function pause(): void {
    conversation.flush();
    storage.flush();
    conversation.dispatch({ type: 'page-hidden' });
    runners.functions.pause();
    tabs.pause();
  }
  const calls: ConversationCalls | undefined = opened.api && {
    ...opened,
    sync: () => sync(context, 'sync-here'),
  };

  return {
    machine: conversation,
    closed,
    opened,
    /** Undefined with the host's own transport: then there is no Sotto server. */
    calls,
    ...createHostActions(context, tabs),
    ...createResumption(context, runners, admission),
    start(initial: readonly Message[]): void {
      first.push(...initial);
      admission.start(mayShowStored(context));
    },
    pause,
    close(): void {
      pause();
      for (const stop of stops) stop();
      controller.abort();
      runners.stop();
    },
  };
}

type Runners = ReturnType<typeof createRunners>;

function createRunners(context: RunnerContext) {
  const { transport, session, patience, api, onError } = context;
  const { dispatch, store } = context.conversation;
  const { clock } = context.environment;
  const storage = createStorageRunner(context);
  const tabs = createTabRunner(context);
  const own =
    transport &&
    createLateTransport({
      transport,
      clock,
      session,
      patience,
      readConversation: () => readShown(store.getState()),
      onFailure: onError,
      warn: context.environment.warn,
    });
  const network = createNetworkRunner(context, own ?? createPlatformTransport(context));
  const functions = createLateFunctions({
    ...context,
    publish: async (channel, message, key) =>
      own ? own.publish(channel, message) : api?.publish(channel, message, key),
  });
  const timers = createTimerRunner(clock, dispatch);

  return {
    storage,
    tabs,
    functions,
    /** One function per runner; each ignores effects of other kinds. */
    carryOuts: [
      storage.carryOut,
      network,
      tabs.carryOut,
      createLockRunner(context, storage.readSends),
      functions.carryOut,
      timers.carryOut,
      (effect: Effect): void => {
        if (effect.type === 'leave-session') session.leave(effect.conversationId);
        else if (effect.type === 'report') onError(effect.error);
        else if (effect.type === 'restarted') {
          context.onSession(undefined);
          context.onRestarted(effect.previousConversationId, effect.isLogout);
        }
      },
    ],
    stop() {
      timers.stop();
      network({ type: 'close-stream' });
      functions.carryOut({ type: 'end-calls' });
    },
  };
}

/**
 * Whether stored messages may be shown before the server has confirmed access. Pending messages of a visitor who has
 * just signed in are carried over.
 */
function mayShowStored({ continues, signedInFrom, integrationId, session, keys, local }: RunnerContext): boolean {
  const isEmpty =
    session.current() === undefined && [keys.messages, keys.outbox].every((prefix) => local.keys(prefix).length === 0);
  if (!continues && signedInFrom !== undefined)
    local.move(createStorageKeys(integrationId, signedInFrom).outbox, keys.outbox);
  return !continues && (isEmpty || session.isAccepted());
}

/** Resumes unfinished work, and requests from other tabs and the server what this page missed. */
function resumeWork(
  { conversation, environment: { clock }, session }: RunnerContext,
  storage?: Runners['storage'],
): void {
  const open = session.current();
  conversation.dispatch({
    type: 'resume',
    ...(storage && { stored: storage.read() }),
    session: !open ? 'none' : isTokenFresh(open.tokenExpiresAt, clock) ? 'fresh' : 'stale',
  });
}

/** Retries and resumes when the page is shown, the browser is online or the page has a new proof. */
function createResumption(context: RunnerContext, { storage, tabs }: Runners, admission: Admission) {
  const { dispatch, store } = context.conversation;
  const ifAdmitted = (resume: () => void) => (): void => {
    if (admission.isAdmitted()) resume();
    else admission.ask();
  };
  const resume = ifAdmitted(() => {
    tabs.unmute();
    // While this page was away, another tab may have restarted the conversation.
    if (!context.session.adopt() && store.getState().conversationId !== undefined)
      dispatch({ type: 'restart', isOwn: false, isLogout: false });
    resumeWork(context, storage);
  });
  return {
    /** The page has a new proof of the same visitor: retries what was refused. */
    proven: ifAdmitted(() => {
      if (
        store.getState().sends.some(({ delivery }) => delivery.state === 'failed' && delivery.code === 'NOT_AUTHORIZED')
      )
        dispatch({ type: 'retry', id: createId('msg', context.environment.clock) });
    }),
    /** The browser is online again: sends the pending messages. */
    online: ifAdmitted(() => {
      dispatch({ type: 'online' });
    }),
    resume(): void {
      dispatch({ type: 'page-shown' });
      resume();
    },
  };
}

/** Blocks changes and events once the conversation is closed: another person may be using the page by then. */
function untilClosed(options: OpenConversationOptions, closed: AbortSignal): OpenConversationOptions {
  const guard =
    <Values extends unknown[]>(call: (...values: Values) => void) =>
    (...values: Values): void => {
      if (!closed.aborted) call(...values);
    };
  const { conversation, onSession, onContact, onLanguage, onRestarted, onError } = options;
  return {
    ...options,
    conversation: conversation.until(closed),
    onSession: guard(onSession),
    onContact: guard(onContact),
    onLanguage: guard(onLanguage),
    onRestarted: guard(onRestarted),
    onError: guard(onError),
  };
}

function load(context: RunnerContext, storage: Runners['storage'], first: readonly Message[]): void {
  const { session, local, keys } = context;
  const loaded = storage.load(first);
  if (context.sessionKey.name?.startsWith('key-')) storage.touch();
  context.conversation.dispatch(loaded);
  const open = session.current();
  if (open) context.onSession(open);
  const contact = local.get(keys.contact, contactSchema);
  if (contact && session.isAccepted()) context.onContact(contact);
}

function readShown({ messages, deliveries, reply }: EngineState): ShownConversation {
  return {
    messages,
    isUnsent: (key) => Object.hasOwn(deliveries, key),
    parts: reply?.parts ?? [],
  };
}

/** The details of a contact as one text; empty: it has none. `identity` is the proof of who it is. */
const detailsOf = ({ name, email, phone }: Contact): string => [name, email, phone].join('\n').trim();

/** Host page actions that do not concern messages. */
function createHostActions(context: RunnerContext, tabs: Runners['tabs']) {
  const { conversation, api, session, local, keys } = context;
  const assignContact = async (contact: Contact): Promise<{ id: string }> => {
    if (api) return api.upsertContact(contact);
    const { conversationId } = await session.getFresh();
    await context.transport?.identify?.(contact);
    return { id: conversationId };
  };
  const keepContact = (contact: Contact | null): void => {
    // The page must supply the proof anew each time.
    const kept = contact && { ...contact, identity: undefined };
    if (kept) local.set(keys.contact, kept, context.sessionKey.lifetimeMs());
    else local.remove(keys.contact);
    tabs.post({ type: 'contact', contact: kept });
  };
  return {
    assignContact,
    keepContact,
    /** Clears everything in every tab, including the stored contact. */
    logout(): void {
      local.remove(keys.contact);
      conversation.dispatch({ type: 'restart', isOwn: true, isLogout: true });
    },
    async publish(channel: string, message: JsonObject): Promise<{ id: string }> {
      if (!api) throw new WidgetError('unsupported');
      return api.publish(channel, message, createId('pub', context.environment.clock));
    },
    /**
     * Keeps the contact, and sends details that are new to the server; without a session they are part of its creation.
     *
     * @throws the server's refusal; the next page that sets the contact sends it again
     */
    async storeContact(contact: Contact): Promise<void> {
      const before = detailsOf(local.get(keys.contact, contactSchema) ?? {});
      keepContact(contact);
      if (!session.isBegun() || ['', before].includes(detailsOf(contact))) return;
      await assignContact(contact).catch((error: unknown) => {
        local.remove(keys.contact);
        throw error;
      });
    },
    announceLanguage(language: string): void {
      tabs.post({ type: 'language', language });
    },
  };
}

async function sync({ conversation, api }: RunnerContext, purpose: 'sync' | 'sync-here'): Promise<void> {
  if (!api) return;
  const outcome = await api.listMessages();
  conversation.dispatch({ type: 'listed', attempt: 0, purpose, outcome });
}
