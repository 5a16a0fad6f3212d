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
  once: { onGlobal: false },
  open: {},
  assignContact: { message: 'assignContact', takes: ['...'], gives: '...' },
  getContact: { message: 'getContact', gives: 'value' },
  getMessages: { message: 'getMessages', gives: 'value' },
  getMeta: { message: 'getMeta', gives: 'value' },
  getFunctions: { onGlobal: false },
  hide: {},
  setContact: {},
  continueReply: { message: 'continueReply', takes: ['id'] },
  receiveMessage: {},
  setMeta: {},
  setFunctions: {},
  setColorScheme: {},
  toggle: {},
  on: { onGlobal: false },
  stop: { message: 'stop' },
  focus: { message: 'focus' },
  update: {},
  render: {},
  downloadConversation: { message: 'downloadConversation', takes: ['...'], gives: 'text' },
  restartConversation: { message: 'restartConversation', takes: ['...'] },
  initiateMessage: { message: 'initiateMessage', takes: ['...'] },
  setOpen: {},
  show: {},
  sendMessage: {},
  setInput: {},
  setLanguage: { message: 'setLanguage', takes: ['language'] },
  registerFunctions: {},
  setMedia: { message: 'media', takes: ['...'] },
  publish: { message: 'publish', takes: ['channel', 'message'], gives: '...' },
  logout: { message: 'logout', takes: ['...'] },
  setMessages: {},
  close: {},
  unregisterFunctions: {},
  setNotifications: { onGlobal: false },
  setMaximize: { message: 'setMaximize', takes: ['maximize'] },
  retry: { message: 'retry' },
  load: {},
  off: { onGlobal: false },
  prefetch: {},
} as const satisfies Readonly<Record<string, HostMethod>>;
