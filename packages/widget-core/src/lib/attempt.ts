/**
 * Runs an action and returns undefined if it throws.
 *
 * The only place that ignores errors on purpose: clipboard and storage failures (specification, section 8).
 */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
