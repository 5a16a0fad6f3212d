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

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
