import { describe, expect, it } from 'vitest';
import { resolveConfig } from './resolveConfig';
import { THEME_FIELDS, THEME_KIND_WORDS, type ThemeField } from './themeFields';
import { resolveTheme } from './themes';
import { CONFIG_FIELDS, type ConfigKey } from './widgetConfig';

/** What somebody may write by mistake. Each key refuses at least one of them, or the test has to learn why not. */
const MISTAKES: readonly unknown[] = [
  Symbol('s'),
  () => 1,
  new Date(Number.NaN),
  NaN,
  -1,
  12,
  'no such thing at all <b>',
  '',
  'javascript:alert(1)',
  [],
  [1],
  [{ text: 1 }],
  {},
  { a: 1 },
  { a: { b: 1 } },
  { getOrder: 1 },
  { name: 7 },
  'x'.repeat(400_000),
  1n,
  true,
];

function tryOut(written: Record<string, unknown>) {
  const problems: { key: string; message: string }[] = [];
  const config = resolveConfig(undefined, written, (problem) => problems.push(problem));
  return { config, told: problems };
}
const DEFAULTS = resolveConfig(undefined, {}, () => undefined);
const KEYS = Object.keys(CONFIG_FIELDS) as ConfigKey[];

describe('W-34 a mistake in any setting', () => {
  it.each(KEYS)('%s: the message names it and what is allowed, the default is used, nothing is thrown', (key) => {
    const { allowed } = CONFIG_FIELDS[key];
    const refused = MISTAKES.map((mistake) => tryOut({ [key]: mistake })).filter(
      ({ told: problems }) => problems.length > 0,
    );
    expect(refused.length).toBeGreaterThan(0);
    const [first] = refused;
    expect(first?.told[0]?.key.split('.')[0]).toBe(key);
    expect(first?.told[0]?.message).toContain(`${key} must be ${allowed}`);
    expect(first?.config).toEqual(DEFAULTS);
  });

  it('all of them at once hurt no other', () => {
    const { config, told: problems } = tryOut({
      ...Object.fromEntries(KEYS.map((key) => [key, Symbol('mistake')])),
      barTitel: 'x',
      barTitle: 'Right',
    });
    expect(config).toEqual({ ...DEFAULTS, barTitle: 'Right' });
    expect(new Set(problems.map(({ key }) => key))).toEqual(
      new Set([...KEYS.filter((key) => key !== 'barTitle'), 'barTitel']),
    );
    expect(problems.find(({ key }) => key === 'barTitel')?.message).toContain('Did you mean "barTitle"?');
  });
});

describe('W-35 a mistake in any field of a theme', () => {
  it.each(Object.keys(THEME_FIELDS) as ThemeField[])(
    "%s: the message names it and what is allowed, the preset's value is used",
    (field) => {
      for (const mistake of ['url(https://elsewhere.example)', { a: 1 }, 'red; } * { display: none']) {
        const { config, told: problems } = tryOut({ theme: { name: 'default', config: { [field]: mistake } } });
        expect(problems[0]?.message).toContain(field);
        expect(problems[0]?.message).toContain(THEME_KIND_WORDS[THEME_FIELDS[field]]);
        expect(resolveTheme(config.theme, 'light')).toEqual(resolveTheme(DEFAULTS.theme, 'light'));
      }
    },
  );
});
