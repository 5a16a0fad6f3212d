import type { Clock } from '../lib/clock';
import { sha256Base64Url } from '../lib/sha256';
import { LIFETIMES } from '../storage/storageKeys';

const DAY_MS = 86_400_000;

/** Which conversation this browser goes on with (contract 5.1). */
export interface SessionKey {
  /** The `{s}` of storage keys; undefined: nothing is stored and no tab is notified. */
  readonly name: string | undefined;
  /** Whose it is (`subjectName`); undefined: an anonymous visitor's. */
  readonly subject: string | undefined;
  /** How long what belongs to the conversation is kept from now, in milliseconds. */
  readonly lifetimeMs: () => number;
}

/**
 * Reads the `session` setting: empty or `day` = the visitor's calendar day, `none` = nothing kept, anything else = a
 * name chosen by the host, which appears in storage only as its hash.
 *
 * @param timeZone - IANA name of the visitor's time zone; undefined: UTC
 * @param subject - whose conversation it is: those of different people have different names
 * @param waitingDay - the day whose conversation has something to send, if any: it goes on until that is sent, or the
 *   text would be lost at midnight
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
  // An hour more than the day has left, for days on which the clocks change: the name alone contains the day.
  const endsAt = clock.now() + (hoursLeft + 1) * (DAY_MS / 24);
  return {
    name: `${waitingDay(suffix) ?? `day-${part('year')}-${part('month')}-${part('day')}`}${suffix}`,
    subject,
    lifetimeMs: () => Math.max(endsAt - clock.now(), 0),
  };
}
