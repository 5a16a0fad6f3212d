/** How long a request waits for its response, in milliseconds. Contract 2.2. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long a host may take to create a session, in milliseconds. Contract 2.5. */
export const CREATE_SESSION_TIMEOUT_MS = 15_000;

/**
 * Returns the timeout of a request, in milliseconds.
 *
 * `Infinity` if the duration depends on a person or a model: a reply in progress, a question to the visitor.
 * `callFunction` is not included, because the frame uses the timeout of the function's definition.
 */
export function requestTimeoutMs(
  name: string,
  payload: { readonly respond?: unknown; readonly confirm?: unknown },
): number {
  if (name === 'sendMessage' && payload.respond !== false) return Infinity;
  if (name === 'restartConversation' && payload.confirm === true) return Infinity;
  return name === 'createSession' ? CREATE_SESSION_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
}
