/** Ignores a rejection that the conversation already shows. */
export function ignoreShown(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
