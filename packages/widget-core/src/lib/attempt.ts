/**
 * Runs what may fail without harm and gives undefined when it does.
 *
 * The one place where a failure is ignored on purpose: the specification ignores clipboard and storage failures
 * (section 8).
 */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
