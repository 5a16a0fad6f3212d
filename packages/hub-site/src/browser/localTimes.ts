/** The reader's time zone and locale; the browser's own unless a test sets them. */
interface Reader {
  readonly timeZone?: string;
  readonly locale?: string;
}

/**
 * Shows the times of a page in the reader's time zone. The pages are English, so only an English locale affects the
 * date format.
 */
export function startLocalTimes(page: ParentNode, { timeZone, locale = navigator.language }: Reader = {}): void {
  const format = new Intl.DateTimeFormat(locale.startsWith('en') ? locale : 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  for (const element of page.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const at = Date.parse(element.dateTime);
    if (Number.isNaN(at)) continue;
    const formatted = format.format(at);
    if (element.dataset['local'] === 'title') {
      element.title = formatted;
      continue;
    }
    element.title = element.textContent;
    element.textContent = formatted;
  }
}
