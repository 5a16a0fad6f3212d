/** Characters that no text is made of: controls, private and unassigned ones, and the sign for what is unknown. */
const MEANINGLESS = /[^\t\n\r\P{Cc}]|[\p{Co}\p{Cn}\p{Cs}\ufffd]/gu;
/** Share of meaningless characters from which the others mean nothing either. */
const MEANINGLESS_SHARE = 0.1;

/** Letters that may stand side by side: Latin ones and those of East Asia. No other script is mixed inside a word. */
const MIXED = ['Latn', 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo'];
const ALONE =
  'Grek Cyrl Armn Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Khmr Mong Cher Cans Yiii';
const SCRIPTS = [MIXED, ...ALONE.split(' ').map((script) => [script])].map(
  (scripts) => new RegExp(scripts.map((script) => `\\p{scx=${script}}`).join('|'), 'u'),
);
/** Share of neighbouring letters of two scripts from which they are numbers of glyphs, taken for letters. */
const CHANGES_SHARE = 0.3;
/** Fewer changes than this are a unit or a formula. */
const CHANGES_MIN = 3;

/**
 * The text of one font without meaningless characters. Empty if it is no text: a font that does not say which
 * characters its glyphs are has their numbers in place of a text (ISO 32000-1, 9.10.2).
 */
export function decodedText(text: string): string {
  const cleaned = text.replaceAll(MEANINGLESS, '');
  const isMeaningless = countVisible(text) - countVisible(cleaned) > countVisible(text) * MEANINGLESS_SHARE;
  return isMeaningless || isMixture(text) ? '' : cleaned;
}

/** Characters other than white space. */
export function countVisible(text: string): number {
  return text.replace(/\s/g, '').length;
}

function isMixture(text: string): boolean {
  let [changes, pairs, last] = [0, 0, NaN];
  for (const character of text.replaceAll(/\p{M}/gu, '')) {
    const script = /\p{L}/u.test(character) ? SCRIPTS.findIndex((letters) => letters.test(character)) : NaN;
    if (!Number.isNaN(script) && !Number.isNaN(last)) {
      pairs += 1;
      if (script !== last) changes += 1;
    }
    last = script;
  }
  return changes >= CHANGES_MIN && changes > pairs * CHANGES_SHARE;
}
