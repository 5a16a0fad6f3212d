/** Warns the page's developer in the console, instead of throwing into the host page. */
export function warn(error: unknown): void {
  // oxlint-disable-next-line no-console -- it is reported nowhere else: an exception would stop the page's own script
  console.warn('[sotto]', error);
}
