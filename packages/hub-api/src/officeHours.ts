import * as v from 'valibot';

/** From Monday, as ISO 8601 numbers them. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** How far ahead the next opening is looked for, in days: each weekday occurs once, and today a second time. */
const DAYS_AHEAD = 8;

const clockTimeSchema = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected a time such as 09:30'));
const timeZoneSchema = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Choose a time zone'));

/** Setting `officeHours` of a widget: when people answer. Without it they answer at any time. */
export const officeHoursSchema = v.object({
  /** IANA name of the zone that the times are in. */
  timeZone: timeZoneSchema,
  /** `to` is on the next day unless it is after `from`. */
  days: v.pipe(
    v.array(v.object({ day: v.picklist(WEEKDAYS), from: clockTimeSchema, to: clockTimeSchema })),
    v.check((days) => days.length > 0, 'Choose at least one day'),
    v.maxLength(28, 'At most four times a day'),
  ),
});
export type OfficeHours = v.InferOutput<typeof officeHoursSchema>;

/**
 * When people are back, in milliseconds since the epoch; undefined while they are there.
 *
 * @param setting - `config.officeHours`; anything but office hours counts as none
 */
export function backAt(setting: unknown, now: number): number | undefined {
  const hours = v.safeParse(officeHoursSchema, setting);
  if (!hours.success) return undefined;
  const { timeZone, days } = hours.output;
  const offsetAt = readOffsets(timeZone);
  /** A local time may not exist, or twice: the clocks' change moves it, or the second one counts. */
  const toMoment = (local: number): number => {
    const near = local - offsetAt(local);
    return local - offsetAt(near);
  };
  const today = Math.floor((now + offsetAt(now)) / DAY_MS) * DAY_MS;
  const spans = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => today + (index - 1) * DAY_MS).flatMap((date) =>
    days
      .filter(({ day }) => day === (new Date(date).getUTCDay() || 7))
      .map(({ from, to }) => {
        const [begins, ends] = [toMinutes(from), toMinutes(to)];
        return {
          from: toMoment(date + begins * MINUTE_MS),
          to: toMoment(date + (ends > begins ? 0 : DAY_MS) + ends * MINUTE_MS),
        };
      }),
  );
  if (spans.some(({ from, to }) => from <= now && now < to)) return undefined;
  return Math.min(...spans.map(({ from }) => from).filter((from) => from > now));
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** @returns the offset of a zone from UTC at a moment, in milliseconds */
function readOffsets(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (moment) => {
    const minute = Math.floor(moment / MINUTE_MS) * MINUTE_MS;
    const parts = Object.fromEntries(format.formatToParts(minute).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minutes) - minute;
  };
}

/** Whether this program knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
