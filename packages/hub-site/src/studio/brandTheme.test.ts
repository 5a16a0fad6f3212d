import { findWeakPairs, readColor, resolveTheme, THEME_FIELDS, THEME_NAMES } from '@sotto/widget-core/internal/config';
import { describe, expect, it } from 'vitest';
import { brandTheme, type BrandTheme } from './brandTheme';

const SCHEMES = ['light', 'dark'] as const;

function made(color: string, name?: Parameters<typeof brandTheme>[1]): BrandTheme {
  const theme = brandTheme(color, name);
  if (!theme) throw new Error(`${color} gives no theme`);
  return theme;
}

/** The corners, edges and middle of the colours there are, and a few that brands have. */
const COLORS = [
  ...[0, 64, 119, 128, 192, 255].flatMap((red) =>
    [0, 64, 119, 128, 192, 255].flatMap((green) => [0, 119, 192, 255].map((blue) => `rgb(${red} ${green} ${blue})`)),
  ),
  ...[
    '#1f5547',
    '#ffd000',
    '#e11d48',
    '#0ea5e9',
    'hsl(280 70% 40%)',
    'oklch(70% 0.15 150)',
    'rebeccapurple',
    '#777',
    'black',
    'white',
  ],
];

describe('W-35 H-12 a brand colour becomes a whole theme', () => {
  it.each(THEME_NAMES)(
    `${COLORS.length} colours give a theme %s in which every pair can be read, in both schemes`,
    (name) => {
      for (const color of COLORS) {
        const { theme } = made(color, name);
        for (const scheme of SCHEMES)
          expect({ color, scheme, weak: findWeakPairs(resolveTheme(theme as never, scheme)) }).toEqual({
            color,
            scheme,
            weak: [],
          });
      }
    },
  );

  it('sets the same fields for light and dark, all of them valid colours', () => {
    const { theme } = made('#e11d48');
    expect(Object.keys(theme.config)).toEqual(Object.keys(theme.dark));
    for (const [field, value] of Object.entries({ ...theme.config, ...theme.dark }))
      expect([THEME_FIELDS[field as keyof typeof THEME_FIELDS], readColor(value)]).toEqual(['color', value]);
  });

  it('keeps a colour that works as it is', () => {
    const { theme, corrections } = made('#1f5547');
    expect(theme.config).toMatchObject({
      buttonPrimary: '#1f5547',
      userMessagePrimary: '#1f5547',
      buttonText: '#ffffff',
      botMessageLink: '#1f5547',
    });
    expect(corrections.filter(({ scheme }) => scheme === 'light')).toEqual([]);
  });

  it('corrects a colour that cannot be read, no further than needed, and says which pair it was', () => {
    const { theme, corrections } = made('#ffd000');
    expect(theme.config).toMatchObject({ userMessagePrimary: '#ffd000', userMessageText: '#1d2126' });
    const button = corrections.find(({ front, scheme }) => front === 'buttonPrimary' && scheme === 'light');
    expect(button).toMatchObject({ back: 'conversationPrimary', needed: 3, from: '#ffd000' });
    expect(button?.ratio).toBeLessThan(3);
    expect(button?.corrected).toBeGreaterThanOrEqual(3);
    expect(button?.corrected).toBeLessThan(3.5);
    expect(corrections.some(({ scheme, front }) => scheme === 'dark' && front === 'buttonPrimary')).toBe(false);
  });

  it.each(['', 'nothing', 'transparent', 'rgb(0 0 0 / 50%)', 'url(x)', 'currentColor', '#12345'])(
    'makes nothing of %j',
    (color) => {
      expect(brandTheme(color)).toBeUndefined();
    },
  );
});
