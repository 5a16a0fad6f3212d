/**
 * First 32 bits of the fractional parts of the square (`root` 2) or cube (3) roots of the first primes, which SHA-256
 * uses as constants.
 */
function primeRoots(count: number, root: 2 | 3): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes.map((prime) => {
    const value = root === 2 ? Math.sqrt(prime) : Math.cbrt(prime);
    return Math.floor((value - Math.floor(value)) * 2 ** 32);
  });
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8.
 *
 * Needed because `crypto.subtle` is missing on plain-http pages; used for names of storage keys and for the challenge
 * of an anonymous conversation.
 */
export function sha256(text: string): Uint8Array {
  const constants = primeRoots(64, 3);
  const hash = primeRoots(8, 2);
  const data = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  for (let offset = 0; offset < padded.length; offset += 64) addBlock(hash, constants, view, offset);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => {
    digest.setUint32(index * 4, word);
  });
  return new Uint8Array(digest.buffer);
}

function addBlock(hash: number[], constants: readonly number[], view: DataView, offset: number): void {
  const words = new Int32Array(64);
  const at = (index: number): number => words[index] ?? 0;
  for (let index = 0; index < 64; index += 1) {
    if (index < 16) {
      words[index] = view.getInt32(offset + index * 4);
      continue;
    }
    const early = at(index - 15);
    const late = at(index - 2);
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (at(index - 16) + small0 + at(index - 7) + small1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let index = 0; index < 64; index += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + (constants[index] ?? 0) + at(index)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + big0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    hash[index] = ((hash[index] ?? 0) + word) | 0;
  });
}

/** The digest of a text in base64url without padding: 43 characters that are safe in a storage key. */
export function sha256Base64Url(text: string): string {
  const binary = Array.from(sha256(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
