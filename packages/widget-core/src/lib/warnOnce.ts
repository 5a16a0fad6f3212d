/**
 * Passes each sentence on once: a mistake in a page is met again with every message and every change of the settings.
 */
export function createWarnOnce(warn: (message: string) => void): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    warn(message);
  };
}
