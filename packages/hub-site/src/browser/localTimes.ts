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

/** Chooses the reader's time zone in lists of zones that have no stored one. */
export function chooseOwnZone(page: ParentNode, { timeZone }: Pick<Reader, 'timeZone'> = {}): void {
  const own = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const list of page.querySelectorAll<HTMLSelectElement>('select[name="timeZone"]'))
    if (list.value === '' && [...list.options].some(({ value }) => value === own)) list.value = own;
}
