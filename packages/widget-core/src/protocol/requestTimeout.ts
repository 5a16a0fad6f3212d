/** How long a request waits for its answer, in milliseconds. Contract 2.2. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long a host may take to make a session, in milliseconds. Contract 2.5. */
export const CREATE_SESSION_TIMEOUT_MS = 15_000;

/**
 * How long a request of this name and payload waits, in milliseconds.
 *
 * `Infinity` where a person or a model takes the time they take: a reply that is being written, a question that is
 * being asked.
 * `callFunction` is not here: its asking side knows the definition's own time.
 */
export function requestTimeoutMs(
  name: string,
  payload: { readonly respond?: unknown; readonly confirm?: unknown },
): number {
  if (name === 'sendMessage' && payload.respond !== false) return Infinity;
  if (name === 'restartConversation' && payload.confirm === true) return Infinity;
  return name === 'createSession' ? CREATE_SESSION_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
}
