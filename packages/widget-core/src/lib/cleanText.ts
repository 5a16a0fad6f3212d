/**
 * Text as it may be stored and sent: PostgreSQL refuses half of a surrogate pair and NUL in JSON (22P02, 22P05), which
 * RFC 8259 (8.2) lets through.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
}

/**
 * The same for a text that comes in pieces: a pair that two pieces have cut apart is joined.
 *
 * @returns takes a piece and gives what is certain; at the end, `isLast` gives what was held back
 */
export function createTextCleaner(): (piece: string, isLast?: boolean) => string {
  let half = '';
  return (piece, isLast = false) => {
    const text = half + piece.replaceAll('\0', '');
    // The first half of a pair is one of U+D800 to U+DBFF.
    half = !isLast && /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return cleanText(text.slice(0, text.length - half.length));
  };
}
