import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../testing/fuzzRuns';
import { resolveConfig } from './resolveConfig';
import { THEME_FIELDS } from './themeFields';
import { resolveTheme, themeToProperties } from './themes';
import { CONFIG_FIELDS, type ConfigKey } from './widgetConfig';

const KEYS = Object.keys(CONFIG_FIELDS) as ConfigKey[];
const CSS = [
  'url(',
  ')',
  '//evil.test',
  ';',
  '}',
  '{',
  '/*',
  '*/',
  '\\',
  '"',
  "'",
  '#fff',
  'red',
  'rgb(',
  '1',
  '%',
  'px',
  'calc(',
  'var(--x)',
  'image-set(',
  'expression(',
  ' ',
  ',',
  'inherit',
  'Inter',
  '<',
  '>',
  '\n',
  '@import',
];
const css = fc.array(fc.constantFrom(...CSS), { maxLength: 8 }).map((parts) => parts.join(''));
const value = fc.oneof(
  fc.anything({ maxDepth: 3, withNullPrototype: true }),
  css,
  fc.json(),
  fc.constantFrom('javascript:alert(1)', 'https://evil.test', '//evil.test', 'data:text/html,x', 'true', '{"name":'),
);
const settings = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom<string>(...KEYS) },
        { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'barIcn') },
      ),
      value,
    ),
    { maxLength: 12 },
  )
  .map((entries) => Object.fromEntries(entries));
const theme = fc.record({
  name: fc.oneof(fc.constantFrom('default', 'dark', 'stack', 'blank'), css),
  config: fc.dictionary(fc.constantFrom(...Object.keys(THEME_FIELDS), '__proto__'), fc.oneof(css, value)),
});

describe('A408 A409 W-34 any settings', () => {
  it('become a whole and valid config', () => {
    fc.assert(
      fc.property(fc.oneof(settings, value), fc.option(settings), (host, owner) => {
        const problems: string[] = [];
        const config = resolveConfig(
          owner ? { integrationId: 'demo', config: owner, languages: [] } : undefined,
          host,
          ({ message }) => {
            problems.push(message);
          },
        );
        for (const key of KEYS) {
          if (key !== 'theme')
            expect([
              key,
              v.safeParse(CONFIG_FIELDS[key].schema as v.GenericSchema, config[key]).success ||
                config[key] === CONFIG_FIELDS[key].fallback,
            ]).toEqual([key, true]);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      FUZZ,
    );
  });

  it('A110 W-35 of a theme become style values that end nothing and load nothing', () => {
    fc.assert(
      fc.property(theme, fc.constantFrom('light' as const, 'dark' as const), (given, scheme) => {
        const properties = themeToProperties(
          resolveTheme(resolveConfig(undefined, { theme: given }, () => undefined).theme, scheme),
        );
        for (const [name, text] of Object.entries(properties))
          expect([name, text.replaceAll('var(--sotto-rem, 16px)', '1px')]).toEqual([
            name,
            expect.not.stringMatching(/url\(|image-set|expression|var\(|[;{}<>\\]|\/\*|@/i),
          ]);
      }),
      { ...FUZZ, numRuns: (FUZZ.numRuns ?? 0) * 3 },
    );
  });
});
