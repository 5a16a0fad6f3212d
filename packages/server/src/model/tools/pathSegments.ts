/**
 * What some server along the way may take for the end of a segment. `%c0` and `%c1` begin overlong UTF-8, which lenient
 * decoders read as ASCII.
 */
const SEPARATOR = /[/\\\p{Cc}]|%c[01]/iu;
/** Percent-encoded ASCII, also in the form `%u002e` that some servers know. */
const ENCODED_ASCII = /%(?:u00)?([0-7][0-9a-f])/gi;
/** Decodings after which a text that can still be decoded is given up. */
const DECODINGS_MAX = 8;

/**
 * Whether a path with arguments in it has the segments of the original path, however often a server decodes it: as
 * many, and none has become empty, `.` or `..`.
 *
 * @param original - the path with a plain letter for each argument
 * @param filled - the path with the arguments, not yet encoded
 */
export function keepsSegments(original: string, filled: string): boolean {
  const before = toSegments(original);
  const after = toSegments(filled);
  return (
    before !== undefined &&
    before.length === after?.length &&
    after.every((segment, index) => !isNoName(segment) || isNoName(before[index] ?? ''))
  );
}

/** @returns undefined for what is encoded too often to decode */
function toSegments(path: string): string[] | undefined {
  let decoded = path;
  for (let count = 0; count < DECODINGS_MAX; count += 1) {
    const next = decoded.replaceAll(ENCODED_ASCII, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === decoded) return decoded.split(SEPARATOR);
    decoded = next;
  }
  return undefined;
}

/** Nothing, `.` or `..`, also before parameters (`..;v=1`) or between spaces, which some servers take away. */
function isNoName(segment: string): boolean {
  return /^\.{0,2}$/.test((segment.split(';')[0] ?? '').trim());
}
