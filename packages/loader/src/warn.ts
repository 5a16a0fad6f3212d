/**
 * Warns the page's developer. The only way into the console: whatever goes wrong in us or in a call of the page, the
 * page goes on.
 */
export function warn(error: unknown): void {
  // oxlint-disable-next-line no-console -- it is reported nowhere else: an exception would stop the page's own script
  console.warn('[sotto]', error);
}
