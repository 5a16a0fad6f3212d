/**
 * Passes each sentence on once: a mistake in a page is met again with every message and every change of the settings.
 */
export function createWarnOnce(warn: (message: string) => void): (message: string) => void {
  const reported = new Set<string>();
  return (message) => {
    if (reported.has(message)) return;
    reported.add(message);
    warn(message);
  };
}
