import * as v from 'valibot';
import type { TabChannel, WidgetEnvironment } from '../lib/environment';
import { createId, createSecret } from '../lib/ids';
import { sha256Base64Url } from '../lib/sha256';
import type { Contact, SessionCreateRequest } from '../api/requests';
import { createExpiringStore, type ExpiringStore } from '../storage/expiringStore';
import type { Outbox } from '../storage/outbox';
import { createStorageKeys, LIFETIMES } from '../storage/storageKeys';
import { createConversationApi } from '../transport/conversationApi';
import type { Transport } from '../transports/transport';
import { createHttpClient } from '../http/httpClient';
import type { Patience } from '../http/retry';
import type { SessionKey } from '../session/sessionKey';
import {
  createSessionManager,
  type Continues,
  type Session,
  type SessionManagerOptions,
} from '../session/sessionManager';
import { createLocalSource, createPlatformSource, type SessionSource } from '../session/sessionSource';
import type { ConversationStore } from './machine';
import type { FunctionCallsOptions } from './runners/functions';
import type { Send } from './state';

/** Whose conversation is opened and where, and who is notified of it. */
export interface OpenConversationOptions {
  readonly environment: WidgetEnvironment;
  readonly base: string;
  readonly integrationId: string;
  readonly sessionKey: SessionKey;
  /** False: nothing is stored, and other tabs are not notified (`session: none`, `privacy`). */
  readonly isKept: boolean;
  readonly conversation: ConversationStore;
  /** The host page's proof of the visitor's identity (`proofName`). */
  readonly proof: () => string;
  /** An anonymous conversation that this visitor takes over, and the name of its session key. */
  readonly continues: (Continues & { readonly name: string }) | undefined;
  /**
   * Session key under which this visitor wrote before signing in; its pending messages are sent in this conversation.
   */
  readonly signedInFrom: string | undefined;
  readonly transport: Transport | undefined;
  readonly createSession: SessionSource | undefined;
  /** The request that creates a new conversation. */
  readonly describeSession: () => SessionCreateRequest;
  /** Adds the page's functions and language to each send. */
  readonly describeSend: () => Pick<NonNullable<Send['body']>, 'functions' | 'language'>;
  readonly functions: FunctionCallsOptions['functions'];
  readonly onSession: (session: Session | undefined) => void;
  readonly onContact: (contact: Contact | null) => void;
  readonly onLanguage: (language: string) => void;
  readonly onRestarted: (previousConversationId: string | undefined, isLogout: boolean) => void;
  readonly onError: (error: unknown) => void;
}

interface OpenSessionOptions extends OpenConversationOptions {
  readonly closed: AbortSignal;
  readonly onChange: SessionManagerOptions['onChange'];
  /** Called when stored data was cleared because it may belong to another person. */
  readonly onCleared: () => void;
}

export type OpenSession = Readonly<ReturnType<typeof openSession>>;

/** What the runners of an open conversation work with. */
export interface RunnerContext extends OpenConversationOptions, OpenSession {
  readonly outbox: Outbox;
}

export function openSession(options: OpenSessionOptions) {
  const { environment, sessionKey, integrationId, continues, closed, onCleared } = options;
  const hasOwnTransport = options.transport !== undefined;
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
      options.createSession ?? (hasOwnTransport ? createLocalSource(clock) : createPlatformSource(http, integrationId)),
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
    proof: options.createSession || hasOwnTransport ? undefined : options.proof,
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
      local.clear(keys.conversation);
      onCleared();
    },
    onChange: options.onChange,
  });
  const patience: Patience = { clock, connectivity, random: Math.random };
  return {
    closed,
    tabId,
    /** Whether other tabs of this browser share the conversation. */
    isShared,
    keys,
    local,
    tabStore,
    http,
    session,
    patience,
    /** Undefined with the host's own transport: then there is no Sotto server. */
    api: hasOwnTransport ? undefined : createConversationApi(http, session, patience, closed),
  };
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
