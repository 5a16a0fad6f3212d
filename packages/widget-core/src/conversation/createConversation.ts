import { WidgetError } from '../errors';
import { isTokenFresh } from '../session/tokenFreshness';
import { createId } from '../lib/ids';
import type { JsonObject } from '../lib/json';
import type { Message } from '../api/message';
import { contactSchema, type Contact } from '../api/requests';
import { createAdmission, type Admission } from '../session/admission';
import { openSession, type OpenSession, type Visit } from './openSession';
import type { Session, SessionManager } from '../session/sessionManager';
import { createOutbox } from '../storage/outbox';
import { createStorageKeys } from '../storage/storageKeys';
import type { ConversationApi } from '../transport/conversationApi';
import type { HttpClient } from '../http/httpClient';
import { createLateTransport } from '../transport/lateTransport';
import type { ShownConversation } from '../transport/ownTransport';
import type { Transport } from '../transports/transport';
import type { Effect } from './events';
import type { FunctionCallsOptions } from './runners/functions';
import { createLateFunctions } from './runners/lateFunctions';
import { createLockRunner } from './runners/lock';
import { createNetworkRunner, createPlatformTransport, type NetworkOptions } from './runners/network';
import { createStorageRunner } from './runners/storage';
import { createTabRunner } from './runners/tabs';
import { createTimerRunner } from './runners/timers';
import type { EngineState } from './state';
import type { ConversationStore } from './machine';

