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
} from '@sotto/widget-core';
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
  readonly conversation: StoreApi<ConversationState>;
  readonly view: StoreApi<ViewState>;
  readonly config: StoreApi<ResolvedConfig>;
  readonly draft: StoreApi<DraftState>;
  /** What visitors sent, oldest first. */
  readonly sent: readonly string[];
  readonly calls: readonly string[];
  /** What the next pictures that are asked for come to. */
  readonly pictures: Promise<{ url: string }>[];
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
    config: configStore,
    conversation,
    view: viewStore,
    draft,
    sent,
    calls,
    pictures,
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
          steps: [],
          activities: [],
          isReconnecting: false,
          startedAt: 1_790_000_000_000 + counter * 1000,
        },
      });
    },
    write(text) {
      reply({ state: 'writing', text: (conversation.getState().reply?.text ?? '') + text });
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
    sendMessage({ message, type = 'user' }) {
      sent.push(message);
      return Promise.resolve(addMessage(type, message));
    },
    receiveMessage: ({ message }) => addMessage('bot', message),
    initiateMessage: () => Promise.resolve(),
    retry: () => {
      call('retry')();
      return Promise.resolve();
    },
    stop: () => {
      call('stop')();
      conversation.setState({ reply: undefined });
      return Promise.resolve();
    },
    restartConversation: () => {
      conversation.setState((state) => ({ ...CONVERSATION, generation: state.generation + 1 }), true);
      return Promise.resolve();
    },
    vote: (messageId, vote) => {
      conversation.setState((state) => ({ votes: { ...state.votes, [messageId]: vote } }));
      return Promise.resolve();
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
    sendFiles: (text) => {
      const { files } = viewStore.getState();
      sent.push(text);
      draft.setState({ text: '' });
      viewStore.setState({ files: [] });
      addMessage('user', text, {
        attachments: files.map(({ id, name, type, size }) => ({ id, localName: name, type, size })),
      });
      return Promise.resolve();
    },
    previewLink: (key, url) => {
      calls.push(`previewLink ${key} ${url}`);
      return Promise.resolve();
    },
    reportBlocked: async (address) => {
      calls.push(`reportBlocked ${address}`);
    },
    showPicture: (url) => {
      calls.push(`showPicture ${url}`);
      return pictures.shift() ?? Promise.reject(new WidgetError('failed'));
    },
    synthesize: (messageId) => {
      calls.push(`synthesize ${messageId}`);
      return Promise.reject(new WidgetError('NOT_IMPLEMENTED'));
    },
    prepare: () => Promise.resolve(),
    continueReply: (messageId) => {
      calls.push(`continueReply ${messageId}`);
      return Promise.resolve();
    },
    regenerate: (messageId) => {
      calls.push(`regenerate ${messageId}`);
      return Promise.resolve();
    },
    editMessage: (messageId, text) => {
      calls.push(`editMessage ${messageId} ${text}`);
      return Promise.reject(new WidgetError('busy'));
    },
    chooseVersion: (messageId) => {
      calls.push(`chooseVersion ${messageId}`);
      return Promise.resolve();
    },
    assignContact: () => Promise.resolve({ id: 'contact' }),
    publish: () => Promise.resolve({ id: 'channel' }),
    transcript: () => Promise.resolve({ fileName: 'conversation.txt', text: '' }),
    setMessages: (messages) => {
      conversation.setState({ messages });
    },
    getMeta: () => ({}),
    setMeta: call('setMeta'),
    getFunctions: () => ({}),
    setFunctions: call('setFunctions'),
    setFunctionCaller: call('setFunctionCaller'),
    getContact: () => null,
    setContact: call('setContact'),
    setOpen: (isOpen) => {
      viewStore.setState({ isOpen });
    },
    setMaximize: (isMaximized) => {
      viewStore.setState({ isMaximized });
    },
    setMedia: (media) => {
      viewStore.setState((state) => ({ media: { ...state.media, ...media } }));
    },
    setDraft: (text) => {
      draft.setState({ text });
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
      return yes ? this.restartConversation() : Promise.resolve();
    },
    answerFunction: () => {
      viewStore.setState({ functionQuestion: undefined });
    },
    notify: call('notify'),
    addToast: (toast) => {
      viewStore.setState((state) => ({ toasts: [...state.toasts, { ...toast, id: nextId() }] }));
    },
    warn: () => undefined,
    holdToasts: (isHeld) => {
      calls.push(`holdToasts ${isHeld}`);
    },
    readScrollPlace: () => scrollPlace,
    keepScrollPlace: (place) => {
      scrollPlace = place;
    },
    removeToast: (id) => {
      viewStore.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
    },
    configure: call('configure'),
    on: () => () => undefined,
    logout: () => Promise.resolve(),
    close: () => {
      isClosed = true;
    },
  };
}
