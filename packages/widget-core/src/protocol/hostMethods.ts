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
  publish: { message: 'publish', takes: ['channel', 'message'], gives: '...' },
  show: {},
  render: {},
  assignContact: { message: 'assignContact', takes: ['...'], gives: '...' },
  getContact: { message: 'getContact', gives: 'value' },
  setLanguage: { message: 'setLanguage', takes: ['language'] },
  retry: { message: 'retry' },
  load: {},
  update: {},
  on: { onGlobal: false },
  initiateMessage: { message: 'initiateMessage', takes: ['...'] },
  setFunctions: {},
  setOpen: {},
  off: { onGlobal: false },
  registerFunctions: {},
  setMedia: { message: 'media', takes: ['...'] },
  hide: {},
  focus: { message: 'focus' },
  getMessages: { message: 'getMessages', gives: 'value' },
  setContact: {},
  setMessages: {},
  setColorScheme: {},
  stop: { message: 'stop' },
  getMeta: { message: 'getMeta', gives: 'value' },
  once: { onGlobal: false },
  close: {},
  continueReply: { message: 'continueReply', takes: ['id'] },
  unregisterFunctions: {},
  setInput: {},
  setMeta: {},
  logout: { message: 'logout', takes: ['...'] },
  setMaximize: { message: 'setMaximize', takes: ['maximize'] },
  restartConversation: { message: 'restartConversation', takes: ['...'] },
  downloadConversation: { message: 'downloadConversation', takes: ['...'], gives: 'text' },
  receiveMessage: {},
  sendMessage: {},
  getFunctions: { onGlobal: false },
  setNotifications: { onGlobal: false },
  toggle: {},
  prefetch: {},
} as const satisfies Readonly<Record<string, HostMethod>>;
