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

/** Whose conversation is opened, and where. */
export interface Visit {
  readonly environment: WidgetEnvironment;
  readonly base: string;
  readonly integrationId: string;
  readonly sessionKey: SessionKey;
  /** False: nothing is stored, and other tabs are not notified (`session: none`, `privacy`). */
  readonly isKept: boolean;
  /** The host page's proof of the visitor's identity (`proofName`). */
  readonly proof: () => string;
  /** An anonymous conversation that this visitor takes over, and the name of its session key. */
  readonly continues: (Continues & { readonly name: string }) | undefined;
  readonly createSession: SessionSource | undefined;
  /** The request that creates a new conversation. */
  readonly describeSession: () => SessionCreateRequest;
}

/** Options of `openSession`. */
interface OpenSessionOptions extends Visit {
  /** Whether the host page has its own transport: then there is no Sotto server. */
  readonly hasOwnTransport: boolean;
  /** Aborts every call. */
  readonly closed: AbortSignal;
  readonly onChange: SessionManagerOptions['onChange'];
  /** Called when stored data was cleared because it may belong to another person. */
  readonly onCleared: () => void;
}

/** A session with its storage and its server calls. */
export interface OpenSession {
  readonly tabId: string;
  /** Whether other tabs of this browser share the conversation. */
  readonly isShared: boolean;
  readonly keys: StorageKeys;
  readonly local: ExpiringStore;
  /** Storage of this tab only. */
  readonly tabStore: ExpiringStore;
  readonly http: HttpClient;
  readonly session: SessionManager;
  /** Undefined with the host's own transport: then there is no Sotto server. */
  readonly api: ConversationApi | undefined;
  readonly patience: Patience;
}

/** Opens the session of a conversation, with its storage, keys and server calls. */
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
    // A host page that creates sessions vouches for the visitor itself.
    proof: options.createSession || options.hasOwnTransport ? undefined : options.proof,
    continues,
    onContinued() {
      if (!continues) return;
      const anonymous = createStorageKeys(integrationId, continues.name);
      for (const store of [local, tabStore]) store.move(anonymous.conversation, keys.conversation);
      announceRestart(environment.openChannel(anonymous.channel), tabId, continues.conversationId);
    },
    onRefused(hasBeenShown) {
      // Messages written on this page are sent in the new conversation; messages from storage may be another person's.
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

/** PKCE-style challenge of this tab; only the tab knows the verifier it is the hash of (RFC 7636). */
function readChallenge(tabStore: ExpiringStore, key: string): string {
  const verifier = tabStore.get(key, v.string()) ?? createSecret();
  tabStore.set(key, verifier, LIFETIMES.tab);
  return sha256Base64Url(verifier);
}
