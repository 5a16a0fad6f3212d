import type { HostToFrame } from './payloads';

/** A method of `<sotto-chat>` and its message to the frame. */
export interface HostMethod {
  /** Name of the message; absent: the loader implements the method itself, or builds the message itself. */
  readonly message?: keyof HostToFrame;
  /**
   * The payload fields for its arguments, in order. `...`: the argument is the whole payload, and is optional. @default
   * no arguments
   */
  readonly takes?: readonly string[];
  /** The response field it returns; `...`: the whole response. @default nothing */
  readonly gives?: string;
  /** False: the type of `window.sotto` has a different method of this name, or none. @default true */
  readonly onGlobal?: false;
}

/**
 * Every method of `<sotto-chat>` for which the loader must load its frame side. This table is not loaded at run time:
 * `npm run generate` derives the loader's forwarding code from it. Payloads and responses are validated by the message
 * of the same name (`hostToFrame`); `SottoChatElement` of the loader documents the methods.
 *
 * The order of the rows minimizes the size of the script tag's file.
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
