import { WidgetError } from '../errors';
import type { Clock } from '../lib/clock';
import type { WidgetEnvironment } from '../lib/environment';
import { createId } from '../lib/ids';
import type { JsonObject } from '../lib/json';
import type { Attachment, Message } from '../api/message';
import type { Contact, SessionCreateRequest } from '../api/requests';
import type { OpenSession } from '../session/openSession';
import type { SessionKey } from '../session/sessionKey';
import type { Continues, Session, SessionManager } from '../session/sessionManager';
import type { SessionSource } from '../session/sessionSource';
import type { ConversationApi } from '../transport/conversationApi';
import type { HttpClient } from '../transport/httpClient';
import type { Transport } from '../transports/transport';
import type { FunctionCallsOptions } from './runners/functions';
import type { TabRunner } from './runners/tabs';
import type { Send } from './state';
import type { ReplyRequest } from './events';
import type { ConversationStore } from './store';

/** What is sent in the visitor's name. */
export interface OutgoingMessage {
  readonly text: string;
  readonly type: 'user' | 'input';
  readonly isHidden: boolean;
  readonly shouldRespond: boolean;
  readonly meta: JsonObject | undefined;
  readonly attachments: readonly Attachment[] | undefined;
  /** Id of the message whose place it takes. */
  readonly replaces?: string;
}

