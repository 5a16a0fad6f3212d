import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  WidgetError,
  type ConversationState,
  type DraftState,
  type LiveReply,
  type Message,
  type ResolvedConfig,
  type ScrollPlace,
  type ViewState,
  type Widget,
  type WidgetConversation,
  type WidgetDraft,
  type WidgetSettings,
  type WidgetView,
} from '@sotto/widget-core';
import { addPart, joinText } from '../../../widget-core/src/api/parts';
import { resolveConfig } from '../../../widget-core/src/config/resolveConfig';
import { ENGLISH_WORDS } from '../../../widget-core/src/config/intl';

const VIEW: ViewState = {
  isOpen: true,
  isMaximized: false,
  media: {
    mobile: false,
    width: 420,
    height: 860,
    scheme: 'light',
    reducedMotion: false,
    highContrast: false,
    keyboardInset: 0,
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
    touch: false,
  },
  language: 'en',
  direction: 'ltr',
  words: ENGLISH_WORDS,
  overlay: undefined,
  toasts: [],
  unread: 0,
  isOnline: true,
  isConfirmingRestart: false,
  peekMessageId: undefined,
  contact: null,
  notifications: {},
  functionQuestion: undefined,
  files: [],
  localAddresses: {},
  typist: undefined,
  previewing: [],
};

const CONVERSATION: ConversationState = {
  conversationId: undefined,
  messages: [],
  deliveries: {},
  reply: undefined,
  failure: undefined,
  votes: {},
  isLoading: false,
  generation: 0,
};

/** A widget whose bot says what the test tells it to say. */
export interface FakeWidget extends Widget {
  readonly conversation: WidgetConversation & StoreApi<ConversationState>;
  readonly view: WidgetView & StoreApi<ViewState>;
  readonly config: WidgetSettings & StoreApi<ResolvedConfig>;
  readonly draft: WidgetDraft & StoreApi<DraftState>;
  /** What visitors sent, oldest first. */
  readonly sent: readonly string[];
  readonly calls: readonly string[];
  /** What the next pictures that are asked for come to. */
  readonly pictures: Promise<{ url: string }>[];
  /** What the next apps that are fetched come to. */
  readonly apps: ReturnType<Widget['content']['fetchApp']>[];
  readonly isClosed: boolean;
  /** The bot begins to think. */
  think(key?: string): void;
  /** The bot says more. */
  write(text: string): void;
  /** The reply becomes a message. */
  finish(extra?: Partial<Message>): void;
  addMessage(type: Message['type'], text: string, extra?: Partial<Message>): Message;
}

/**
 * A small widget for tests and pictures: the same stores and actions, and a conversation that behaves; no server, no
 * storage.
 */
