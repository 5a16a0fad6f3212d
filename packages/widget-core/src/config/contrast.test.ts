import { describe, expect, it } from 'vitest';
import { contrastRatio, mixColors, readableText, toRgba } from './contrast';
import { CONTRAST_PAIRS, findWeakPairs } from './contrastPairs';
import { resolveTheme, THEME_NAMES } from './themes';

describe('the WCAG 2 formula', () => {
  it.each([
    ['#000', '#ffffff', 21],
    ['white', 'white', 1],
    ['#767676', '#fff', 4.54],
    ['rgb(0 0 0)', 'hsl(0 0% 100%)', 21],
    ['rgb(118, 118, 118)', 'white', 4.54],
    ['hsl(120deg 100% 25%)', 'white', 5.14],
    ['oklch(0% 0 0)', 'oklch(1 0 0)', 21],
  ])('gives %s on %s %d', (front, back, ratio) => {
    expect(contrastRatio(front, back)).toBeCloseTo(ratio, 1);
  });

  it('counts a see-through text as it looks on its surface', () => {
    expect(contrastRatio('rgb(0 0 0 / 50%)', '#fff')).toBeCloseTo(
      contrastRatio('rgb(127.5 127.5 127.5)', '#fff') ?? 0,
      5,
    );
  });

  it.each(['inherit', 'currentColor', 'transparent', 'rgb(0 0 0 / 50%)', 'lab(50% 0 0)'])(
    'does not measure on %s',
    (surface) => {
      expect(contrastRatio('#000', surface)).toBeUndefined();
    },
  );

  it('reads every notation the same', () => {
    const same = ['#1f5547', '#1f5547ff', 'rgb(31, 85, 71)', 'rgb(31 85 71 / 1)'].map(toRgba);
    expect(new Set(same.map((color) => JSON.stringify(color))).size).toBe(1);
    const [red, green, blue] = toRgba('oklch(62.8% 0.2577 29.23)') ?? [];
    expect([red, green, blue].map((part) => Math.round(part ?? -1))).toEqual([255, 0, 0]);
    expect(toRgba('hsl(0.5turn 100% 50%)')?.map(Math.round)).toEqual([0, 255, 255, 1]);
  });

  it('mixes, and picks the text that reads better', () => {
    expect(mixColors('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mixColors('inherit', '#000000', 0.5)).toBe('inherit');
    expect([readableText('#1f5547'), readableText('yellow')]).toEqual(['#ffffff', '#1d2126']);
  });
});

describe('W-35 every preset can be read', () => {
  const cases = THEME_NAMES.flatMap((name) => (['light', 'dark'] as const).map((scheme) => ({ name, scheme })));

  it.each(cases)('$name in $scheme: text 4.5:1, borders of controls 3:1', ({ name, scheme }) => {
    expect(findWeakPairs(resolveTheme({ name, config: {} }, scheme))).toEqual([]);
  });

  it.each(cases.filter(({ name }) => name !== 'blank'))(
    '$name in $scheme: every pair is measured',
    ({ name, scheme }) => {
      const theme = resolveTheme({ name, config: {} }, scheme);
      expect(
        CONTRAST_PAIRS.filter(
          ({ front, back }) => contrastRatio(String(theme[front]), String(theme[back])) === undefined,
        ),
      ).toEqual([]);
    },
  );

  it('names the pair that an override makes illegible', () => {
    const theme = resolveTheme({ name: 'light', config: { barText: '#eeeeee' } }, 'light');
    expect(findWeakPairs(theme)).toMatchObject([{ front: 'barText', back: 'barPrimary', needed: 4.5 }]);
  });
});
