import { failed, ok, warning, type Finding } from './finding';

/** How far another clock is ahead of this machine's, in milliseconds. */
export interface Offset {
  /** Whose clock it is. */
  readonly name: string;
  readonly offsetMs: number;
}

/** From here on, in milliseconds: replies of other processes look late, and then one-time codes are refused. */
const WARN_MS = 2_000;
const FAIL_MS = 30_000;
/** A `Date` header has whole seconds. */
const HEADER_STEP_MS = 1_000;

/** Clock offset of the server that answered, from its `Date` header. */
export function offsetOf(name: string, response: Response, askedAt: number): readonly Offset[] {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return [];
  return [{ name, offsetMs: date + HEADER_STEP_MS / 2 - (askedAt + Date.now()) / 2 }];
}

/** Compares this machine's clock with those of the servers it asked. */
export function checkClock(offsets: readonly Offset[]): Finding {
  const worst = [...offsets].sort((one, other) => Math.abs(other.offsetMs) - Math.abs(one.offsetMs))[0];
  if (worst === undefined) return ok('clock', 'There is no other clock to compare with');
  const away = Math.abs(worst.offsetMs);
  const seconds = (away / 1000).toFixed(1);
  const message = `This machine is ${seconds} s ${worst.offsetMs > 0 ? 'behind' : 'ahead of'} ${worst.name}`;
  const fix = 'Let both machines set their clocks by NTP';
  if (away >= FAIL_MS) return failed('clock', message, fix);
  return away >= WARN_MS ? warning('clock', message, fix) : ok('clock', message);
}
