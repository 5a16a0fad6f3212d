import { contrastRatio } from './contrast';
import type { ResolvedTheme, ThemeField } from './themeFields';

/**
 * Two theme fields that must be distinguishable, and the contrast they require: 4.5 for text, 3 for the borders of
 * controls (WCAG 2, 1.4.3 and 1.4.11).
 */
export interface ContrastPair {
  readonly front: ThemeField;
  readonly back: ThemeField;
  readonly needed: 4.5 | 3;
}

/** A pair with too little contrast; `ratio` is the measured one, 1 to 21. */
export interface ContrastFinding extends ContrastPair {
  readonly ratio: number;
}

/** All pairs of colours that are adjacent on the screen (contract 4.4). */
export const CONTRAST_PAIRS: readonly ContrastPair[] = [
  ...pairs(4.5, [
    ['conversationText', 'conversationPrimary', 'framePrimary', 'previewPrimary'],
    ['barText', 'barPrimary'],
    ['introMessageText', 'conversationPrimary', 'framePrimary'],
    ['introMessageButtonText', 'introMessageButtonPrimary'],
    ['userMessageText', 'userMessagePrimary'],
    ['userMessageLink', 'userMessagePrimary'],
    ['botMessageText', 'botMessagePrimary', 'previewPrimary'],
    ['botMessageLink', 'botMessagePrimary', 'conversationPrimary', 'framePrimary'],
    ['botMessageButtonText', 'botMessageButtonPrimary', 'botMessageButtonSecondary', 'framePrimary'],
    ['inputText', 'inputPrimary'],
    ['inputSecondary', 'inputPrimary'],
    ['tapText', 'conversationPrimary', 'framePrimary', 'botMessagePrimary'],
    ['buttonText', 'buttonPrimary', 'buttonSecondary'],
  ]),
  ...pairs(3, [
    ['introMessageButtonBorderPrimary', 'conversationPrimary'],
    ['botMessageButtonBorderPrimary', 'botMessagePrimary', 'botMessageButtonPrimary'],
    ['inputBorderPrimary', 'inputPrimary', 'conversationPrimary', 'framePrimary'],
    ['buttonPrimary', 'conversationPrimary', 'framePrimary'],
  ]),
];

/** The pairs of a theme with too little contrast, for a warning. Pairs that cannot be measured are omitted. */
export function findWeakPairs(theme: ResolvedTheme): ContrastFinding[] {
  return CONTRAST_PAIRS.flatMap((pair) => {
    const ratio = contrastRatio(String(theme[pair.front]), String(theme[pair.back]));
    return ratio !== undefined && ratio < pair.needed ? [{ ...pair, ratio }] : [];
  });
}

function pairs(needed: 4.5 | 3, rows: readonly (readonly [ThemeField, ...ThemeField[]])[]): ContrastPair[] {
  return rows.flatMap(([front, ...backs]) => backs.map((back) => ({ front, back, needed })));
}
