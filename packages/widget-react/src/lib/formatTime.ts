/**
 * A moment in the visitor's time zone and language: the time alone today, otherwise with its day. No line breaks in it.
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
    // An unknown language tag.
    return formatIn(undefined, date, isToday);
  }
}