/** Options of `openConversation`. */
export interface OpenConversationOptions extends Visit {
  readonly conversation: ConversationStore;
  /**
   * Session key under which this visitor wrote before signing in; its pending messages are sent in this conversation.
   */
  readonly signedInFrom: string | undefined;
  readonly transport: Transport | undefined;
  /** Adds the page's functions and language to each send. */
  readonly describeSend: NetworkOptions['describe'];
  readonly functions: Pick<FunctionCallsOptions, 'functions' | 'caller' | 'confirm'>;
  readonly onSession: (session: Session | undefined) => void;
  readonly onContact: (contact: Contact | null) => void;
  readonly onLanguage: (language: string) => void;
  readonly onRestarted: (previousConversationId: string | undefined, isLogout: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** Server calls of the open conversation, for parts that are loaded on first use. */
export interface ConversationCalls {
  readonly session: SessionManager;
  readonly http: HttpClient;
  /** Merges the server's message list into the shown messages, in every tab. Throws WidgetError. */
  readonly sync: () => Promise<void>;
  /** Aborted when the conversation is closed. */
  readonly closed: AbortSignal;
}

/** The open conversation: its state machine, and the actions that are not events of the machine. */
export interface Conversation {
  /** Accepts events of the visitor and the page until the conversation is closed. */
  readonly machine: ConversationStore;
  /** Aborted when it is closed. */
  readonly closed: AbortSignal;
  /** Undefined with the host's own transport: then there is no Sotto server. */
  readonly calls: ConversationCalls | undefined;
  /** Where the conversation is stored in this browser. */
  readonly opened: Pick<OpenSession, 'keys' | 'local' | 'session'>;
  /** Loads what is stored and resumes unfinished work. */
  start(initial: readonly Message[]): void;
  /** Clears everything in every tab, including the stored contact. */
  logout(): void;
  assignContact(contact: Contact): Promise<{ id: string }>;
  publish(channel: string, message: JsonObject): Promise<{ id: string }>;
  /** Keeps the contact in this browser and sends it to the other tabs. */
  keepContact(contact: Contact | null): void;
  /**
   * The same, and sends details that are new to the server; without a session they are part of its creation.
   *
   * @throws the server's refusal; the next page that sets the contact sends it again
   */
  storeContact(contact: Contact): Promise<void>;
  announceLanguage(language: string): void;
  /** The page has a new proof of the same visitor: retries what was refused. */
  proven(): void;
  /** The browser is online again: sends the pending messages. */
  readonly online: () => void;
  /** Called when the page is hidden; it may be shown again. */
  pause(): void;
  resume(): void;
  close(): void;
}

/**
 * Opens a conversation: creates the state machine and the runners of its effects. Only this file imports all of them.
 *
 * A visitor's action becomes an event; a step of the machine changes the state and returns effects; the runners execute
 * them and turn their results into events.
 */
export function openConversation(given: OpenConversationOptions): Conversation {
  const controller = new AbortController();
  const closed = controller.signal;
  const options = untilClosed(given, closed);
  const { conversation } = options;
  const opened = openSession({
    ...options,
    hasOwnTransport: options.transport !== undefined,
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
      sync(conversation, opened.api, 'sync').catch(() => undefined);
    },
  });
  const runners = createRunners(options, opened, closed);
  const { storage, tabs } = runners;
  const stops = runners.carryOuts.map(conversation.onEffect);
  const first: Message[] = [];
  const admission = createAdmission({
    ...opened,
    closed,
    onLoading: (isLoading) => {
      conversation.addFact({ type: 'loading-changed', isLoading }, 'storage');
    },
    onAsking: tabs.mute,
    onAdmitted(isOther) {
      if (isOther) storage.forgetSent();
      tabs.unmute();
      load(options, opened, storage, first);
      resumeWork(options, opened);
    },
    onRefused(error) {
      // Messages added by the page are shown to every visitor.
      conversation.addFact({ type: 'history-loaded', messages: [...first] }, 'storage');
      options.onError(error);
    },
  });
  function pause(): void {
    conversation.flush();
    storage.flush();
    conversation.dispatch({ type: 'page-hidden' });
    runners.functions.pause();
    tabs.pause();
  }

  return {
    machine: conversation,
    closed,
    opened,
    calls: opened.api && { ...opened, closed, sync: () => sync(conversation, opened.api, 'sync-here') },
    ...createHostActions(options, opened, tabs),
    ...createResumption(options, opened, runners, admission),
    start(initial) {
      first.push(...initial);
      admission.start(mayShowStored(options, opened));
    },
    pause,
    close() {
      pause();
      for (const stop of stops) stop();
      controller.abort();
      runners.stop();
    },
  };
}

type Runners = ReturnType<typeof createRunners>;

/** The runners that execute the machine's effects. */
function createRunners(options: OpenConversationOptions, opened: OpenSession, closed: AbortSignal) {
  const {
    environment,
    conversation: { dispatch, store },
    sessionKey,
    onSession,
    onRestarted,
    onError,
  } = options;
  const { clock, locks, timeZone } = environment;
  const { keys, local, session, api, http, patience } = opened;
  const outbox = createOutbox(local, keys);
  const storage = createStorageRunner({ ...opened, clock, outbox, lifetimeMs: sessionKey.lifetimeMs, dispatch });
  const tabs = createTabRunner({ ...options, ...opened, outbox, getState: store.getState, dispatch });
  const lock = createLockRunner({ locks, name: keys.streamLock, readSends: storage.readSends, dispatch });
  const own =
    options.transport &&
    createLateTransport({
      transport: options.transport,
      clock,
      session,
      patience,
      readConversation: () => readShown(store.getState()),
      onFailure: onError,
    });
  const transport = own ?? createPlatformTransport({ http, session, patience, timeZone });
  const network = createNetworkRunner({ transport, api, describe: options.describeSend, isKept: outbox.has, dispatch });
  const functions = createLateFunctions({
    ...options.functions,
    clock,
    locks,
    keys,
    store: local,
    isResumable: session.isStored,
    patience,
    closed,
    onError,
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
      lock,
      functions.carryOut,
      timers.carryOut,
      (effect: Effect): void => {
        if (effect.type === 'leave-session') session.leave(effect.conversationId);
        else if (effect.type === 'report') onError(effect.error);
        else if (effect.type === 'restarted') {
          onSession(undefined);
          onRestarted(effect.previousConversationId, effect.isLogout);
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
function mayShowStored(
  { continues, signedInFrom, integrationId }: OpenConversationOptions,
  { session, keys, local }: OpenSession,
): boolean {
  const isEmpty =
    session.current() === undefined && [keys.messages, keys.outbox].every((prefix) => local.keys(prefix).length === 0);
  if (!continues && signedInFrom !== undefined)
    local.move(createStorageKeys(integrationId, signedInFrom).outbox, keys.outbox);
  return !continues && (isEmpty || session.isAccepted());
}

/** Resumes unfinished work, and requests from other tabs and the server what this page missed. */
function resumeWork(
  { conversation: { dispatch }, environment: { clock } }: OpenConversationOptions,
  { session }: OpenSession,
  storage?: Runners['storage'],
): void {
  const open = session.current();
  dispatch({
    type: 'resume',
    ...(storage && { stored: storage.read() }),
    session: !open ? 'none' : isTokenFresh(open.tokenExpiresAt, clock) ? 'fresh' : 'stale',
  });
}

/** Retries and resumes when the page is shown, the browser is online or the page has a new proof. */
function createResumption(
  options: OpenConversationOptions,
  opened: OpenSession,
  { storage, tabs }: Pick<Runners, 'storage' | 'tabs'>,
  admission: Admission,
): Pick<Conversation, 'proven' | 'online' | 'resume'> {
  const {
    conversation: { dispatch, store },
    environment: { clock },
  } = options;
  const ifAdmitted = (resume: () => void) => (): void => {
    if (admission.isAdmitted()) resume();
    else admission.ask();
  };
  const resume = ifAdmitted(() => {
    tabs.unmute();
    // While this page was away, another tab may have restarted the conversation.
    if (!opened.session.adopt() && store.getState().conversationId !== undefined)
      dispatch({ type: 'restart', isOwn: false, isLogout: false });
    resumeWork(options, opened, storage);
  });
  return {
    proven: ifAdmitted(() => {
      if (
        store.getState().sends.some(({ delivery }) => delivery.state === 'failed' && delivery.code === 'NOT_AUTHORIZED')
      )
        dispatch({ type: 'retry', id: createId('msg', clock) });
    }),
    online: ifAdmitted(() => {
      dispatch({ type: 'online' });
    }),
    resume() {
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

/** Shows the messages stored in this browser. */
function load(
  options: OpenConversationOptions,
  { session, local, keys }: OpenSession,
  storage: Runners['storage'],
  first: readonly Message[],
): void {
  const loaded = storage.load(first);
  if (options.sessionKey.name?.startsWith('key-')) storage.touch();
  options.conversation.dispatch(loaded);
  const open = session.current();
  if (open) options.onSession(open);
  const contact = local.get(keys.contact, contactSchema);
  if (contact && session.isAccepted()) options.onContact(contact);
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
function createHostActions(
  { conversation, environment: { clock }, sessionKey, transport }: OpenConversationOptions,
  { api, session, local, keys }: OpenSession,
  tabs: Pick<Runners['tabs'], 'post'>,
): Pick<Conversation, 'logout' | 'assignContact' | 'publish' | 'keepContact' | 'storeContact' | 'announceLanguage'> {
  const assignContact = async (contact: Contact): Promise<{ id: string }> => {
    if (api) return api.upsertContact(contact);
    const { conversationId } = await session.getFresh();
    await transport?.identify?.(contact);
    return { id: conversationId };
  };
  const keepContact = (contact: Contact | null): void => {
    // The page must supply the proof anew each time.
    const kept = contact && { ...contact, identity: undefined };
    if (kept) local.set(keys.contact, kept, sessionKey.lifetimeMs());
    else local.remove(keys.contact);
    tabs.post({ type: 'contact', contact: kept });
  };
  return {
    assignContact,
    keepContact,
    logout() {
      local.remove(keys.contact);
      conversation.dispatch({ type: 'restart', isOwn: true, isLogout: true });
    },
    async publish(channel, message) {
      if (!api) throw new WidgetError('unsupported');
      return api.publish(channel, message, createId('pub', clock));
    },
    async storeContact(contact) {
      const before = detailsOf(local.get(keys.contact, contactSchema) ?? {});
      keepContact(contact);
      if (!session.isBegun() || ['', before].includes(detailsOf(contact))) return;
      await assignContact(contact).catch((error: unknown) => {
        local.remove(keys.contact);
        throw error;
      });
    },
    announceLanguage(language) {
      tabs.post({ type: 'language', language });
    },
  };
}

/** Merges the server's message list into the shown messages. */
async function sync(
  { dispatch }: ConversationStore,
  api: ConversationApi | undefined,
  purpose: 'sync' | 'sync-here',
): Promise<void> {
  if (!api) return;
  const outcome = await api.listMessages();
  dispatch({ type: 'listed', attempt: 0, purpose, outcome });
}
