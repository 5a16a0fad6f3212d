// Made by `npm run generate` from packages/widget-core/src/protocol/hostMethods.ts.
/** A method that is one message to the frame. */
export interface FrameMethodRow {
  /** The message's name. @default that of the method */
  readonly message?: string;
  /** Whether it has no answer. */
  readonly isNote?: boolean;
  /** Which fields the arguments are; `...` is all of them. @default none */
  readonly takes?: readonly string[];
  /** The field of the answer that the method gives; `...` is the whole answer. */
  readonly gives?: string;
}

/** Methods that are one message to the frame, by their names. */
export const FRAME_METHODS: Readonly<Record<string, FrameMethodRow>> = {
  publish: { takes: ['channel', 'message'], gives: '...' },
  assignContact: { takes: ['...'], gives: '...' },
  getContact: { gives: 'value' },
  setLanguage: { takes: ['language'] },
  retry: {},
  initiateMessage: { takes: ['...'] },
  setMedia: { message: 'media', isNote: true, takes: ['...'] },
  focus: { isNote: true },
  getMessages: { gives: 'value' },
  stop: {},
  getMeta: { gives: 'value' },
  continueReply: { takes: ['id'] },
  logout: { takes: ['...'] },
  setMaximize: { isNote: true, takes: ['maximize'] },
  restartConversation: { takes: ['...'] },
  downloadConversation: { takes: ['...'], gives: 'text' },
};
