import { timeAgo } from './timeAgo';

interface MomentProps {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A time in UTC, which a script converts to the reader's time zone (`client/localTimes.ts`). */
export function Moment({ at }: MomentProps) {
  return (
    <time dateTime={new Date(at).toISOString()} data-local>
      {utc(at)}
    </time>
  );
}

/** Relative time; the exact time is in its title. */
export function Ago({ at, now }: MomentProps & { readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={utc(at)} data-local="title">
      {timeAgo(at, now)}
    </time>
  );
}

/** A day, as times are shown to readers of English: `Nov 28, 2026`. @param day - such as `2026-11-28`, or any moment of it */
export function dayName(day: string | number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