/** What opening a conversation needs. */
export interface OpenConversationOptions {
  readonly environment: WidgetEnvironment;
  readonly base: string;
  readonly integrationId: string;
  readonly sessionKey: SessionKey;
  /** False: nothing is kept and no tab is told (`session: none`, `privacy`). */
  readonly isKept: boolean;
  readonly conversation: ConversationStore;
  /** The proof that the page shows of who the visitor is (`proofName`). */
  readonly proof: () => string;
  /** An anonymous conversation that is to go on as this visitor's, and the name of its session key. */
  readonly continues: (Continues & { readonly name: string }) | undefined;
  /** Name of the session key under which this visitor wrote until now: what waits to be sent there goes out here. */
  readonly signedInFrom: string | undefined;
  readonly transport: Transport | undefined;
  readonly createSession: SessionSource | undefined;
  /** What a new conversation begins with. */
  readonly describeSession: () => SessionCreateRequest;
  /** What goes with a send besides its text: functions, language. */
  readonly describeSend: () => Pick<NonNullable<Send['body']>, 'functions' | 'language'>;
  readonly functions: Pick<FunctionCallsOptions, 'functions' | 'caller' | 'confirm'>;
  readonly onSession: (session: Session | undefined) => void;
  readonly onContact: (contact: Contact | null) => void;
  readonly onLanguage: (language: string) => void;
  readonly onRestarted: (previousConversationId: string | undefined, isLogout: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** What calls about the open conversation are made with: for what is loaded when it is first needed. */
export interface ConversationCalls {
  readonly session: SessionManager;
  readonly http: HttpClient;
  /** Lays the server's list over what is shown, in every tab. Throws WidgetError. */
  readonly sync: () => Promise<void>;
  /** Aborted when the conversation is closed. */
  readonly closed: AbortSignal;
}

/** What can be done with the conversation that is open. Made by `openConversation`. */
export interface Conversation {
  /** Undefined with a transport of the host's own: then there is no server to ask. */
  readonly calls: ConversationCalls | undefined;
  /** Reads what is stored and goes on with what was under way. */
  start(initial: readonly Message[]): void;
  send(outgoing: OutgoingMessage): { readonly message: Message; readonly finished: Promise<Message> };
  /** Asks the bot to begin, or for another version or the rest of a reply. */
  begin(wanted?: Pick<ReplyRequest, 'replaces' | 'continues'>): Promise<void>;
  retry(): Promise<void>;
  stop(): Promise<void>;
  /** Clears everything, in every tab. */
  restart(): void;
  /** As restart, and what is known of the visitor too. */
  logout(): void;
  assignContact(contact: Contact): Promise<{ id: string }>;
  publish(channel: string, message: JsonObject): Promise<{ id: string }>;
  /** Tells the other tabs who the visitor is, and keeps it. */
  keepContact(contact: Contact | null): void;
  announceLanguage(language: string): void;
  /** The page shows another proof of the same visitor: what was refused is tried again. */
  proven(): void;
  /** The browser says that the connection is back: what waits goes out. */
  readonly online: () => void;
  /** The page goes away, perhaps to come back. */
  pause(): void;
  resume(): void;
  close(): void;
}

type Actions = Omit<Conversation, 'start' | 'proven' | 'online' | 'pause' | 'resume' | 'close'>;

/** What the visitor and the page do. */
export function createActions(
  options: OpenConversationOptions,
  opened: OpenSession,
  tabs: Pick<TabRunner, 'post' | 'idle'>,
  closed: AbortSignal,
): Actions {
  const {
    conversation,
    environment: { clock },
  } = options;
  const { dispatch } = conversation;
  const { api, session, http } = opened;

  return {
    calls: api && { session, http, closed, sync: () => sync(conversation, api, 'sync-here') },
    send(outgoing) {
      const message = toMessage(outgoing, clock);
      const finished = whenSettled(conversation, closed, message.id).then((reply) => {
        if (!reply) throw new WidgetError('ABORTED');
        return reply;
      });
      dispatch({ type: 'send', message, respond: outgoing.shouldRespond, replaces: outgoing.replaces });
      return { message, finished };
    },
    async begin(wanted = {}) {
      const id = createId('msg', clock);
      const settled = whenSettled(conversation, closed, id);
      dispatch({ type: 'wish', id, ...wanted });
      await settled;
    },
    async retry() {
      dispatch({ type: 'retry', id: createId('msg', clock) });
      await tabs.idle();
    },
    async stop() {
      const stopped = whenSettled(conversation, closed, 'stop');
      dispatch({ type: 'stop' });
      await stopped;
    },
    restart() {
      dispatch({ type: 'restart', isOwn: true, isLogout: false });
    },
    logout() {
      opened.local.remove(opened.keys.contact);
      dispatch({ type: 'restart', isOwn: true, isLogout: true });
    },
    ...createHostActions(options, opened, tabs),
  };
}

/** What is said and asked of the visitor besides messages. */
function createHostActions(
  { environment: { clock }, sessionKey, transport }: OpenConversationOptions,
  { api, session, local, keys }: OpenSession,
  tabs: Pick<TabRunner, 'post'>,
): Pick<Conversation, 'assignContact' | 'publish' | 'keepContact' | 'announceLanguage'> {
  return {
    async assignContact(contact) {
      if (api) return api.upsertContact(contact);
      const { conversationId } = await session.getFresh();
      await transport?.identify?.(contact);
      return { id: conversationId };
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
    announceLanguage(language) {
      tabs.post({ type: 'language', language });
    },
  };
}

/** What comes of something that is sent, whichever tab sends it. */
function whenSettled(conversation: ConversationStore, closed: AbortSignal, id: string): Promise<Message | undefined> {
  return new Promise((resolve, reject) => {
    const stop = conversation.onEffect((effect) => {
      const isOne = effect.type === 'settled' && effect.id === id;
      if (!isOne && !(effect.type === 'settled-others' && !effect.except.includes(id))) return;
      stop();
      if (effect.error) reject(effect.error);
      else if (isOne) resolve(effect.message);
    });
    closed.addEventListener(
      'abort',
      () => {
        stop();
        reject(new WidgetError('destroyed'));
      },
      { once: true },
    );
  });
}

/** What is shown at once, before anybody has it. */
function toMessage({ text, type, isHidden, meta, attachments }: OutgoingMessage, clock: Clock): Message {
  return {
    id: createId('msg', clock),
    type,
    text,
    createdAt: clock.now(),
    ...(meta && { meta }),
    ...(isHidden && { extra: { hidden: true } }),
    ...(attachments && { attachments: [...attachments] }),
  };
}

/** Lays the server's list over what is shown. */
export async function sync(
  { dispatch }: ConversationStore,
  api: ConversationApi | undefined,
  purpose: 'sync' | 'sync-here',
): Promise<void> {
  if (!api) return;
  const outcome = await api.listMessages();
  dispatch({ type: 'listed', attempt: 0, purpose, outcome });
}
