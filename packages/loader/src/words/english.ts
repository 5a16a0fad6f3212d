/** The loader's own texts, visible and for assistive technology. */
export interface Words {
  readonly open: string;
  readonly close: string;
  readonly dismiss: string;
  readonly busy: string;
  readonly retry: string;
  readonly openInTab: string;
  readonly chat: string;
  readonly opened: string;
}

/** Used until another language is loaded. */
export const ENGLISH: Words = {
  open: 'Open chat',
  close: 'Close chat',
  dismiss: 'Close',
  busy: 'This chat is not available right now',
  retry: 'Try again',
  openInTab: 'Open chat in a new tab',
  chat: 'Chat',
  opened: 'Chat opened',
};
