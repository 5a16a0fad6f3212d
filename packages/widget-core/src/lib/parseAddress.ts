/**
 * `URL.parse` for engines that lack it.
 *
 * `URL.canParse` is not used before it: Node.js 20 and 22 answer false for addresses with letters such as `ü` as soon
 * as V8 has compiled the function that calls it.
 */
export function parseAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
