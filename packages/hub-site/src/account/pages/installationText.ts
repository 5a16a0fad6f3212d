import { timeAgo } from './timeAgo';

/** A site a widget was seen on. `lastSeenAt` in milliseconds since the epoch. */
interface Site {
  readonly origin: string;
  readonly lastSeenAt: number;
}

/** Describes where a widget is installed. */
export function installationText(sites: readonly Site[], now: number): string {
  const [latest, ...others] = sites;
  if (!latest) return 'Not seen on a site yet';
  const more =
    others.length === 0 ? '' : `, and on ${String(others.length)} more ${others.length === 1 ? 'site' : 'sites'}`;
  return `Last seen on ${new URL(latest.origin).host} ${timeAgo(latest.lastSeenAt, now)}${more}`;
}
