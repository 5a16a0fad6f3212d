import { WidgetError } from '../errors';
import { createId } from '../lib/ids';
import type { Conversation, OpenConversationOptions } from './conversation';
import { createConversationParts, type ConversationParts } from './conversationParts';
import type { AppliedEvent, ConversationStore } from './conversationStore';
import { createAdmission, type Admission } from './admission';
import { createWorkers, type ConversationWorkers } from './conversationWorkers';
import { loadStored, refreshFromServer } from './loadConversation';
import { createRestart } from './restart';
import { createReplyStopper } from './stopReply';
import { createTabTalk, type TabTalk } from './tabTalk';

/**
 * Opens a conversation: its session, its stored messages, its outbox, its stream and its line to the other tabs.
 * This is where "nothing is lost" is put together; each part says its share.
 */
export function openConversation(given: OpenConversationOptions): Conversation {
  const closed = new AbortController();
  const options = untilClosed(given, closed.signal);
  const { environment, conversation } = options;
  const parts = createConversationParts(options, closed.signal);
  const workers = createWorkers(options, parts);
  const { owner, sender, queue } = workers;
  const tabs: TabTalk = createTabTalk(options, parts, workers, (isLogout) => { restart.hear(isLogout); });
  const restart = createRestart(options, parts, workers, tabs);
  const stopper = createReplyStopper({ clock: environment.clock, conversation, api: parts.api, history: parts.serverHistory, replies: workers.replies });
  const save = createSaver(conversation, parts);
  const stopFollowing = conversation.onApplied((applied) => {
    parts.runNote.follow(applied, conversation.store.getState());
    sender.follow(applied);
    save(applied);
    tabs.follow(applied);
  });

  const goOn = (): void => { goOnWhereLeft(options, parts, workers, tabs, closed.signal); };
  const admission = createAdmission(options, parts, tabs, closed.signal, (initial) => {
    loadStored(options, parts, queue, initial);
    goOn();
  });

  function pause(): void {
    conversation.flush();
    parts.runNote.flush();
    owner.pause();
    tabs.pause();
  }

  return {
    calls: parts.api && { session: parts.session, http: parts.http, history: parts.serverHistory, closed: closed.signal },
    ...createActions(options, parts, workers, tabs),
    ...createReturns(parts, workers, admission),
    stop: stopper.stop,
    start: admission.start,
    restart: restart.restart,
    logout: restart.logout,
    pause,
    resume() {
      owner.resume();
      if (!admission.isAdmitted()) return admission.ask();
      tabs.resume();
      // While this page was away, another tab may have restarted the conversation.
      if (!parts.session.adopt() && conversation.store.getState().conversationId !== undefined) restart.hear(false);
      goOn();
    },
    close() {
      pause();
      stopFollowing();
      closed.abort();
      workers.calls.close();
      stopper.close();
      sender.rejectAll(new WidgetError('destroyed'));
    },
  };
}

/** What is closed changes nothing and tells nothing any more, whatever still arrives for it: another person may be looking. */
function untilClosed(options: OpenConversationOptions, closed: AbortSignal): OpenConversationOptions {
  const guard = <Values extends unknown[]>(call: (...values: Values) => void) => (...values: Values): void => {
    if (!closed.aborted) call(...values);
  };
  const { conversation, onSession, onStreamEvent, onContact, onLanguage, onRestarted, onError } = options;
  return {
    ...options,
    conversation: { ...conversation, dispatch: guard(conversation.dispatch) },
    onSession: guard(onSession), onStreamEvent: guard(onStreamEvent), onContact: guard(onContact), onLanguage: guard(onLanguage), onRestarted: guard(onRestarted), onError: guard(onError),
  };
}

/** Takes up what was under way, and asks tabs and server what happened in the meantime. */
function goOnWhereLeft(options: OpenConversationOptions, parts: ConversationParts, { owner, queue }: ConversationWorkers, tabs: TabTalk, closed: AbortSignal): void {
  tabs.post({ type: 'state?' });
  if (options.conversation.store.getState().reply || parts.outbox.list().some(({ failure }) => !failure)) owner.request();
  refreshFromServer(options, parts)
    .then((mayBeAnswering) => {
      if (!mayBeAnswering || closed.aborted) return;
      queue.probe();
      owner.request();
    })
    .catch((error: unknown) => {
      if (!closed.aborted) options.onError(error);
    });
}

function createActions(
  { environment: { clock, connectivity }, conversation, sessionKey }: OpenConversationOptions,
  { api, local, keys }: ConversationParts,
  { sender, owner }: ConversationWorkers,
  tabs: TabTalk,
): Pick<Conversation, 'send' | 'begin' | 'retry' | 'assignContact' | 'publish' | 'keepContact' | 'tellLanguage'> {
  return {
    send: sender.send,
    async begin(replaces) {
      await sender.goOn(undefined, replaces);
    },
    async retry() {
      const { failure } = conversation.store.getState();
      sender.retry();
      if (failure) {
        // Without a connection the notice stays: nothing else would say that there is no reply.
        if (connectivity.isOnline()) conversation.dispatch({ type: 'failure-cleared' });
        sender.goOn(failure.answers, failure.replaces).catch(() => undefined);
      }
      await owner.idle();
    },
    async assignContact(contact) {
      if (!api) throw new WidgetError('unsupported');
      return api.upsertContact(contact);
    },
    async publish(channel, message) {
      if (!api) throw new WidgetError('unsupported');
      return api.publish(channel, message, createId('pub', clock));
    },
    keepContact(contact) {
      // A proof is the page's to show, each time anew.
      const kept = contact && { ...contact, identity: undefined };
      if (kept) local.set(keys.contact, kept, sessionKey.lifetimeMs());
      else local.remove(keys.contact);
      tabs.post({ type: 'contact', contact: kept });
    },
    tellLanguage(language) {
      tabs.post({ type: 'language', language });
    },
  };
}

/** What is gone on with when there is a connection, or a proof, again. */
function createReturns({ outbox }: ConversationParts, { sender, owner }: ConversationWorkers, { isAdmitted, ask }: Admission): Pick<Conversation, 'proven' | 'online'> {
  return {
    proven() {
      if (!isAdmitted()) ask();
      else if (outbox.list().some(({ failure }) => failure?.code === 'NOT_AUTHORIZED')) sender.retry();
    },
    online() {
      if (isAdmitted()) owner.request();
      else ask();
    },
  };
}

/** Keeps messages as they change; what another tab told, that tab has kept. */
function createSaver({ store }: ConversationStore, { historyStore, session }: ConversationParts): (applied: AppliedEvent) => void {
  let saved = store.getState().messages;
  return ({ origin }) => {
    const { messages } = store.getState();
    if (messages === saved) return;
    saved = messages;
    if (origin === 'other') historyStore.skip(messages);
    if (origin === 'storage' || origin === 'other') return;
    historyStore.save(messages);
    session.touch();
  };
}
