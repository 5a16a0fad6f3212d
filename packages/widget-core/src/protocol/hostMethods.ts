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
  show: {},
  publish: { message: 'publish', takes: ['channel', 'message'], gives: '...' },
  assignContact: { message: 'assignContact', takes: ['...'], gives: '...' },
  setLanguage: { message: 'setLanguage', takes: ['language'] },
  retry: { message: 'retry' },
  load: {},
  off: { onGlobal: false },
  close: {},
  update: {},
  initiateMessage: { message: 'initiateMessage', takes: ['...'] },
  sendMessage: {},
  setFunctions: {},
  setOpen: {},
  render: {},
  on: { onGlobal: false },
  registerFunctions: {},
  setMedia: { message: 'media', takes: ['...'] },
  getMeta: { message: 'getMeta', gives: 'value' },
  hide: {},
  continueReply: { message: 'continueReply', takes: ['id'] },
  focus: { message: 'focus' },
  getMessages: { message: 'getMessages', gives: 'value' },
  setContact: {},
  setMessages: {},
  setColorScheme: {},
  once: { onGlobal: false },
  unregisterFunctions: {},
  setInput: {},
  setMeta: {},
  logout: { message: 'logout', takes: ['...'] },
  setMaximize: { message: 'setMaximize', takes: ['maximize'] },
  receiveMessage: {},
  stop: { message: 'stop' },
  getContact: { message: 'getContact', gives: 'value' },
  restartConversation: { message: 'restartConversation', takes: ['...'] },
  downloadConversation: { message: 'downloadConversation', takes: ['...'], gives: 'text' },
  getFunctions: { onGlobal: false },
  setNotifications: { onGlobal: false },
  toggle: {},
  prefetch: {},
} as const satisfies Readonly<Record<string, HostMethod>>;
