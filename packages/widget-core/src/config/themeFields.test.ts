import { describe, expect, it } from 'vitest';
import { readColor, readLength, readThemeValue, THEME_FIELDS } from './themeFields';

/** What must never reach a style sheet, whatever the field is. */
const HOSTILE = [
  'red; background: url(https://evil.example)',
  'url(https://evil.example/a.png)',
  'var(--secret)',
  'red}body{display:none',
  'expression(alert(1))',
  'red/**/',
  '\\75 rl(x)',
  'image-set("x" 1x)',
  'attr(data-x)',
  'env(safe-area-inset-top)',
  'calc(1px + 1px)',
  '</style><script>',
  '"',
  "Arial, 'x",
  '#12345',
  'rgb(1 2)',
  'rgb(1 2 3 4)',
  'rgb(1,2,3',
  'rgb(url(x) 1 2)',
  'hsl(1 2 3 / 4 / 5)',
  '1px; x',
  '-1px',
  '1e9px',
  'NaNpx',
  '\u0000red',
  'red\n;',
  'constructor',
  '__proto__',
  '',
  ' ',
  'a'.repeat(10_000),
  null,
  undefined,
  {},
  [],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  () => 'red',
  { toString: () => 'red' },
];

describe('T16 a theme cannot carry anything but values of its kind', () => {
  const kinds = Object.keys(THEME_FIELDS) as (keyof typeof THEME_FIELDS)[];

  it.each(kinds)('%s refuses every hostile value', (field) => {
    // A single word may be the name of a font; as one it is harmless.
    const harmless = THEME_FIELDS[field] === 'fontFamily' ? ['NaNpx', 'constructor', '__proto__'] : [];
    const taken = HOSTILE.filter((value) => readThemeValue(field, value) !== undefined);
    expect(taken).toEqual(harmless);
  });
});

describe('W-35 the kinds of fields', () => {
  it.each([
    ['#FFF', '#fff'],
    ['#1f5547', '#1f5547'],
    ['#1f554780', '#1f554780'],
    [' Teal ', 'teal'],
    ['transparent', 'transparent'],
    ['inherit', 'inherit'],
    ['CURRENTCOLOR', 'currentColor'],
    ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
    ['rgba(1, 2, 3, .5)', 'rgba(1, 2, 3, .5)'],
    ['rgb(1 2 3 / 50%)', 'rgb(1 2 3 / 50%)'],
    ['hsl(120deg 10% 20%)', 'hsl(120deg 10% 20%)'],
    ['oklch(40% 0.06 170)', 'oklch(40% 0.06 170)'],
  ])('reads the colour %s', (written, read) => {
    expect(readColor(written)).toBe(read);
  });

  it.each([
    [12, '12px'],
    [0, '0px'],
    ['0', '0px'],
    ['1.5rem', '1.5rem'],
    ['.5em', '.5em'],
    ['50%', '50%'],
    ['80DVH', '80dvh'],
  ])('reads the length %s', (written, read) => {
    expect(readLength(written)).toBe(read);
  });

  it('reads paddings, numbers, fonts, booleans and words', () => {
    expect(readThemeValue('messagePadding', '4px  12px')).toBe('4px 12px');
    expect(readThemeValue('messagePadding', '1px 2px 3px 4px 5px')).toBeUndefined();
    expect(readThemeValue('messageRounding', '4px 12px')).toBeUndefined();
    expect(readThemeValue('lineHeight', '1.6')).toBe(1.6);
    expect(readThemeValue('lineHeight', 40)).toBeUndefined();
    expect(readThemeValue('fontFamily', `"Open Sans", -apple-system,Söhne Mono, 'M+ 1p', sans-serif`)).toBe(
      `"Open Sans", -apple-system, Söhne Mono, 'M+ 1p', sans-serif`,
    );
    expect(readThemeValue('fontFamily', 'Source Sans 3, serif')).toBe('"Source Sans 3", serif');
    expect(readThemeValue('fontFamily', 'Inter,')).toBeUndefined();
    expect(readThemeValue('buttonShadow', 'false')).toBe(false);
    expect(readThemeValue('messageStyle', 'stack')).toBe('stack');
    expect(readThemeValue('messageStyle', 'rows')).toBeUndefined();
    expect(readThemeValue('version', 'v1')).toBeUndefined();
  });
});
