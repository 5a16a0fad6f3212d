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
export type StorageKeys = Readonly<ReturnType<typeof createStorageKeys>>;

/**
 * @param session - the `{s}` of contract 5.4: `day-2026-11-21` or `key-…`, followed by `~` and a hash of the subject if
 * there is one
 */
export function createStorageKeys(widgetId: string, session: string) {
  const widget = `${STORAGE_PREFIX}${widgetId}:`;
  const conversation = `${widget}${session}:`;
  return {
    session: `${conversation}session`,
    /** One message a key, so that a new message rewrites no other. */
    message: (key: string) => `${conversation}message:${key}`,
    messages: `${conversation}message:`,
    contact: `${conversation}contact`,
    /** One key per pending send, so that two tabs never overwrite each other's. */
    outboxEntry: (id: string) => `${conversation}outbox:${id}`,
    outbox: `${conversation}outbox:`,
    peek: (messageId: string) => `${widget}peek:${messageId}`,
    language: `${widget}language`,
    /** The visitor that a page of this browser identified last; also the name of that channel. */
    visitor: `${widget}visitor`,
    draft: `${conversation}draft`,
    scroll: `${conversation}scroll`,
    run: `${conversation}run`,
    /** Proves to the server that this tab started an anonymous conversation. */
    verifier: `${conversation}verifier`,
    /** Whether a page function has run. */
    call: (channel: string) => `${conversation}call:${channel}`,
    calls: `${conversation}call:`,
    widget,
    conversation,
    channel: `${widget}${session}`,
    /** Lock and channel of the tab that waits for messages of human agents. */
    live: `${STORAGE_PREFIX}live:${widgetId}:${session}`,
    sessionLock: `${STORAGE_PREFIX}session:${widgetId}:${session}`,
    streamLock: `${STORAGE_PREFIX}stream:${widgetId}:${session}`,
    callLock: (channel: string) => `${STORAGE_PREFIX}call:${channel}`,
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

export const isHistoryKey = (key: string): boolean => kindOf(key) === 'message';
export const isOutboxKey = (key: string): boolean => kindOf(key) === 'outbox';
/** Whether it is the key of data that no server has. */
export const isIrreplaceableKey = (key: string): boolean => /^(?:outbox|call|session)$/.test(kindOf(key) ?? '');