export function createFakeWidget(
  config: Readonly<Record<string, unknown>> = {},
  view: Partial<ViewState> = {},
): FakeWidget {
  let counter = 0;
  const nextId = (): string => `message-${String((counter += 1)).padStart(4, '0')}`;
  const sent: string[] = [];
  const calls: string[] = [];
  let isClosed = false;
  const pictures: Promise<{ url: string }>[] = [];
  const apps: FakeWidget['apps'] = [];
  let scrollPlace: ScrollPlace | undefined;
  const conversation = createStore<ConversationState>(() => CONVERSATION);
  const viewStore = createStore<ViewState>(() => ({ ...VIEW, ...view }));
  const configStore = createStore<ResolvedConfig>(() =>
    resolveConfig(undefined, { barTitle: 'Guide', ...config }, ({ message }) => {
      throw new Error(message);
    }),
  );
  const draft = createStore<DraftState>(() => ({ text: '' }));
  const call = (name: string) => () => {
    calls.push(name);
  };
  const reply = (change: Partial<LiveReply>): void => {
    conversation.setState((state) => (state.reply ? { reply: { ...state.reply, ...change } } : state));
  };

  const addMessage: FakeWidget['addMessage'] = (type, text, extra = {}) => {
    const message: Message = { id: nextId(), type, text, createdAt: 1_790_000_000_000 + counter * 1000, ...extra };
    conversation.setState((state) => ({ messages: [...state.messages, message] }));
    return message;
  };

  const restart = (): Promise<void> => {
    conversation.setState((state) => ({ ...CONVERSATION, generation: state.generation + 1 }), true);
    return Promise.resolve();
  };

  return {
    integration: {
      integrationId: 'demo',
      version: 1,
      updatedAt: 0,
      config: {},
      allowedOrigins: [],
      imageOrigins: [],
      formOrigins: [],
      languages: [],
      features: { synthesize: false, unfurl: true, upload: true },
      limits: { attachmentMaxBytes: 10_485_760, attachmentsPerMessage: 10, textMaxLength: 32_768 },
    },
    base: 'https://chat.example.com',
    sent,
    calls,
    pictures,
    apps,
    get isClosed() {
      return isClosed;
    },
    addMessage,
    think(key = nextId()) {
      conversation.setState({
        failure: undefined,
        reply: {
          key,
          answers: undefined,
          runId: undefined,
          messageId: undefined,
          state: 'thinking',
          text: '',
          parts: [],
          activities: [],
          isReconnecting: false,
          startedAt: 1_790_000_000_000 + counter * 1000,
        },
      });
    },
    write(text) {
      const parts = addPart(conversation.getState().reply?.parts ?? [], { type: 'text', text });
      reply({ state: 'writing', parts, text: joinText(parts) });
    },
    finish(extra = {}) {
      const live = conversation.getState().reply;
      if (!live) throw new Error('there is no reply to finish');
      const message: Message = {
        id: nextId(),
        originalMessageId: live.key,
        type: 'bot',
        text: live.text,
        createdAt: live.startedAt,
        ...extra,
      };
      conversation.setState((state) => ({ reply: undefined, messages: [...state.messages, message] }));
    },
    conversation: {
      ...conversation,
      send({ message, type = 'user' }) {
        sent.push(message);
        return Promise.resolve(addMessage(type, message));
      },
      receive: ({ message }) => addMessage('bot', message),
      initiate: () => Promise.resolve(),
      retry: () => {
        call('retry')();
        return Promise.resolve();
      },
      stop: () => {
        call('stop')();
        conversation.setState({ reply: undefined });
        return Promise.resolve();
      },
      restart,
      setMessages: (messages) => {
        conversation.setState({ messages });
      },
      publish: () => Promise.resolve({ id: 'channel' }),
      transcript: () => Promise.resolve({ fileName: 'conversation.txt', text: '' }),
    },
    messages: {
      vote: (messageId, vote, reason) => {
        if (reason !== undefined) calls.push(`vote ${messageId} ${vote} ${reason}`);
        conversation.setState((state) => ({ votes: { ...state.votes, [messageId]: vote } }));
        return Promise.resolve();
      },
      regenerate: (messageId) => {
        calls.push(`regenerate ${messageId}`);
        return Promise.resolve();
      },
      continueReply: (messageId) => {
        calls.push(`continueReply ${messageId}`);
        return Promise.resolve();
      },
      edit: (messageId, text) => {
        calls.push(`edit ${messageId} ${text}`);
        return Promise.reject(new WidgetError('busy'));
      },
      chooseVersion: (messageId) => {
        calls.push(`chooseVersion ${messageId}`);
        return Promise.resolve();
      },
      previewLink: (key, url) => {
        calls.push(`previewLink ${key} ${url}`);
        return Promise.resolve();
      },
      synthesize: (messageId) => {
        calls.push(`synthesize ${messageId}`);
        return Promise.reject(new WidgetError('NOT_IMPLEMENTED'));
      },
    },
    draft: {
      ...draft,
      set: (text) => {
        draft.setState({ text });
      },
      addFiles: (files) => {
        calls.push(`addFiles ${files.map(({ name }) => name).join(' ')}`);
        return Promise.resolve();
      },
      removeFile: (id) => {
        viewStore.setState(({ files }) => ({ files: files.filter((file) => file.id !== id) }));
        return Promise.resolve();
      },
      retryFile: (id) => {
        calls.push(`retryFile ${id}`);
        return Promise.resolve();
      },
      send: (text) => {
        const { files } = viewStore.getState();
        sent.push(text);
        draft.setState({ text: '' });
        viewStore.setState({ files: [] });
        addMessage('user', text, {
          attachments: files.map(({ id, name, type, size }) => ({ id, localName: name, type, size })),
        });
        return Promise.resolve();
      },
    },
    view: {
      ...viewStore,
      setOpen: (isOpen) => {
        viewStore.setState({ isOpen });
      },
      setMaximize: (isMaximized) => {
        viewStore.setState({ isMaximized });
      },
      setMedia: (media) => {
        viewStore.setState((state) => ({ media: { ...state.media, ...media } }));
      },
      setLanguage: (language) => {
        viewStore.setState({ language });
      },
      setOverlay: (overlay) => {
        viewStore.setState({ overlay });
      },
      dismissPeek: call('dismissPeek'),
      askRestart: () => {
        viewStore.setState({ isConfirmingRestart: true });
      },
      answerRestart(yes) {
        viewStore.setState({ isConfirmingRestart: false });
        return yes ? restart() : Promise.resolve();
      },
      notify: call('notify'),
      readScrollPlace: () => scrollPlace,
      keepScrollPlace: (place) => {
        scrollPlace = place;
      },
    },
    toasts: {
      add: (toast) => {
        viewStore.setState((state) => ({ toasts: [...state.toasts, { ...toast, id: nextId() }] }));
      },
      hold: (isHeld) => {
        calls.push(`holdToasts ${isHeld}`);
      },
      remove: (id) => {
        viewStore.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
      },
    },
    functions: {
      get: () => ({}),
      set: call('functions.set'),
      setCaller: call('functions.setCaller'),
      answer: () => {
        viewStore.setState({ functionQuestion: undefined });
      },
    },
    meta: { get: () => ({}), set: call('meta.set') },
    contact: { get: () => null, set: call('contact.set'), assign: () => Promise.resolve({ id: 'contact' }) },
    content: {
      reportBlocked: async (address) => {
        calls.push(`reportBlocked ${address}`);
      },
      fetchApp: (id) => {
        calls.push(`fetchApp ${id}`);
        return apps.shift() ?? Promise.reject(new WidgetError('failed'));
      },
      requestForApp: (_, method, params) => {
        calls.push(`${method} ${JSON.stringify(params)}`);
        return Promise.resolve(method === 'ui/open-link' ? true : { content: [] });
      },
      fetchPicture: (url) => {
        calls.push(`fetchPicture ${url}`);
        return pictures.shift() ?? Promise.reject(new WidgetError('failed'));
      },
    },
    config: { ...configStore, update: call('config.update') },
    threads: () => Promise.reject(new WidgetError('unsupported')),
    preload: () => Promise.resolve(),
    warn: () => undefined,
    on: () => () => undefined,
    logout: () => Promise.resolve(),
    close: () => {
      isClosed = true;
    },
  };
}
