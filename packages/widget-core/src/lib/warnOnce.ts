/** Emits each warning once, because the same mistake of a page recurs with every message and settings change. */
export function createWarnOnce(warn: (message: string) => void): (message: string) => void {
  const reported = new Set<string>();
  return (message) => {
    if (reported.has(message)) return;
    reported.add(message);
    warn(message);
  };
}
