import type { Correction } from './brandTheme';

/** Labels of the parts. */
const PARTS: Readonly<Record<string, string>> = {
  buttonPrimary: 'buttons',
  userMessagePrimary: "the visitor's messages",
  barPrimary: 'the bar',
  botMessageLink: 'links',
  botMessageButtonText: 'buttons in messages',
  introMessageButtonText: 'suggestions',
};

/** Describes the contrast corrections, one sentence for each part; borders are adjusted silently. */
export function describeCorrections(corrections: readonly Correction[]): string[] {
  const worst = new Map<string, Correction>();
  for (const correction of corrections) {
    const key = `${correction.front} ${correction.scheme}`;
    const known = worst.get(key);
    if (PARTS[correction.front] !== undefined && (!known || correction.ratio < known.ratio)) worst.set(key, correction);
  }
  return [...worst.values()].map(
    ({ front, scheme, from, to, ratio, corrected, needed }) =>
      `${scheme === 'light' ? 'Light' : 'Dark'}: ${from} is hard to read for ${PARTS[front] ?? front} ` +
      `(contrast ${ratio.toFixed(1)}, needed ${String(needed)}). It becomes ${to} (${corrected.toFixed(1)}).`,
  );
}
