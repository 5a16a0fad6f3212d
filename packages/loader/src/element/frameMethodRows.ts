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
  assignContact: { takes: ['...'], gives: '...' },
  getContact: { gives: 'value' },
  getMessages: { gives: 'value' },
  getMeta: { gives: 'value' },
  continueReply: { takes: ['id'] },
  stop: {},
  focus: { isNote: true },
  downloadConversation: { takes: ['...'], gives: 'text' },
  restartConversation: { takes: ['...'] },
  initiateMessage: { takes: ['...'] },
  setLanguage: { takes: ['language'] },
  setMedia: { message: 'media', isNote: true, takes: ['...'] },
  publish: { takes: ['channel', 'message'], gives: '...' },
  logout: { takes: ['...'] },
  setMaximize: { isNote: true, takes: ['maximize'] },
  retry: {},
};
