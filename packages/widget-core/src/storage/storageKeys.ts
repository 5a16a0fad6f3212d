/** What every key of ours begins with. */
export const STORAGE_PREFIX = 'sotto:';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long things are kept, in milliseconds (contract 5.4). */
export const LIFETIMES = {
  /** A named conversation, from its last activity; the server's own default (`sessionDuration`). */
  session: DAY_MS,
  outbox: DAY_MS,
  /** Longer than any reply that can be read again. */
  call: DAY_MS,
  language: 365 * DAY_MS,
  visitor: 30 * DAY_MS,
  /** What belongs to one tab and dies with it: a day is only the outer limit. */
  tab: DAY_MS,
} as const;

/** Every name under which a widget stores, locks or broadcasts something (contract 5.4, 5.5). */
export interface StorageKeys {
  readonly session: string;
  /** One message a key, so that a new message rewrites no other. */
  readonly message: (key: string) => string;
  readonly messages: string;
  readonly contact: string;
  /** One pending send a key, so that two tabs never overwrite each other's. */
  readonly outboxEntry: (id: string) => string;
  readonly outbox: string;
  readonly peek: (messageId: string) => string;
  readonly language: string;
  /** Whom a page of this browser identified last; also the name of the channel for it. */
  readonly visitor: string;
  readonly draft: string;
  /** Where the reader was. */
  readonly scroll: string;
  readonly run: string;
  /** Shows the server that this tab began an anonymous conversation. */
  readonly verifier: string;
  /** Whether a function of the page has run. */
  readonly call: (channel: string) => string;
  readonly calls: string;
  /** What begins every key of the widget. */
  readonly widget: string;
  /** What begins every key of this conversation. */
  readonly conversation: string;
  readonly channel: string;
  /** The lock and the channel of the tab that waits for what a person does. */
  readonly live: string;
  readonly sessionLock: string;
  readonly streamLock: string;
  readonly callLock: (channel: string) => string;
}

/**
 * @param session - the `{s}` of contract 5.4: `day-2026-11-21` or `key-…`, and `~` with a hash of the subject where
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
 * The name of the oldest day of a widget, such as `day-2026-11-21`, whose conversation has something to send.
 *
 * @param suffix - whose: `~` and the name of the subject, or empty
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

/** Whether it is the key of a message that was sent already. */
export const isHistoryKey = (key: string): boolean => kindOf(key) === 'message';
/** Whether it is the key of a message that waits to be sent. */
export const isOutboxKey = (key: string): boolean => kindOf(key) === 'outbox';
/** Whether it is the key of something that no server has. */
export const isIrreplaceableKey = (key: string): boolean => /^(?:outbox|call|session)$/.test(kindOf(key) ?? '');
