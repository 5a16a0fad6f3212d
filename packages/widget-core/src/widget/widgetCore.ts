import { createStore, type StoreApi } from 'zustand/vanilla';
import { isWidgetError, WidgetError } from '../errors';
import { createEmitter, type Emitter } from '../lib/emitter';
import type { StorageArea, WidgetEnvironment } from '../lib/environment';
import { safeMerge } from '../lib/safeMerge';
import { createWarnOnce } from '../lib/warnOnce';
import type { JsonObject } from '../lib/json';
import type { Message } from '../api/message';
import type { Integration } from '../api/responses';
import type { ReportConfigProblem } from '../config/reportConfigProblem';
import type { ResolvedConfig } from '../config/configTypes';
import { resolveConfig } from '../config/resolveConfig';
import { readProof, subjectName, type Proof } from '../session/proof';
import { readSessionKey, type SessionKey } from '../session/sessionKey';
import type { SessionSource } from '../session/sessionSource';
import { createExpiringStore, type ExpiringStore } from '../storage/expiringStore';
import { createStorageKeys, readWaitingDay, type StorageKeys } from '../storage/storageKeys';
import { serverAddress } from '../transport/serverAddress';
import type { PlatformTransport } from '../transports/platform';
import type { Transport } from '../transports/transport';
import type { FunctionCaller, FunctionMap } from '../conversation/runners/functions';
import { createConversationStore, type ConversationStore } from '../conversation/machine';
import { createDraft, type Draft } from './draft';
import { createPeekMemory } from './peek';
import { createAnnouncer, type Announcer } from './announce';
import { createLanguage, type Language } from './language';
import { guessMedia } from './media';
import { createPeekHint, type PeekHint } from './peekHint';
import { createScrollMemory, type ScrollMemory } from './scrollPlace';
import { createToasts, type Toasts } from './toasts';
import { openingMessages, readLayout, visibleMessages } from './visibility';
import type { WidgetEventMap } from './widgetEvents';
import { createWidgetStore, type WidgetStore } from './widgetStore';

/** Options for a widget of a Sotto server. */
interface ServerOptions {
  /** The server's public settings of this widget. */
  readonly integration: Integration;
  /** URL of the server, with an optional path prefix; the URL of its script is taken, too. */
  readonly base: string;
  /** Another backend for replies; the server then provides only the settings. @default the server replies */
  readonly transport?: Transport | PlatformTransport | undefined;
}

/** Options for a widget of the Sotto server that its transport names. */
interface PlatformOptions {
  readonly transport: PlatformTransport & Required<Pick<PlatformTransport, 'base' | 'integration'>>;
  readonly integration?: undefined;
  readonly base?: undefined;
}

/** Options for a widget without a Sotto server. */
interface OwnBackendOptions {
  /** Sends messages to the backend. Features it lacks have no button. */
  readonly transport: Transport;
  /** Name of the conversation's storage in the browser: letters, digits, `-` and `_`. @default 'widget' */
  readonly id?: string;
  readonly integration?: undefined;
  readonly base?: undefined;
}

/** Options of every widget. */
interface CommonOptions {
  /** Settings of the host page; each field is validated and restricted by the owner's settings. */
  readonly config?: unknown;
  /** Clock, fetch, storages, locks, tabs: `browserEnvironment(window)`, or fakes in tests. */
  readonly environment: WidgetEnvironment;
  /** Creates sessions. @default `config.createSession`, else the Sotto API */
  readonly createSession?: SessionSource;
  /** Address of the page that the visitor is on, for the owner's inbox. @default unknown */
  readonly readPage?: () => string | undefined;
  readonly onError?: (error: WidgetError) => void;
  /** Called with invalid settings. @default the environment's `warn`, each sentence once */
  readonly onConfigProblem?: ReportConfigProblem;
}

/** Options of a widget: of a server, or with the page's own transport. */
export type WidgetOptions = CommonOptions & (ServerOptions | PlatformOptions | OwnBackendOptions);

/** Options with an integration, which is generated if there is no server. */
export interface CompleteOptions extends CommonOptions {
  readonly integration: Integration;
  readonly base: string;
  readonly transport?: Transport | undefined;
  /** Whether the settings have an owner besides the page: the person who created the widget on the server. */
  readonly hasOwner: boolean;
}

