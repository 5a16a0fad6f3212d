/** Bytes 0x80–0x9F of windows-1252 (WHATWG Encoding, index windows-1252). */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Bytes 0x80–0xFF of code page 850, used by DOS and programs derived from it (Unicode: CP850). */
const IBM_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Normalizes an encoding label; undefined if it is unknown or unsafe (UTF-7). */
export function knownEncoding(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label.trim());
    // One decoder serves all three (WHATWG Encoding, 10.1): GB18030 contains GBK, which contains GB2312.
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return undefined;
  }
}

/**
 * Decodes bytes in an encoding returned by `knownEncoding`. Removes a byte order mark; undecodable bytes become
 * U+FFFD.
 */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  if (encoding === 'windows-1252') return decodeWindows1252(bytes);
  if (encoding === 'ibm850') return decodeIbm850(bytes);
  if (encoding === 'euc-kr') return decodeKorean(bytes);
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Whether all bytes are valid in an encoding. An incomplete character at the end counts as valid, because pages are
 * truncated.
 */
export function isDecodable(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === 'windows-1252' || encoding === 'ibm850') return true;
  if (encoding === 'euc-kr') return isKorean(bytes);
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Node 20 decodes windows-1252 as ISO-8859-1: the euro sign and curly quotes become control characters. */
function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}

function decodeIbm850(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (character) => IBM_850[character.charCodeAt(0) - 0x80] ?? character);
}

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;
let koreanPairs: Map<number, string> | undefined;

/**
 * Syllables that Windows (code page 949) adds to EUC-KR. They are part of the WHATWG encoding but not of ICU: all
 * syllables missing in EUC-KR, in Unicode order.
 */
function readKoreanPairs(): Map<number, string> {
  const known = new Set<string>();
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) known.add(decoder.decode(Uint8Array.of(lead, trail)));
  const pairs = new Map<number, string>();
  let code = HANGUL_FIRST;
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail += 1) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (known.has(String.fromCharCode(code))) code += 1;
      if (code > HANGUL_LAST) return pairs;
      pairs.set(lead * 256 + trail, String.fromCharCode(code));
      code += 1;
    }
  }
  return pairs;
}

/** A pair of plain EUC-KR. */
function isPair(lead: number, trail: number): boolean {
  return lead >= 0xa1 && lead <= 0xfe && trail >= 0xa1 && trail <= 0xfe;
}

/** Node decodes unknown EUC-KR bytes as control characters, so the bytes are examined here. */
function isKorean(bytes: Uint8Array): boolean {
  koreanPairs ??= readKoreanPairs();
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (trail === undefined) return true;
    if (!isPair(lead, trail) && !koreanPairs.has(lead * 256 + trail)) return false;
    at += 1;
  }
  return true;
}

/** EUC-KR with the syllables of code page 949. */
function decodeKorean(bytes: Uint8Array): string {
  const decoder = new TextDecoder('euc-kr');
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (trail === undefined) {
      parts.push(decoder.decode(bytes.subarray(start, at)));
      return parts.join('');
    }
    if (isPair(lead, trail)) {
      at += 1;
      continue;
    }
    koreanPairs ??= readKoreanPairs();
    const syllable = koreanPairs.get(lead * 256 + trail);
    parts.push(decoder.decode(bytes.subarray(start, at)), syllable ?? '\ufffd');
    if (syllable !== undefined) at += 1;
    start = at + 1;
  }
  parts.push(decoder.decode(bytes.subarray(start)));
  return parts.join('');
}
