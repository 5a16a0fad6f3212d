import { decodeAs, isDecodable } from './legacyDecoders';
import { PAIR_SCRIPTS, SCRIPTS, type PairScript, type Script } from './scripts';

/** How much of a text is examined, in bytes, starting shortly before the first non-ASCII byte. */
const SAMPLE_BYTES = 8_192;
const BEFORE_BYTES = 256;
/** Required lead over the second-best guess to be certain, in nats (3 nats: twenty times as likely). */
const MARGIN = 3;
/** Minimum likelihood per character for a known encoding, in nats. */
const LEAST = -10;

/** Penalty for a character that is rare in the script, in nats. */
const SIGN = Math.log(1 / 40);
const SYMBOL = Math.log(1 / 1_000);
const FOREIGN = Math.log(1 / 3_000);
const UNUSUAL_PAIR = Math.log(1 / 200_000);
const BROKEN = Math.log(1e-6);
/** A capital after a small letter, two scripts in one word, a symbol between letters. */
const UNLIKELY = Math.log(0.01);
/** Two accented letters in a row. */
const ROW = Math.log(0.15);

/** Typographic symbols used in all languages. */
const SIGNS = new Set('\u00a0“”„‚‘’–—…€£§°©®«»·¿¡™•½¼×²‹›、。');
const LETTER = /\p{L}|\p{M}/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
const ASCII_LETTER = /[a-z]/i;

/** The most likely encoding of bytes that are not UTF-8 and declare none. */
export interface Guess {
  readonly encoding: string;
  /** False if another encoding results in a different text that is about as likely. */
  readonly isCertain: boolean;
}

interface Weighed {
  readonly encoding: string;
  readonly text: string;
  readonly likelihood: number;
}

/**
 * Decodes the beginning of a text in each encoding and rates how common its characters are. Takes time proportional
 * to 8 KiB, plus one pass over all bytes for each encoding rated above the one that is valid.
 */
export function guessEncoding(bytes: Uint8Array): Guess {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - BEFORE_BYTES);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  const texts = new Map([...SCRIPTS, ...PAIR_SCRIPTS].map(({ encoding }) => [encoding, decodeAs(encoding, sample)]));
  const weighed = [
    ...SCRIPTS.map((script) => weigh(script.encoding, (text) => weighLetters(script, text))),
    ...PAIR_SCRIPTS.filter(({ encoding }) => isDecodable(encoding, sample)).map((script) =>
      weigh(script.encoding, (text) => weighPairs(script, sample, text)),
    ),
  ].sort((a, b) => b.likelihood - a.likelihood);
  function weigh(encoding: string, weighText: (text: string) => number): Weighed {
    const text = texts.get(encoding) ?? '';
    return { encoding, text, likelihood: weighText(text) };
  }
  const best = weighed.find(({ encoding }) => isDecodable(encoding, bytes));
  if (!best) return { encoding: 'windows-1252', isCertain: false };
  const next = weighed.find(({ text }) => text !== best.text);
  const foreign = best.text.replace(/[\0-\u007f]+/g, '').length;
  return {
    encoding: best.encoding,
    isCertain: best.likelihood - (next?.likelihood ?? -Infinity) >= MARGIN && best.likelihood >= LEAST * foreign,
  };
}

function weighLetters({ letters, common = '', isLatin, rarity = 0 }: Script, text: string): number {
  const capitals = isLatin ? letters.toUpperCase() : '';
  const most = new Set(common);
  const costs = new Map<string, number>();
  const rest = letters.length - common.length;
  for (const letter of letters)
    costs.set(letter, Math.log(common === '' ? 0.85 / rest : most.has(letter) ? 0.65 / common.length : 0.35 / rest));
  for (const capital of capitals) if (!costs.has(capital)) costs.set(capital, Math.log(0.15 / letters.length));
  let sum = -rarity;
  const characters = [...text];
  for (const [index, character] of characters.entries()) {
    if (character < '\u0080') continue;
    const before = characters[index - 1] ?? ' ';
    const after = characters[index + 1] ?? ' ';
    const cost = costs.get(character);
    sum += cost ?? costOfOther(character);
    if (cost === undefined && !LETTER.test(character)) {
      if (character !== '’' && LETTER.test(before) && LETTER.test(after)) sum += UNLIKELY;
      continue;
    }
    if (CAPITAL.test(character) && SMALL.test(before)) sum += UNLIKELY;
    if (isLatin && before >= '\u0080' && LETTER.test(before)) sum += ROW;
    if (!isLatin) sum += UNLIKELY * (Number(ASCII_LETTER.test(before)) + Number(ASCII_LETTER.test(after)));
  }
  return sum;
}

function costOfOther(character: string): number {
  if (SIGNS.has(character)) return SIGN;
  if (character === '\ufffd' || /\p{C}/u.test(character)) return BROKEN;
  return LETTER.test(character) ? FOREIGN : SYMBOL;
}

/** Half-width katakana of Shift_JIS take one byte. */
const HALF_WIDTH = Math.log(0.1 / 63);
const FREQUENT = 0.4;
/** Without any of these it is hardly Japanese. */
const KANA = /[\u3040-\u30ff\uff66-\uff9f]/;

function weighPairs({ encoding, usual, common }: PairScript, bytes: Uint8Array, text: string): number {
  const frequent = common === '' ? 0 : [...text].filter((character) => common.includes(character)).length;
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp';
  let sum = isJapanese && !KANA.test(text) ? UNLIKELY : 0;
  // A frequent character costs less than others of its row, if the script has a frequency list.
  if (frequent > 0) sum += frequent * (Math.log(FREQUENT / common.length) - Math.log(0.93 / 3_000));
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    if (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) {
      sum += HALF_WIDTH;
      continue;
    }
    const trail = bytes[at + 1];
    const among = trail === undefined ? 0 : usual(lead, trail);
    sum += among === 0 ? UNUSUAL_PAIR : Math.log(0.93 / among);
    at += 1;
  }
  return sum;
}
