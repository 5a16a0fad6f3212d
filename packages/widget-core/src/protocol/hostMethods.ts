import type { HostToFrame } from './payloads';

/** A method of `<sotto-chat>`, and how it reaches the frame. */
export interface HostMethod {
  /** The message that it is; absent: the loader carries it out by itself, or puts the message together. */
  readonly message?: keyof HostToFrame;
  /**
   * The fields of the payload that its arguments are, in order. `...`: the argument is the whole payload, and may be
   * left out. @default no arguments
   */
  readonly takes?: readonly string[];
  /** The field of the answer that it gives; `...`: the whole answer. @default nothing */
  readonly gives?: string;
  /** False: `window.sotto` has another one of this name, or none, in its type. @default true */
  readonly onGlobal?: false;
}

/**
 * Every method of `<sotto-chat>` that brings the frame's side of the script with it. Nothing loads this table at run
 * time: `npm run generate` makes from it what the loader forwards and sends. Payloads and answers are checked by the
 * message of the same name (`hostToFrame`); what a method is for stands in `SottoChatElement` of the loader.
 *
 * The rows stand in the order in which the script tag's file is smallest.
 */
export const HOST_METHODS = {
  open: {},
  assignContact: { message: 'assignContact', takes: ['...'], gives: '...' },
  downloadConversation: { message: 'downloadConversation', takes: ['...'], gives: 'text' },
  load: {},
  render: {},
  off: { onGlobal: false },
  restartConversation: { message: 'restartConversation', takes: ['...'] },
  initiateMessage: { message: 'initiateMessage', takes: ['...'] },
  sendMessage: {},
  setFunctions: {},
  setOpen: {},
  close: {},
  on: { onGlobal: false },
  update: {},
  registerFunctions: {},
  setMedia: { message: 'media', takes: ['...'] },
  unregisterFunctions: {},
  continueReply: { message: 'continueReply', takes: ['id'] },
  getMeta: { message: 'getMeta', gives: 'value' },
  show: {},
  toggle: {},
  focus: { message: 'focus' },
  getMessages: { message: 'getMessages', gives: 'value' },
  setContact: {},
  setMessages: {},
  setColorScheme: {},
  once: { onGlobal: false },
  receiveMessage: {},
  retry: { message: 'retry' },
  getContact: { message: 'getContact', gives: 'value' },
  setInput: {},
  setMeta: {},
  publish: { message: 'publish', takes: ['channel', 'message'], gives: '...' },
  logout: { message: 'logout', takes: ['...'] },
  setMaximize: { message: 'setMaximize', takes: ['maximize'] },
  setLanguage: { message: 'setLanguage', takes: ['language'] },
  stop: { message: 'stop' },
  getFunctions: { onGlobal: false },
  setNotifications: { onGlobal: false },
  hide: {},
  prefetch: {},
} as const satisfies Readonly<Record<string, HostMethod>>;
