/** The built-in words by key; contract 4.5. */
export const ENGLISH_WORDS = {
  title: '',
  intro: '',
  initial: '',
  placeholder: 'Write a message',
  name: 'Name',
  email: 'Email',
  restart: 'Restart',
  export: 'Export',
  confirmRestart: 'Are you sure you want to restart this conversation?',
  confirmYes: 'Yes',
  confirmNo: 'No',
  open: 'Open chat',
  close: 'Close chat',
  maximize: 'Maximize',
  minimize: 'Minimize',
  menu: 'Menu',
  language: 'Language',
  send: 'Send',
  stop: 'Stop',
  retry: 'Try again',
  start: 'Start',
  thinking: 'Thinking',
  writing: 'Writing',
  newMessages: 'New messages',
  unread: '{count} unread',
  copy: 'Copy',
  copied: 'Copied',
  codeCopied: 'Code copied to your clipboard',
  upvote: 'Good answer',
  downvote: 'Bad answer',
  sources: 'Sources',
  showImage: 'Show picture from {host}',
  conversation: 'Conversation',
  youSaid: 'You said',
  botSaid: '{name} said',
  waiting: 'Waiting for a connection',
  sending: 'Sending',
  notSent: 'Not sent',
  reconnecting: 'Connection lost. Trying to reconnect.',
  stopped: 'Stopped',
  offline: 'You are offline. Your message will be sent later.',
  errorGeneric: 'Something went wrong.',
  busy: 'This chat is not available right now',
  reload: 'Reload',
  openInTab: 'Open chat in a new tab',
  poweredBy: 'Powered by {brand}',
} as const;

/** Name of a word. */
export type WordKey = keyof typeof ENGLISH_WORDS;

/** A complete set of words for one language. */
export type WordMap = Readonly<Record<WordKey, string>>;

/** Puts values into the `{braces}` of a word. */
export function fillWord(word: string, values: Readonly<Record<string, string | number>>): string {
  return word.replace(/\{(\w+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : whole));
}
