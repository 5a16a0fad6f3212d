import { encodingOfMarkup, encodingOfType } from './declaredEncoding';
import { guessEncoding } from './guessEncoding';
import { decodeAs, isDecodable } from './legacyDecoders';
import { eastAsianShare } from './scripts';

/** What is known of bytes before they are read. */
export interface Declared {
  /** The `Content-Type` they came with. @default none */
  readonly contentType?: string;
  /** Whether they may name their encoding themselves, as HTML and XML do. @default false */
  readonly isMarkup?: boolean;
}

/** Bytes as text. */
export interface Decoded {
  /** Without a byte order mark. */
  readonly text: string;
  /** The name of the WHATWG Encoding Standard; `ibm850` has none there. */
  readonly encoding: string;
  /** False: it was guessed, and another encoding is about as likely, or some of it could not be read. */
  readonly isCertain: boolean;
}

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** How much is looked at for UTF-16 without a mark, in bytes. */
const WIDE_BYTES = 4_096;
/** Shifts of ISO-2022-JP to its Japanese sets, in a text that is ASCII otherwise. */
const JAPANESE_SHIFT = /\u001b\$[@B]/;
/** With fewer characters outside of ASCII than this, bytes of another encoding may be UTF-8 by chance. */
const FEW = 4;
/** Encodings whose bytes are seldom valid by chance. */
const TWO_BYTES = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

/**
 * The one decoder for all that comes in: uploads, attachments, pages, robots.txt. In this order: byte order mark, UTF-8
 * where the bytes are valid UTF-8, the encoding of the `Content-Type`, the one that the document names, the likeliest.
 * It takes time in proportion to the bytes.
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
    // A single byte that begins a character of UTF-8, at the end of a text that has no other, is no UTF-8.
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

/** UTF-8 with a few broken bytes: more than nine in ten characters are whole, or more than half where it is declared. */
function mostlyUtf8(bytes: Uint8Array, declared: string | undefined): Decoded | undefined {
  const text = decodeAs('utf-8', bytes);
  const { whole, broken } = count(text);
  return broken < whole / (declared === 'utf-8' ? 1 : 9) ? { text, encoding: 'utf-8', isCertain: false } : undefined;
}

/** Characters outside of ASCII, and those that could not be read. */
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

/** Share of bytes of 0 from which a text without controls is UTF-16: nearly half of a Latin one. */
const LATIN_ZEROS_MIN = 0.4;

/** A byte that no text has in an encoding of single bytes, but for 0. */
function isControl(byte: number): boolean {
  return byte > 0 && byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}

/** UTF-16 without a mark: every other byte of a Latin text, and of most line ends and spaces elsewhere, is 0. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, WIDE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // A text in which some NUL have come by mistake: of UTF-16, either half of the bytes are 0, or others are controls.
  if (even + odd < head.length * LATIN_ZEROS_MIN && !head.some(isControl)) return undefined;
  const least = head.length / 10;
  // Some characters end in a byte of 0 themselves: `一`, and the wide space.
  if (odd > least && even < odd / 4) return 'utf-16le';
  return even > least && odd < even / 4 ? 'utf-16be' : undefined;
}

/** Share of frequent characters from which bytes are a text of East Asia. */
const EAST_ASIAN_SHARE = 0.15;
/** What no text has: controls, private and unassigned characters, and those that cannot be read. */
const MEANINGLESS = /[^\t\n\v\f\r\P{Cc}]|[\p{Co}\p{Cn}\ufffd]/u;

/**
 * UTF-16 without a mark in a text of East Asia, which has few bytes of 0. Its spaces and signs have bytes that are
 * control characters elsewhere, and no text has those.
 */
function wideEastAsian(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, Math.min(WIDE_BYTES, bytes.length - (bytes.length % 2)));
  if (!head.some((byte) => byte === 0 || isControl(byte))) return undefined;
  const [best] = ['utf-16le', 'utf-16be']
    .map((encoding) => {
      // A character of two halves may be cut at the end.
      const text = decodeAs(encoding, head).slice(0, -1);
      return { encoding, share: MEANINGLESS.test(text) ? 0 : eastAsianShare(text) };
    })
    .sort((a, b) => b.share - a.share);
  return best && best.share >= EAST_ASIAN_SHARE ? best.encoding : undefined;
}
