/** Lets go of a promise whose failure the conversation shows already: the message is marked, the way on is there. */
export function ignoreShown(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
