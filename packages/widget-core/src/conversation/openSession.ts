import * as v from 'valibot';
import type { TabChannel, WidgetEnvironment } from '../lib/environment';
import { createId, createSecret } from '../lib/ids';
import { sha256Base64Url } from '../lib/sha256';
import type { SessionCreateRequest } from '../api/requests';
import { createExpiringStore, type ExpiringStore } from '../storage/expiringStore';
import { createStorageKeys, LIFETIMES, type StorageKeys } from '../storage/storageKeys';
import { createConversationApi, type ConversationApi } from '../transport/conversationApi';
import { createHttpClient, type HttpClient } from '../http/httpClient';
import type { Patience } from '../http/retry';
import type { SessionKey } from '../session/sessionKey';
import {
  createSessionManager,
  type Continues,
  type SessionManager,
  type SessionManagerOptions,
} from '../session/sessionManager';
import { createLocalSource, createPlatformSource, type SessionSource } from '../session/sessionSource';

/** What a session is opened with. */
export interface OpenSessionOptions {
  readonly environment: WidgetEnvironment;
  readonly base: string;
  readonly integrationId: string;
  readonly sessionKey: SessionKey;
  /** False: nothing is stored and no tab is notified (`session: none`, `privacy`). */
  readonly isKept: boolean;
  /** The proof that the page shows of who the visitor is (`proofName`). */
  readonly proof: () => string;
  /** An anonymous conversation that is to go on as this visitor's, and the name of its session key. */
  readonly continues: (Continues & { readonly name: string }) | undefined;
  /** Whether the host page has a transport of its own: then there is no server to ask. */
  readonly hasOwnTransport: boolean;
  readonly createSession: SessionSource | undefined;
  /** What a new conversation begins with. */
  readonly describeSession: () => SessionCreateRequest;
  /** Ends every call. */
  readonly closed: AbortSignal;
  readonly onChange: SessionManagerOptions['onChange'];
  /** What is stored may be anybody's. */
  readonly onCleared: () => void;
}

/** A session, where it keeps things, and whom it asks. */
export interface OpenSession {
  readonly tabId: string;
  /** Whether other pages of this browser share the conversation. */
  readonly isShared: boolean;
  readonly keys: StorageKeys;
  readonly local: ExpiringStore;
  /** This tab's own storage. */
  readonly tabStore: ExpiringStore;
  readonly http: HttpClient;
  readonly session: SessionManager;
  /** Undefined with a transport of the host's own: then there is no server to ask. */
  readonly api: ConversationApi | undefined;
  readonly patience: Patience;
}

/** Opens the session of a conversation: its storage, its keys, its calls. */
export function openSession(options: OpenSessionOptions): OpenSession {
  const { environment, sessionKey, integrationId, continues, onCleared } = options;
  const { clock, locks, connectivity } = environment;
  const tabId = createId('tab', clock);
  const sharedName = options.isKept ? sessionKey.name : undefined;
  const isShared = sharedName !== undefined;
  const keys = createStorageKeys(integrationId, sharedName ?? tabId);
  const tabStorage = isShared ? environment.sessionStorage : undefined;
  const local = createExpiringStore(isShared ? environment.localStorage : undefined, clock, tabStorage);
  const tabStore = createExpiringStore(tabStorage, clock);
  const http = createHttpClient(options.base, environment);
  const session = createSessionManager({
    source:
      options.createSession ??
      (options.hasOwnTransport ? createLocalSource(clock) : createPlatformSource(http, integrationId)),
    store: local,
    storageKey: keys.session,
    lockName: keys.sessionLock,
    locks,
    clock,
    lifetimeMs: sessionKey.lifetimeMs,
    describe: () => ({
      ...options.describeSession(),
      ...(sessionKey.subject === undefined && { challenge: readChallenge(tabStore, keys.verifier) }),
    }),
    // Whoever makes the sessions answers for who they are for.
    proof: options.createSession || options.hasOwnTransport ? undefined : options.proof,
    continues,
    onContinued() {
      if (!continues) return;
      const anonymous = createStorageKeys(integrationId, continues.name);
      for (const store of [local, tabStore]) store.move(anonymous.conversation, keys.conversation);
      announceRestart(environment.openChannel(anonymous.channel), tabId, continues.conversationId);
    },
    onRefused(hasBeenShown) {
      // What the visitor has just written goes out in the new conversation; what was only stored may be anybody's.
      if (hasBeenShown) return;
      for (const key of local.keys(keys.conversation)) local.remove(key);
      onCleared();
    },
    onChange: options.onChange,
  });
  const patience = { clock, connectivity, random: Math.random };
  const api = options.hasOwnTransport ? undefined : createConversationApi(http, session, patience, options.closed);
  return { tabId, isShared, keys, local, tabStore, http, session, api, patience };
}

/** Notifies the tabs of a conversation that is not open here that it has ended. */
function announceRestart(channel: TabChannel | undefined, tabId: string, conversationId: string): void {
  channel?.post({ v: 1, from: tabId, message: { type: 'restart', conversationId } });
  channel?.close();
}

/** The challenge of this tab, which alone knows what it is the hash of (RFC 7636). */
function readChallenge(tabStore: ExpiringStore, key: string): string {
  const verifier = tabStore.get(key, v.string()) ?? createSecret();
  tabStore.set(key, verifier, LIFETIMES.tab);
  return sha256Base64Url(verifier);
}
