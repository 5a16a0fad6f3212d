import {
  contrastRatio,
  CONTRAST_PAIRS,
  mixColors,
  readableText,
  readColor,
  resolveTheme,
  toRgba,
  type ContrastPair,
  type ResolvedTheme,
  type ThemeField,
  type ThemeName,
} from '@sotto/widget-core/internal/config';

type Scheme = 'light' | 'dark';
type Colors = Partial<Record<ThemeField, string>>;

/** A colour pair with too little contrast, and its correction. */
export interface Correction extends ContrastPair {
  readonly scheme: Scheme;
  /** The brand's colour, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** Contrast before and after, 1 to 21. */
  readonly ratio: number;
  readonly corrected: number;
}

/** A theme generated from one colour. */
export interface BrandTheme {
  /** Value of the widget's `theme`. */
  readonly theme: { readonly name: ThemeName; readonly config: Colors; readonly dark: Colors };
  /** Corrections for sufficient contrast; empty if the brand colour works as it is. */
  readonly corrections: readonly Correction[];
}

/** Share of black or white that is mixed in per correction step. */
const STEP = 0.02;

/**
 * Generates a theme for light and dark from a brand colour, which is used for buttons and the visitor's messages and
 * tints surfaces.
 *
 * Every adjacent colour pair meets WCAG 2 AA: colours are moved towards black or white as little as possible.
 *
 * @param name - the preset for shapes; `blank` has no colours, so the default is used instead
 * @returns undefined unless the colour is valid and opaque
 */
export function brandTheme(brand: string, name: ThemeName = 'default'): BrandTheme | undefined {
  const color = readColor(brand);
  const parts = color === undefined ? undefined : toRgba(color);
  if (color === undefined || parts?.[3] !== 1) return undefined;
  const preset = name === 'blank' ? 'default' : name;
  // In hex, so that all further steps give the same text.
  const hex = mixColors(color, color, 1);
  const light = colorsFor(hex, preset, 'light');
  const dark = colorsFor(hex, preset, 'dark');
  return {
    theme: { name: preset, config: light.colors, dark: dark.colors },
    corrections: [...light.corrections, ...dark.corrections],
  };
}

function colorsFor(brand: string, name: ThemeName, scheme: Scheme): { colors: Colors; corrections: Correction[] } {
  const preset = resolveTheme({ name, config: {} }, scheme);
  const colors = { ...draftColors(brand, preset), ...special(brand, name, scheme, preset) };
  const corrections: Correction[] = [];
  const valueOf = (field: ThemeField): string => colors[field] ?? String(preset[field]);

  function replace(front: ThemeField, to: string, pairs: readonly ContrastPair[]): void {
    const from = valueOf(front);
    colors[front] = to;
    for (const pair of pairs) {
      const ratio = contrastRatio(from, valueOf(pair.back)) ?? pair.needed;
      if (ratio < pair.needed)
        corrections.push({ ...pair, scheme, from, to, ratio, corrected: contrastRatio(to, valueOf(pair.back)) ?? 1 });
    }
  }

  // Filled surfaces first: their text colours depend on them.
  const surfaces = pairsOf('buttonPrimary');
  const isReadable = (fill: string): boolean => (contrastRatio(readableText(fill), fill) ?? 0) >= 4.5;
  const standsOut = (fill: string, pairs: readonly ContrastPair[]): boolean =>
    pairs.every(({ back, needed }) => (contrastRatio(fill, valueOf(back)) ?? needed) >= needed);
  replace(
    'buttonPrimary',
    nearest(brand, (fill) => isReadable(fill) && standsOut(fill, surfaces)),
    [...surfaces, { front: 'buttonPrimary', back: 'buttonText', needed: 4.5 }],
  );
  if (name !== 'stack')
    replace('userMessagePrimary', nearest(brand, isReadable), [
      { front: 'userMessagePrimary', back: 'userMessageText', needed: 4.5 },
    ]);
  if (name === 'modern' && scheme === 'light')
    replace('barPrimary', nearest(brand, isReadable), [{ front: 'barPrimary', back: 'barText', needed: 4.5 }]);
  Object.assign(colors, textsOn(valueOf('buttonPrimary')));
  for (const [text, fill] of [
    ['userMessageText', 'userMessagePrimary'],
    ['userMessageLink', 'userMessagePrimary'],
    ...(name === 'modern' ? [['barText', 'barPrimary'] as const] : []),
  ] as const)
    colors[text] = readableText(valueOf(fill));

  for (const front of new Set(CONTRAST_PAIRS.map((pair) => pair.front))) {
    const pairs = pairsOf(front);
    if (!standsOut(valueOf(front), pairs))
      replace(
        front,
        nearest(valueOf(front), (candidate) => standsOut(candidate, pairs)),
        pairs,
      );
  }
  return { colors, corrections };
}

/** Text colour of a button. The hover colour moves away from it, so that contrast never decreases. */
function textsOn(button: string): Colors {
  const buttonText = readableText(button);
  return { buttonText, buttonSecondary: mixColors(button, buttonText === '#ffffff' ? '#000000' : '#ffffff', 0.16) };
}

/** `modern` has a filled top bar in light schemes; `stack` has rows, which only get a tint. */
function special(
  brand: string,
  name: ThemeName,
  scheme: Scheme,
  { barPrimary, barText, conversationPrimary }: ResolvedTheme,
): Colors {
  if (name === 'modern') return { barPrimary: scheme === 'light' ? brand : barPrimary, barText };
  return name === 'stack' ? { userMessagePrimary: mixColors(conversationPrimary, brand, 0.08) } : {};
}

function draftColors(
  brand: string,
  { conversationPrimary: surface, botMessagePrimary, previewPrimary }: ResolvedTheme,
): Colors {
  const text = readableText(brand);
  const tint = mixColors(surface, brand, 0.1);
  const line = mixColors(brand, surface, 0.3);
  return {
    previewPrimary: mixColors(previewPrimary, brand, 0.03),
    introMessageButtonText: brand,
    introMessageButtonPrimary: tint,
    introMessageButtonBorderPrimary: line,
    userMessageText: text,
    userMessagePrimary: brand,
    userMessageLink: text,
    botMessagePrimary: mixColors(botMessagePrimary, brand, 0.04),
    botMessageLink: brand,
    botMessageButtonText: brand,
    botMessageButtonPrimary: surface,
    botMessageButtonSecondary: tint,
    botMessageButtonBorderPrimary: line,
    inputBorderPrimary: mixColors(resolvedBorder(surface), brand, 0.1),
    buttonText: text,
    buttonPrimary: brand,
    buttonSecondary: brand,
  };
}

/** A neutral border visible on a surface. */
function resolvedBorder(surface: string): string {
  return mixColors(surface, readableText(surface), 0.45);
}

function pairsOf(front: ThemeField): readonly ContrastPair[] {
  return CONTRAST_PAIRS.filter((pair) => pair.front === front);
}

/** The nearest accepted colour towards black or white. */
function nearest(color: string, accepts: (candidate: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const found = ['#000000', '#ffffff'].map((end) => mixColors(color, end, share)).find(accepts);
    if (found !== undefined) return found;
  }
  return accepts('#000000') ? '#000000' : '#ffffff';
}
