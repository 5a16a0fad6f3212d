import type { Clock } from '../lib/clock';
import { sha256Base64Url } from '../lib/sha256';
import { LIFETIMES } from '../storage/storageKeys';

const DAY_MS = 86_400_000;

/** Identifies the conversation that this browser continues (contract 5.1). */
export interface SessionKey {
  /** The `{s}` of storage keys; undefined: nothing is stored and other tabs are not notified. */
  readonly name: string | undefined;
  /** The visitor's subject (`subjectName`); undefined: anonymous. */
  readonly subject: string | undefined;
  /** How long data of the conversation is kept from now, in milliseconds. */
  readonly lifetimeMs: () => number;
}

/**
 * Reads the `session` setting: empty or `day` = the visitor's calendar day, `none` = nothing is stored, anything else =
 * a name chosen by the host, which appears in storage only as its hash.
 *
 * @param timeZone - IANA name of the visitor's time zone; undefined: UTC
 * @param subject - the visitor's subject: each has its own key
 * @param waitingDay - the day whose conversation has unsent messages, if any: it continues until they are sent, because
 * they would be lost at midnight otherwise
 */
export function readSessionKey(
  session: string | undefined,
  clock: Clock,
  timeZone: string | undefined,
  waitingDay: (suffix: string) => string | undefined,
  subject?: string,
): SessionKey {
  const lifetimeMs = (): number => LIFETIMES.session;
  const suffix = subject === undefined ? '' : `~${subject}`;
  if (session === 'none') return { name: undefined, subject, lifetimeMs };
  if (session !== undefined && session !== '' && session !== 'day') {
    return { name: `key-${sha256Base64Url(session).slice(0, 22)}${suffix}`, subject, lifetimeMs };
  }
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(clock.now());
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? '';
  const hoursLeft = 24 - Number(part('hour'));
  // One hour longer than the rest of the day, for days on which the clocks change. The date is in the name anyway.
  const endsAt = clock.now() + (hoursLeft + 1) * (DAY_MS / 24);
  return {
    name: `${waitingDay(suffix) ?? `day-${part('year')}-${part('month')}-${part('day')}`}${suffix}`,
    subject,
    lifetimeMs: () => Math.max(endsAt - clock.now(), 0),
  };
}
