import * as v from 'valibot';
import { createId, createSecret } from '../lib/ids';
import { sha256Base64Url } from '../lib/sha256';
import { createSessionManager, type SessionManager } from '../session/sessionManager';
import { createPlatformSource } from '../session/sessionSource';
import { createExpiringStore, type ExpiringStore } from '../storage/expiringStore';
import { createStorageKeys, LIFETIMES, type StorageKeys } from '../storage/storageKeys';
import { tellRestart } from './tabMessages';
import { createConversationApi, type ConversationApi } from '../transport/conversationApi';
import { createHttpClient, type HttpClient } from '../transport/httpClient';
import { createPlatformTransport } from '../transport/platformTransport';
import type { Transport } from '../transport/transport';
import { createHistoryStore, type HistoryStore } from './historyStore';
import type { OpenConversationOptions } from './conversation';
import { createOutbox, type Outbox } from './outbox';
import { createRunNote, type RunNote } from './runNote';
import { createServerHistory, type ServerHistory } from './serverHistory';

/** Where an open conversation keeps things and whom it asks. */
export interface ConversationParts {
  readonly tabId: string;
  /** Whether other pages of this browser share the conversation. */
  readonly isShared: boolean;
  readonly keys: StorageKeys;
  readonly local: ExpiringStore;
  readonly tabStore: ExpiringStore;
  readonly session: SessionManager;
  /** Undefined with a transport of the host's own: then there is no server to ask. */
  readonly api: ConversationApi | undefined;
  readonly http: HttpClient;
  readonly transport: Transport;
  readonly outbox: Outbox;
  readonly historyStore: HistoryStore;
  readonly serverHistory: ServerHistory;
  readonly runNote: RunNote;
}

/** @param closed - ends every call when the conversation is closed */
export function createConversationParts(options: OpenConversationOptions, closed: AbortSignal): ConversationParts {
  const { environment, conversation, sessionKey } = options;
  const { clock, locks, connectivity } = environment;
  const tabId = createId('tab', clock);
  const sharedName = options.isKept ? sessionKey.name : undefined;
  const isShared = sharedName !== undefined;
  const keys = createStorageKeys(options.integrationId, sharedName ?? tabId);
  const local = createExpiringStore(isShared ? environment.localStorage : undefined, clock);
  const tabStore = createExpiringStore(isShared ? environment.sessionStorage : undefined, clock);
  const patience = { clock, connectivity, random: Math.random };
  const http = createHttpClient(options.base, environment.fetch, clock);
  const session = createSessionManager({
    source: options.createSession ?? createPlatformSource(http, options.integrationId),
    store: local,
    storageKey: keys.session,
    lockName: keys.sessionLock,
    locks,
    clock,
    lifetimeMs: sessionKey.lifetimeMs,
    describe: () => ({ ...options.describeSession(), ...(sessionKey.subject === undefined && { challenge: readChallenge(tabStore, keys.verifier) }) }),
    // Whoever makes the sessions answers for who they are for.
    proof: options.createSession || options.transport ? undefined : options.proof,
    continues: options.continues,
    onContinued() {
      const { name, conversationId } = options.continues ?? {};
      if (name === undefined) return;
      const anonymous = createStorageKeys(options.integrationId, name);
      for (const store of [local, tabStore]) store.move(anonymous.conversation, keys.conversation);
      tellRestart(environment.openChannel(anonymous.channel), tabId, conversationId);
    },
    onRefused(hasBeenShown) {
      // What the visitor has just written goes out in the new conversation; what was only stored may be anybody's.
      for (const key of hasBeenShown ? [] : local.keys(keys.conversation)) local.remove(key);
      if (!hasBeenShown) runNote.clear();
    },
    onChange(made, isAdopted) {
      const { conversationId, generation } = conversation.store.getState();
      conversation.dispatch({ type: 'session-started', conversationId: made.conversationId });
      options.onSession(made);
      // What was said in it before may have been cleared here by a restart.
      if (isAdopted && generation > 0 && conversationId !== made.conversationId) serverHistory.sync().catch(() => undefined);
    },
  });
  const api = options.transport ? undefined : createConversationApi(http, session, patience, closed);
  const outbox = createOutbox(local, keys);
  const serverHistory = createServerHistory(api, conversation, outbox);
  const runNote = createRunNote(tabStore, keys.run, clock);
  return {
    tabId,
    isShared,
    keys,
    local,
    tabStore,
    session,
    api,
    http,
    transport: options.transport ?? createPlatformTransport({ http, session, patience, timeZone: environment.timeZone }),
    outbox,
    historyStore: createHistoryStore(local, keys, sessionKey.lifetimeMs),
    serverHistory,
    runNote,
  };
}

/** The challenge of this tab, which alone knows what it is the hash of (RFC 7636). */
function readChallenge(tabStore: ExpiringStore, key: string): string {
  const verifier = tabStore.get(key, v.string()) ?? createSecret();
  tabStore.set(key, verifier, LIFETIMES.tab);
  return sha256Base64Url(verifier);
}
