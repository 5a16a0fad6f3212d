/** Prefix of all our keys. */
export const STORAGE_PREFIX = 'sotto:';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Lifetimes of stored data, in milliseconds (contract 5.4). */
export const LIFETIMES = {
  /** A named conversation, from its last activity; the server's own default (`sessionDuration`). */
  session: DAY_MS,
  outbox: DAY_MS,
  /** Longer than any reply can be read again. */
  call: DAY_MS,
  language: 365 * DAY_MS,
  visitor: 30 * DAY_MS,
  /** Data of one tab, which disappears when the tab closes; this is only an upper limit. */
  tab: DAY_MS,
} as const;

/** Names of a widget's storage entries, locks and channels (contract 5.4, 5.5). */
export interface StorageKeys {
  readonly session: string;
  /** One message a key, so that a new message rewrites no other. */
  readonly message: (key: string) => string;
  readonly messages: string;
  readonly contact: string;
  /** One key per pending send, so that two tabs never overwrite each other's. */
  readonly outboxEntry: (id: string) => string;
  readonly outbox: string;
  readonly peek: (messageId: string) => string;
  readonly language: string;
  /** The visitor that a page of this browser identified last; also the name of that channel. */
  readonly visitor: string;
  readonly draft: string;
  /** Scroll position. */
  readonly scroll: string;
  readonly run: string;
  /** Proves to the server that this tab started an anonymous conversation. */
  readonly verifier: string;
  /** Whether a page function has run. */
  readonly call: (channel: string) => string;
  readonly calls: string;
  /** Key prefix of the widget. */
  readonly widget: string;
  /** Key prefix of this conversation. */
  readonly conversation: string;
  readonly channel: string;
  /** Lock and channel of the tab that waits for messages of human agents. */
  readonly live: string;
  readonly sessionLock: string;
  readonly streamLock: string;
  readonly callLock: (channel: string) => string;
}

/**
 * @param session - the `{s}` of contract 5.4: `day-2026-11-21` or `key-…`, followed by `~` and a hash of the subject if
 * there is one
 */
export function createStorageKeys(widgetId: string, session: string): StorageKeys {
  const widget = `${STORAGE_PREFIX}${widgetId}:`;
  const conversation = `${widget}${session}:`;
  return {
    session: `${conversation}session`,
    message: (key) => `${conversation}message:${key}`,
    messages: `${conversation}message:`,
    contact: `${conversation}contact`,
    outboxEntry: (id) => `${conversation}outbox:${id}`,
    outbox: `${conversation}outbox:`,
    peek: (messageId) => `${widget}peek:${messageId}`,
    language: `${widget}language`,
    visitor: `${widget}visitor`,
    draft: `${conversation}draft`,
    scroll: `${conversation}scroll`,
    run: `${conversation}run`,
    verifier: `${conversation}verifier`,
    call: (channel) => `${conversation}call:${channel}`,
    calls: `${conversation}call:`,
    widget,
    conversation,
    channel: `${widget}${session}`,
    live: `${STORAGE_PREFIX}live:${widgetId}:${session}`,
    sessionLock: `${STORAGE_PREFIX}session:${widgetId}:${session}`,
    streamLock: `${STORAGE_PREFIX}stream:${widgetId}:${session}`,
    callLock: (channel) => `${STORAGE_PREFIX}call:${channel}`,
  };
}

/**
 * The oldest day of a widget whose conversation has unsent messages, such as `day-2026-11-21`.
 *
 * @param suffix - `~` and the subject's name, or empty
 */
export function readWaitingDay(
  widgetId: string,
  store: { readonly keys: (prefix: string) => string[] },
  suffix: string,
): string | undefined {
  const waiting = store.keys(`${STORAGE_PREFIX}${widgetId}:day-`).filter((key) => key.includes(':outbox:'));
  const days = waiting.map((key) => key.split(':')[2]?.split('~') ?? []);
  return days
    .filter(([, subject]) => (subject === undefined ? '' : `~${subject}`) === suffix)
    .map(([day]) => day)
    .sort()[0];
}

const kindOf = (key: string): string | undefined => /^sotto:[^:]+:[^:]+:([a-z]+)(?::|$)/.exec(key)?.[1];

/** Whether it is the key of a sent message. */
export const isHistoryKey = (key: string): boolean => kindOf(key) === 'message';
/** Whether it is the key of a pending send. */
export const isOutboxKey = (key: string): boolean => kindOf(key) === 'outbox';
/** Whether it is the key of data that no server has. */
export const isIrreplaceableKey = (key: string): boolean => /^(?:outbox|call|session)$/.test(kindOf(key) ?? '');
