// Made by `npm run generate` from packages/widget-core/src/protocol/hostMethods.ts.
/** Methods that are one message to the frame: its name, which fields the arguments are, what the method gives. */
export const FRAME_METHODS = {
  publish: { message: 'publish', isNote: false, takes: ['channel', 'message'], gives: '...' },
  assignContact: { message: 'assignContact', isNote: false, takes: ['...'], gives: '...' },
  getContact: { message: 'getContact', isNote: false, takes: [], gives: 'value' },
  setLanguage: { message: 'setLanguage', isNote: false, takes: ['language'], gives: undefined },
  retry: { message: 'retry', isNote: false, takes: [], gives: undefined },
  initiateMessage: { message: 'initiateMessage', isNote: false, takes: ['...'], gives: undefined },
  setMedia: { message: 'media', isNote: true, takes: ['...'], gives: undefined },
  focus: { message: 'focus', isNote: true, takes: [], gives: undefined },
  getMessages: { message: 'getMessages', isNote: false, takes: [], gives: 'value' },
  stop: { message: 'stop', isNote: false, takes: [], gives: undefined },
  getMeta: { message: 'getMeta', isNote: false, takes: [], gives: 'value' },
  continueReply: { message: 'continueReply', isNote: false, takes: ['id'], gives: undefined },
  logout: { message: 'logout', isNote: false, takes: ['...'], gives: undefined },
  setMaximize: { message: 'setMaximize', isNote: true, takes: ['maximize'], gives: undefined },
  restartConversation: { message: 'restartConversation', isNote: false, takes: ['...'], gives: undefined },
  downloadConversation: { message: 'downloadConversation', isNote: false, takes: ['...'], gives: 'text' },
} as const;