/** What the host page has set; it may change at any time. */
export interface HostKnowledge {
  /** Settings as given; `config` has the resolved ones. */
  config: Record<string, unknown>;
  meta: JsonObject;
  functions: FunctionMap;
  caller: FunctionCaller | undefined;
  /** The page's proof of the visitor's identity; undefined: not identified. */
  proof: Proof | undefined;
}

/** The parts of a widget that outlive a single conversation. */
export interface WidgetCore {
  readonly options: CompleteOptions;
  readonly events: Emitter<WidgetEventMap>;
  readonly host: HostKnowledge;
  readonly config: StoreApi<ResolvedConfig>;
  readonly conversation: ConversationStore;
  readonly view: WidgetStore;
  readonly toasts: Toasts;
  readonly announcer: Announcer;
  readonly draft: Draft;
  readonly scroll: ScrollMemory;
  /** Storage of this browser and of this tab; in memory if nothing may be stored. */
  readonly local: ExpiringStore;
  readonly tab: ExpiringStore;
  readonly peek: PeekHint;
  readonly readVisible: () => readonly Message[];
  readonly readSessionKey: () => SessionKey;
  /** The session key of an anonymous visitor. */
  readonly readAnonymousKey: () => SessionKey;
  /** Whether data may be stored in the browser. */
  readonly isKept: () => boolean;
  /** Merges settings and resolves them again. */
  readonly configure: (changes: unknown) => void;
  readonly language: Language;
  readonly report: (error: unknown) => void;
  /** Warns the page's developer, once per sentence. */
  readonly warn: (message: string) => void;
}

/** Creates everything but the conversation. */
export function createWidgetCore(given: WidgetOptions): WidgetCore {
  const options = toComplete(given);
  const { environment, integration } = options;
  const { clock } = environment;
  const events = createEmitter<WidgetEventMap>((error) =>
    options.onError?.(new WidgetError('failed', { cause: error })),
  );
  const warn = createWarnOnce(environment.warn);
  const settings = createSettings(options, warn);
  const { config } = settings;
  const conversation = createConversationStore({ ...environment, hasServer: options.transport === undefined });
  const view = createWidgetStore({
    media: guessMedia(environment),
    isOpen: !readLayout(config.getState()).hasLauncher,
    isOnline: environment.connectivity.isOnline(),
  });
  view.setState({ contact: config.getState().contact });
  const { keys, local, tab } = openWidgetStorage(options, settings);
  const readVisible = (): readonly Message[] =>
    visibleMessages(config.getState(), openingMessages(view.getState().words), conversation.store.getState());
  const memory = createPeekMemory(local, keys.peek, () => config.getState().peekDismissalMs);
  const language = createLanguage({
    view,
    config,
    store: local,
    storageKey: keys.language,
    browser: environment.languages,
  });

  return {
    ...settings,
    options,
    events,
    conversation,
    view,
    toasts: createToasts(view, clock),
    announcer: createAnnouncer({
      widgetId: integration.integrationId,
      conversation,
      view,
      events,
      onFrame: environment.onFrame,
    }),
    draft: createDraft(tab, keys.draft, clock),
    scroll: createScrollMemory(tab, keys.scroll),
    local,
    tab,
    peek: createPeekHint(view, memory, readVisible),
    readVisible,
    configure(changes) {
      settings.configure(changes);
      language.refresh();
    },
    language,
    warn,
    report(error) {
      const known = isWidgetError(error) ? error : new WidgetError('failed', { cause: error });
      if (known.code === 'ABORTED') return;
      events.emit('error', known);
      options.onError?.(known);
    },
  };
}

