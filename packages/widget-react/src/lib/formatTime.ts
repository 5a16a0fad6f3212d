/** A moment in the visitor's time zone and language: the time alone today, otherwise with its day. */
export function formatTime(at: number, language: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  try {
    return new Intl.DateTimeFormat(
      language,
      isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
    ).format(date);
  } catch {
    // An unknown language tag.
    return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(date);
  }
}
