import { encodingOfMarkup, encodingOfType } from './declaredEncoding';
import { guessEncoding } from './guessEncoding';
import { decodeAs, isDecodable } from './legacyDecoders';
import { eastAsianShare } from './scripts';

/** Hints for decoding. */
export interface Declared {
  /** The `Content-Type` header. @default none */
  readonly contentType?: string;
  /** Whether the bytes may declare their encoding, like HTML and XML. @default false */
  readonly isMarkup?: boolean;
}

/** A decoded text. */
export interface Decoded {
  /** Without a byte order mark. */
  readonly text: string;
  /** Name in the WHATWG Encoding Standard; `ibm850` is not part of it. */
  readonly encoding: string;
  /** False if the encoding was guessed and another is about as likely, or if parts could not be decoded. */
  readonly isCertain: boolean;
}

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** How many bytes are examined to detect UTF-16 without a byte order mark. */
const WIDE_BYTES = 4_096;
/** Escape sequences of ISO-2022-JP, which is otherwise ASCII. */
const JAPANESE_SHIFT = /\u001b\$[@B]/;
/** With fewer non-ASCII characters, bytes of another encoding may be valid UTF-8 by chance. */
const FEW = 4;
/** Encodings that are rarely valid by chance. */
const TWO_BYTES = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

/**
 * Decodes all input: uploads, attachments, pages, robots.txt. Tries in order: byte order mark, valid UTF-8, the
 * encoding of the `Content-Type`, the declared one, the most likely one. Takes linear time.
 */
export function decodeBytes(bytes: Uint8Array, { contentType = '', isMarkup = false }: Declared = {}): Decoded {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  if (marked !== undefined) return certain(marked, bytes);
  const declared = encodingOfType(contentType) ?? (isMarkup ? encodingOfMarkup(bytes) : undefined);
  if (!bytes.some((byte) => byte >= 0x80 || byte === 0 || byte === 0x1b)) return certain('utf-8', bytes);
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return certain(wide, bytes);
  if (isDecodable('utf-8', bytes)) {
    const text = decodeAs('utf-8', bytes);
    const shifted = JAPANESE_SHIFT.test(text) && isDecodable('iso-2022-jp', bytes);
    if (shifted) return certain('iso-2022-jp', bytes);
    const { whole: foreign, broken } = count(text);
    const isChance = foreign < FEW && declared !== undefined && TWO_BYTES.has(declared) && isDecodable(declared, bytes);
    // A single byte that starts a UTF-8 character at the end of an otherwise ASCII text is not UTF-8.
    if (!isChance && (foreign > 0 || broken === 0)) return { text, encoding: 'utf-8', isCertain: true };
  }
  if (declared !== undefined && declared !== 'utf-8' && isDecodable(declared, bytes)) return certain(declared, bytes);
  const eastAsian = wideEastAsian(bytes);
  if (eastAsian !== undefined) return certain(eastAsian, bytes);
  return mostlyUtf8(bytes, declared) ?? guess(bytes);
}

function certain(encoding: string, bytes: Uint8Array): Decoded {
  return { text: decodeAs(encoding, bytes), encoding, isCertain: true };
}

function guess(bytes: Uint8Array): Decoded {
  const { encoding, isCertain } = guessEncoding(bytes);
  return { text: decodeAs(encoding, bytes), encoding, isCertain };
}

/**
 * UTF-8 with a few broken bytes: more than nine in ten characters are valid, or more than half if UTF-8 is declared.
 */
function mostlyUtf8(bytes: Uint8Array, declared: string | undefined): Decoded | undefined {
  const text = decodeAs('utf-8', bytes);
  const { whole, broken } = count(text);
  return broken < whole / (declared === 'utf-8' ? 1 : 9) ? { text, encoding: 'utf-8', isCertain: false } : undefined;
}

/** Counts non-ASCII characters and undecodable ones. */
function count(text: string): { whole: number; broken: number } {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code >= 0x80) whole += 1;
  }
  return { whole, broken };
}

/** Minimum share of zero bytes in UTF-16; in Latin text nearly half are zero. */
const LATIN_ZEROS_MIN = 0.4;

/** A control byte other than 0, which occurs in no single-byte encoded text. */
function isControl(byte: number): boolean {
  return byte > 0 && byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}

/**
 * UTF-16 without a byte order mark: every other byte of Latin text is 0, and of most line ends and spaces in other
 * scripts.
 */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, WIDE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Distinguish text with some NUL by mistake: in UTF-16 either half of the bytes are 0, or others are control bytes.
  if (even + odd < head.length * LATIN_ZEROS_MIN && !head.some(isControl)) return undefined;
  const least = head.length / 10;
  // Some characters contain a zero byte themselves: `一`, and the ideographic space.
  if (odd > least && even < odd / 4) return 'utf-16le';
  return even > least && odd < even / 4 ? 'utf-16be' : undefined;
}

/** Minimum share of frequent characters in East Asian text. */
const EAST_ASIAN_SHARE = 0.15;
/** Characters that no text contains: controls, private use, unassigned and undecodable ones. */
const MEANINGLESS = /[^\t\n\v\f\r\P{Cc}]|[\p{Co}\p{Cn}\ufffd]/u;

/**
 * Detects UTF-16 without a byte order mark in East Asian text, which has few zero bytes: its spaces and punctuation
 * contain bytes that are control characters in other encodings.
 */
function wideEastAsian(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, Math.min(WIDE_BYTES, bytes.length - (bytes.length % 2)));
  if (!head.some((byte) => byte === 0 || isControl(byte))) return undefined;
  const [best] = ['utf-16le', 'utf-16be']
    .map((encoding) => {
      // A surrogate pair may be cut at the end.
      const text = decodeAs(encoding, head).slice(0, -1);
      return { encoding, share: MEANINGLESS.test(text) ? 0 : eastAsianShare(text) };
    })
    .sort((a, b) => b.share - a.share);
  return best && best.share >= EAST_ASIAN_SHARE ? best.encoding : undefined;
}