/** Adds an integration for a backend without one, and drops the transport if it is the server's own. */
function toComplete(given: WidgetOptions): CompleteOptions {
  const { transport } = given;
  if (!transport || 'type' in transport) {
    const { base, integration } = { ...given, ...transport } as ServerOptions;
    return { ...given, base: serverAddress(base), integration, transport: undefined, hasOwner: true };
  }
  const own = given as CommonOptions & (OwnBackendOptions | (ServerOptions & { readonly transport: Transport }));
  const features: Integration['features'] = {
    synthesize: false,
    unfurl: false,
    upload: !!transport.upload,
    vote: !!transport.vote,
    ...(transport.loadThread && { threads: 'everyone' }),
  };
  if (own.integration) {
    const integration = { ...own.integration, features };
    return { ...own, base: serverAddress(own.base), integration, hasOwner: true };
  }
  const { id = 'widget' } = own;
  return {
    ...own,
    base: '',
    hasOwner: false,
    integration: {
      integrationId: id,
      version: 0,
      updatedAt: 0,
      config: {},
      allowedOrigins: [],
      imageOrigins: [],
      formOrigins: [],
      languages: [],
      features,
      limits: { attachmentMaxBytes: 10_485_760, attachmentsPerMessage: 10, textMaxLength: 32_768 },
    },
  };
}

type Settings = Pick<WidgetCore, 'host' | 'config' | 'configure' | 'readSessionKey' | 'readAnonymousKey' | 'isKept'>;

function createSettings(
  { integration, environment, onConfigProblem, ...options }: CompleteOptions,
  warn: (message: string) => void,
): Settings {
  const given = toRecord(options.config);
  const resolve = (written: Record<string, unknown>): ResolvedConfig =>
    resolveConfig(
      // Without a server the page is the owner.
      options.hasOwner ? integration : undefined,
      written,
      onConfigProblem ??
        (({ message }) => {
          warn(message);
        }),
    );
  const config = createStore(() => resolve(given));
  const { meta, functions } = config.getState();
  const host: HostKnowledge = {
    config: given,
    meta,
    functions: withoutNull(functions),
    caller: undefined,
    proof: readProof(config.getState().contact),
  };
  const stored = createExpiringStore(environment.localStorage, environment.clock);
  const waitingDay = (suffix: string): string | undefined => readWaitingDay(integration.integrationId, stored, suffix);
  const readKey = (proof?: Proof): SessionKey =>
    readSessionKey(config.getState().session, environment.clock, environment.timeZone, waitingDay, subjectName(proof));
  return {
    host,
    config,
    configure(changes) {
      const { contact, ...others } = toRecord(changes);
      host.config = safeMerge(host.config, others);
      // Contact fields are replaced, never merged: they may belong to different people.
      if (isContactGiven(changes)) host.config['contact'] = contact ?? null;
      config.setState(resolve(host.config), true);
    },
    readSessionKey: () => readKey(host.proof),
    readAnonymousKey: () => readKey(),
    isKept: () => !config.getState().privacy && readKey().name !== undefined,
  };
}

function openWidgetStorage(
  { environment, integration }: CompleteOptions,
  settings: Settings,
): { readonly keys: StorageKeys; readonly local: ExpiringStore; readonly tab: ExpiringStore } {
  return {
    keys: createStorageKeys(integration.integrationId, settings.readSessionKey().name ?? 'none'),
    local: createExpiringStore(whileKept(environment.localStorage, settings.isKept), environment.clock),
    tab: createExpiringStore(whileKept(environment.sessionStorage, settings.isKept), environment.clock),
  };
}

/** Denies access while nothing may be stored, because `privacy` can change. Stored data can still be removed. */
function whileKept(area: StorageArea | undefined, isKept: () => boolean): StorageArea | undefined {
  if (!area) return undefined;
  const allowed = (): StorageArea => {
    if (!isKept()) throw new DOMException('Nothing is kept', 'SecurityError');
    return area;
  };
  return {
    get length() {
      return allowed().length;
    },
    key: (index) => allowed().key(index),
    getItem: (key) => allowed().getItem(key),
    setItem(key, value) {
      allowed().setItem(key, value);
    },
    removeItem(key) {
      area.removeItem(key);
    },
  };
}

/** Settings from outside; any other value than a plain object counts as empty. */
function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Whether settings contain a contact; null, which removes it, counts as well. */
export function isContactGiven(changes: unknown): boolean {
  return Object.hasOwn(toRecord(changes), 'contact');
}

/** Drops the entries that are null. */
export function withoutNull<Value>(record: Readonly<Record<string, Value | null>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => entry[1] !== null));
}
