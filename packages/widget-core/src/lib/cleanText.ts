/**
 * Removes what must not be stored or sent: PostgreSQL refuses unpaired surrogates and NUL in JSON (22P02, 22P05), which
 * RFC 8259 (8.2) allows.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
}

/**
 * Cleans a text that arrives in pieces; a surrogate pair split over two pieces is joined.
 *
 * @returns a function that takes a piece and returns the final text so far; `isLast` also returns what was held back
 */
export function createTextCleaner(): (piece: string, isLast?: boolean) => string {
  let half = '';
  return (piece, isLast = false) => {
    const text = half + piece.replaceAll('\0', '');
    // The first half of a surrogate pair is U+D800 to U+DBFF.
    half = !isLast && /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return cleanText(text.slice(0, text.length - half.length));
  };
}
