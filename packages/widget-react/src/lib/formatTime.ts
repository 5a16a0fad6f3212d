/**
 * Formats a time in the visitor's time zone and language: only the time if it is today, otherwise with the date.
 * Without line breaks.
 */
export function formatTime(at: number, language: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return formatIn(language, date, isToday).replaceAll(' ', '\u00a0');
}

function formatIn(language: string | undefined, date: Date, isToday: boolean): string {
  try {
    return new Intl.DateTimeFormat(language, {
      timeStyle: 'short',
      ...(!isToday && { dateStyle: 'medium' }),
    }).format(date);
  } catch {
    // The language tag is unknown.
    return formatIn(undefined, date, isToday);
  }
}
