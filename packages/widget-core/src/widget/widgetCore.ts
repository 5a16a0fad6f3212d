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
import type { PlatformTransport } from '../transports/platform';
import type { Transport } from '../transports/transport';
import type { FunctionCaller, FunctionMap } from '../conversation/runners/functions';
import { createConversationStore, type ConversationStore } from '../conversation/store';
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

/** A widget of a server. */
interface ServerOptions {
  /** The server's public answer about this widget. */
  readonly integration: Integration;
  /** Address of the server, with an optional path prefix and without a trailing slash. */
  readonly base: string;
  /** Another backend answers; the server's part is how the widget looks. @default the server answers */
  readonly transport?: Transport | PlatformTransport | undefined;
}

/** A widget of a server that its transport names. */
interface PlatformOptions {
  readonly transport: PlatformTransport & Required<Pick<PlatformTransport, 'base' | 'integration'>>;
  readonly integration?: undefined;
  readonly base?: undefined;
}

/** A widget without a server of ours. */
interface OwnBackendOptions {
  /** How messages reach whatever answers. What it cannot do has no button. */
  readonly transport: Transport;
  /** Name under which the browser keeps the conversation: letters, digits, `-` and `_`. @default 'widget' */
  readonly id?: string;
  readonly integration?: undefined;
  readonly base?: undefined;
}

/** What a widget is made of, whatever answers. */
interface CommonOptions {
  /** What the host page set; checked field by field, under the owner's ceiling. */
  readonly config?: unknown;
  /** Clock, fetch, storages, locks, tabs: `browserEnvironment(window)`, or fakes in a test. */
  readonly environment: WidgetEnvironment;
  /** Who makes sessions. @default `config.createSession`, else the platform's call */
  readonly createSession?: SessionSource;
  readonly onError?: (error: WidgetError) => void;
  /** Called with settings that could not be used. @default the environment's `warn`, each sentence once */
  readonly onConfigProblem?: ReportConfigProblem;
}

/** What a widget is made of: a server's widget, or a transport of the page's own. */
export type WidgetOptions = CommonOptions & (ServerOptions | PlatformOptions | OwnBackendOptions);

/** The options, with an integration in place of the server's. */
export interface CompleteOptions extends CommonOptions {
  readonly integration: Integration;
  readonly base: string;
  readonly transport?: Transport | undefined;
  /** Whether the settings have an owner besides the page: whoever made the widget on the server. */
  readonly hasOwner: boolean;
}

/** What the host page has set: it can change at any time. */
export interface HostKnowledge {
  /** Settings as given; `config` is what came of them. */
  config: Record<string, unknown>;
  meta: JsonObject;
  functions: FunctionMap;
  caller: FunctionCaller | undefined;
  /** What the page shows of who the visitor is; undefined: nobody is identified. */
  proof: Proof | undefined;
}

/** What a widget keeps as long as it lives, whichever conversation is open. */
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
  /** This browser's storage, and that of this tab; memory where nothing may be kept. */
  readonly local: ExpiringStore;
  readonly tab: ExpiringStore;
  readonly peek: PeekHint;
  readonly readVisible: () => readonly Message[];
  readonly readSessionKey: () => SessionKey;
  /** The session key of a visitor who is not identified. */
  readonly readAnonymousKey: () => SessionKey;
  /** Whether anything may be kept in the browser. */
  readonly isKept: () => boolean;
  /** Adds to the settings and reads them again. */
  readonly configure: (changes: unknown) => void;
  readonly language: Language;
  readonly report: (error: unknown) => void;
  /** A sentence for the person who writes the page, once. */
  readonly warn: (message: string) => void;
}

/** Makes everything but the conversation. */
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

/** The integration of a backend that has none, and no transport where it is the server's. */
function toComplete(given: WidgetOptions): CompleteOptions {
  const { transport } = given;
  if (!transport || 'type' in transport) {
    const { base, integration } = { ...given, ...transport } as ServerOptions;
    return { ...given, base, integration, transport: undefined, hasOwner: true };
  }
  const own = given as CommonOptions & (OwnBackendOptions | (ServerOptions & { readonly transport: Transport }));
  const features: Integration['features'] = {
    synthesize: false,
    unfurl: false,
    upload: !!transport.upload,
    vote: !!transport.vote,
    ...(transport.loadThread && { threads: 'everyone' }),
  };
  if (own.integration) return { ...own, integration: { ...own.integration, features }, hasOwner: true };
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
      // One person's fields are never laid over another's.
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

/** A storage that is denied while nothing may be kept: `privacy` can change. What is stored can still be removed. */
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

/** Settings as given from outside; anything that is no plain collection of settings counts as none. */
function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Whether settings have a contact; null, for a removed contact, counts too. */
export function isContactGiven(changes: unknown): boolean {
  return Object.hasOwn(toRecord(changes), 'contact');
}

/** Entries without those that were taken away with null. */
export function withoutNull<Value>(record: Readonly<Record<string, Value | null>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => entry[1] !== null));
}
