import type { CancelTimer, Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { Message } from '../api/message';
import { createAdmission, type Admission } from '../session/admission';
import { openSession, type OpenSession } from '../session/openSession';
import { isTokenFresh } from '../session/tokenFreshness';
import { createOutbox } from '../storage/outbox';
import { createStorageKeys } from '../storage/storageKeys';
import type { OwnTransport, OwnTransportOptions, ShownConversation } from '../transport/ownTransport';
import { createPlatformTransport } from '../transport/platformTransport';
import type { WireTransport } from '../transport/wireTransport';
import { createActions, sync, type Conversation, type OpenConversationOptions } from './actions';
import type { Effect, Event } from './events';
import type { FunctionCallsOptions } from './runners/functions';
import { createNetworkRunner } from './runners/network';
import { createStorageRunner, type StorageRunner } from './runners/storage';
import { createTabRunner, type TabRunner } from './runners/tabs';
import type { EngineState } from './state';
import { toParts } from './step/replies';

/**
 * Opens a conversation: the machine, and what carries out what it wants. The only file that knows all of it.
 *
 * A visitor's act becomes an event; a step of the machine changes the state and names effects; the runners carry them
 * out and turn what comes of them into events.
 */
export function openConversation(given: OpenConversationOptions): Conversation {
  const controller = new AbortController();
  const options = untilClosed(given, controller.signal);
  const { conversation } = options;
  const opened = openOwnSession(options, controller.signal, () => {
    runners.storage.forgetSent();
  });
  const runners = createRunners(options, opened);
  const { storage, tabs } = runners;
  const stopEffects = conversation.onEffect(runners.carryOut);
  const first: Message[] = [];
  const admission = createAdmission({
    ...opened,
    closed: controller.signal,
    onLoading: (isLoading) => {
      conversation.addFact({ type: 'loading-changed', isLoading }, 'storage');
    },
    onAsking: tabs.mute,
    onAdmitted(isOther) {
      if (isOther) storage.forgetSent();
      tabs.unmute();
      load(options, opened, storage, first);
      goOn(options, opened);
    },
    onRefused(error) {
      // The page's own messages are for everybody.
      conversation.addFact({ type: 'history-loaded', messages: [...first] }, 'storage');
      options.onError(error);
    },
  });
  function pause(): void {
    conversation.flush();
    storage.flush();
    tabs.pause();
  }

  return {
    ...createActions(options, opened, tabs, controller.signal),
    ...createReturns(options, opened, tabs, admission),
    start(initial) {
      first.push(...initial);
      admission.start(mayShowStored(options, opened));
    },
    pause,
    close() {
      pause();
      stopEffects();
      controller.abort();
      runners.stop();
    },
  };
}

function openOwnSession(options: OpenConversationOptions, closed: AbortSignal, onCleared: () => void): OpenSession {
  const { conversation, transport } = options;
  const opened = openSession({
    ...options,
    hasOwnTransport: transport !== undefined,
    closed,
    onCleared,
    onChange(made, isAdopted) {
      const { conversationId, generation } = conversation.store.getState();
      conversation.addFact({ type: 'session-started', conversationId: made.conversationId });
      options.onSession(made);
      // What was said in it before may have been cleared here by a restart.
      if (isAdopted && generation > 0 && conversationId !== made.conversationId)
        sync(conversation, opened.api, 'sync').catch(() => undefined);
    },
  });
  return opened;
}

/** What carries out what the machine wants. */
interface Runners {
  readonly storage: StorageRunner;
  readonly tabs: TabRunner;
  readonly carryOut: (effect: Effect) => void;
  readonly stop: () => void;
}

function createRunners(options: OpenConversationOptions, opened: OpenSession): Runners {
  const {
    environment,
    conversation: { dispatch, store },
    sessionKey,
    onError,
  } = options;
  const { clock, locks, timeZone } = environment;
  const { keys, local, tabStore, session, api, http, patience } = opened;
  const outbox = createOutbox(local, keys);
  const storage = createStorageRunner({
    clock,
    keys,
    local,
    tabStore,
    outbox,
    session,
    lifetimeMs: sessionKey.lifetimeMs,
    dispatch,
  });
  const tabs = createTabRunner({
    ...options,
    ...opened,
    outbox,
    getState: store.getState,
    dispatch,
    readSends: storage.readSends,
  });
  const own =
    options.transport &&
    createLateTransport({
      transport: options.transport,
      clock,
      session,
      patience,
      readConversation: () => readShown(store.getState()),
    });
  const transport = own ?? createPlatformTransport({ http, session, patience, timeZone });
  const network = createNetworkRunner({ transport, api, describe: options.describeSend, isKept: outbox.has, dispatch });
  const functions = createFunctionRunner({
    ...options.functions,
    clock,
    locks,
    keys,
    tabStore,
    onError,
    publish: async (channel, message, key) =>
      own ? own.publish(channel, message) : api?.publish(channel, message, key),
  });
  const timers = createTimers(clock, dispatch);

  function carryOut(effect: Effect): void {
    storage.carryOut(effect);
    network(effect);
    tabs.carryOut(effect);
    functions(effect);
    timers.carryOut(effect);
    if (effect.type === 'leave-session') session.leave(effect.conversationId);
    notifyHost(options, effect);
  }
  return {
    storage,
    tabs,
    carryOut,
    stop() {
      timers.stop();
      network({ type: 'close-stream' });
      functions({ type: 'end-calls' });
    },
  };
}

/**
 * Whether what is stored may be shown before the server has been asked. What waits to be sent by a visitor who has just
 * signed in goes along.
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

/** Takes up what was under way, and asks tabs and server what happened in the meantime. */
function goOn(
  { conversation: { dispatch }, environment: { clock } }: OpenConversationOptions,
  { session }: OpenSession,
): void {
  const open = session.current();
  dispatch({ type: 'go-on', session: !open ? 'none' : isTokenFresh(open.tokenExpiresAt, clock) ? 'fresh' : 'stale' });
}

/** What is gone on with when there is a page, a connection or a proof again. */
function createReturns(
  options: OpenConversationOptions,
  opened: OpenSession,
  tabs: TabRunner,
  admission: Admission,
): Pick<Conversation, 'proven' | 'online' | 'resume'> {
  const {
    conversation: { dispatch, store },
    environment: { clock },
  } = options;
  return {
    proven() {
      if (!admission.isAdmitted()) admission.ask();
      else if (
        store.getState().sends.some(({ delivery }) => delivery.state === 'failed' && delivery.code === 'NOT_AUTHORIZED')
      )
        dispatch({ type: 'retry', id: createId('msg', clock) });
    },
    online() {
      if (admission.isAdmitted()) dispatch({ type: 'online' });
      else admission.ask();
    },
    resume() {
      tabs.resume();
      if (!admission.isAdmitted()) {
        admission.ask();
        return;
      }
      tabs.unmute();
      // While this page was away, another tab may have restarted the conversation.
      if (!opened.session.adopt() && store.getState().conversationId !== undefined)
        dispatch({ type: 'restart', isOwn: false, isLogout: false });
      goOn(options, opened);
    },
  };
}

/**
 * What is closed changes nothing and tells nothing any more, whatever still arrives for it: another person may be
 * looking.
 */
function untilClosed(options: OpenConversationOptions, closed: AbortSignal): OpenConversationOptions {
  const guard =
    <Values extends unknown[]>(call: (...values: Values) => void) =>
    (...values: Values): void => {
      if (!closed.aborted) call(...values);
    };
  const { conversation, onSession, onContact, onLanguage, onRestarted, onError } = options;
  return {
    ...options,
    conversation: { ...conversation, dispatch: guard(conversation.dispatch), addFact: guard(conversation.addFact) },
    onSession: guard(onSession),
    onContact: guard(onContact),
    onLanguage: guard(onLanguage),
    onRestarted: guard(onRestarted),
    onError: guard(onError),
  };
}

/** Shows what this browser remembers. */
function load(
  options: OpenConversationOptions,
  { session }: OpenSession,
  storage: StorageRunner,
  first: readonly Message[],
): void {
  const loaded = storage.load(first);
  if (options.sessionKey.name?.startsWith('key-')) storage.touch();
  options.conversation.dispatch(loaded);
  const open = session.current();
  if (open) options.onSession(open);
  const contact = storage.readContact();
  if (contact && session.isAccepted()) options.onContact(contact);
}

/**
 * Calls of host functions, by a part that is fetched when the bot first asks for one: few pages have functions. What
 * comes meanwhile waits in its order [W-40].
 */
function createFunctionRunner(options: FunctionCallsOptions): (effect: Effect) => void {
  let calls: Promise<(effect: Effect) => void> | undefined;
  return (effect) => {
    if (effect.type === 'call-function')
      calls ??= import('./runners/functions').then(({ createFunctionCalls }) => createFunctionCalls(options));
    calls?.then(
      (made) => {
        made(effect);
      },
      () => {
        calls = undefined;
      },
    );
  };
}

function readShown({ messages, deliveries, reply }: EngineState): ShownConversation {
  return {
    messages,
    isUnsent: (key) => Object.hasOwn(deliveries, key),
    parts: reply ? toParts(reply.text, reply.steps) : [],
  };
}

/** Drives a transport of the host's, by a part that only pages with one fetch. */
function createLateTransport(options: OwnTransportOptions): WireTransport & Pick<OwnTransport, 'publish'> {
  let made: Promise<OwnTransport> | undefined;
  const load = (): Promise<OwnTransport> =>
    (made ??= import('../transport/ownTransport').then(
      ({ createOwnTransport }) => createOwnTransport(options),
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    ));
  return {
    async *send(request, following) {
      yield* (await load()).send(request, following);
    },
    async *resume(lastEventId, following) {
      yield* (await load()).resume(lastEventId, following);
    },
    publish(channel, message) {
      load().then(
        (own) => {
          own.publish(channel, message);
        },
        () => undefined,
      );
    },
  };
}

function createTimers(
  clock: Clock,
  dispatch: (event: Event) => void,
): { carryOut(effect: Effect): void; stop(): void } {
  const running = new Map<string, CancelTimer>();
  return {
    carryOut(effect) {
      if (effect.type !== 'wait' && effect.type !== 'unwait') return;
      const { name } = effect;
      running.get(name)?.();
      if (effect.type === 'wait')
        running.set(
          name,
          clock.setTimer(() => {
            dispatch({ type: 'timer', name });
          }, effect.ms),
        );
    },
    stop() {
      for (const cancel of running.values()) cancel();
    },
  };
}

function notifyHost(options: OpenConversationOptions, effect: Effect): void {
  if (effect.type === 'report') options.onError(effect.error);
  if (effect.type !== 'restarted') return;
  options.onSession(undefined);
  options.onRestarted(effect.previousConversationId, effect.isLogout);
}
