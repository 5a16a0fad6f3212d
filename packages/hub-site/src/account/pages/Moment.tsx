import { timeAgo } from './timeAgo';

interface MomentProps {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A moment in UTC, which the page's script turns into the reader's own time zone (`client/localTimes.ts`). */
export function Moment({ at }: MomentProps) {
  return (
    <time dateTime={new Date(at).toISOString()} data-local>
      {utc(at)}
    </time>
  );
}

/** How long ago something was. The moment itself is in its title. */
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
