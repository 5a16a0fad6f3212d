import { toRgba } from '@sotto/widget-core/internal/config';
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
/** Most that one channel of a colour changes, of 255, without anybody noticing. */
const UNSEEN = 8;

/**
 * Describes the contrast corrections, one sentence for each colour that takes the place of another. Borders, and colours
 * that look the same, are adjusted silently.
 */
export function describeCorrections(corrections: readonly Correction[]): string[] {
  const parts = new Map<string, Set<string>>();
  for (const { front, scheme, from, to } of corrections) {
    const part = PARTS[front];
    if (part === undefined || differenceOf(from, to) <= UNSEEN) continue;
    const key = `${scheme} ${from} ${to}`;
    parts.set(key, (parts.get(key) ?? new Set()).add(part));
  }
  return [...parts].map(([key, names]) => {
    const [scheme = '', from = '', to = ''] = key.split(' ');
    const list = new Intl.ListFormat('en').format(names);
    const isOne = names.size === 1 && names.has('the bar');
    return `On ${scheme} pages, ${from} has too little contrast for ${list}, so ${isOne ? 'it is' : 'they are'} shown in ${to}.`;
  });
}

/** The largest difference of a channel between two colours, 0 to 255. */
function differenceOf(one: string, other: string): number {
  const [from = [], to = []] = [one, other].map(toRgba);
  return Math.max(...from.map((value, channel) => Math.abs(value - (to[channel] ?? 0))));
}
