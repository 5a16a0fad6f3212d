import { describe, expect, it, vi } from 'vitest';
import { contrastRatio } from './contrast';
import { THEME_FIELDS } from './themeFields';
import type { ConfigProblem } from './reportConfigProblem';
import { readThemeOverrides, resolveTheme, THEME_NAMES, themeToProperties } from './themes';

const both = ['light', 'dark'] as const;

function plain(name: (typeof THEME_NAMES)[number], scheme: 'light' | 'dark') {
  return resolveTheme({ name, config: {} }, scheme);
}

function refuseReports({ message }: ConfigProblem): never {
  throw new Error(message);
}

describe('W-35 the presets', () => {
  it.each(THEME_NAMES)('%s has a value for every field in both schemes', (name) => {
    for (const scheme of both)
      expect(Object.keys(plain(name, scheme)).sort()).toEqual(Object.keys(THEME_FIELDS).sort());
  });

  it('default follows the scheme, light and dark are fixed', () => {
    expect(plain('default', 'light')).toEqual(plain('light', 'dark'));
    expect(plain('default', 'dark')).toEqual(plain('dark', 'light'));
    expect(plain('light', 'light').framePrimary).toBe('#ffffff');
    expect(plain('dark', 'dark').framePrimary).toBe('#16191c');
  });

  it('modern and stack keep their shapes in the dark and take its colours', () => {
    expect(plain('modern', 'light')).toMatchObject({
      popupRounding: '24px',
      backdropBlur: '8px',
      barPrimary: '#3a3d98',
    });
    expect(plain('modern', 'dark')).toMatchObject({
      popupRounding: '24px',
      backdropBlur: '8px',
      barPrimary: '#1b1f23',
      userMessagePrimary: '#8fd0ba',
    });
    expect(plain('stack', 'light')).toMatchObject({
      messageStyle: 'stack',
      messageDividerSize: '1px',
      userMessagePrimary: '#ffffff',
      botMessagePrimary: '#f6f7f8',
    });
    expect(plain('stack', 'dark')).toMatchObject({
      messageStyle: 'stack',
      messageDividerSize: '1px',
      userMessagePrimary: '#8fd0ba',
    });
  });

  it('blank has no colours of its own', () => {
    const theme = plain('blank', 'dark');
    const colors = (Object.keys(THEME_FIELDS) as (keyof typeof THEME_FIELDS)[])
      .filter((field) => THEME_FIELDS[field] === 'color')
      .map((field) => theme[field]);
    expect(new Set(colors)).toEqual(new Set(['inherit', 'transparent', 'currentColor']));
    expect(theme).toMatchObject({
      framePrimary: 'transparent',
      barText: 'inherit',
      inputSecondary: 'inherit',
      inputBorderPrimary: 'currentColor',
      buttonRounding: '0px',
      buttonShadow: false,
    });
  });

  it('has the sizes of the specification', () => {
    expect(plain('default', 'light')).toMatchObject({
      popoverWidth: '420px',
      popoverHeight: '860px',
      popoverMaximizedWidth: '650px',
      popoverMaximizedHeight: '5000px',
      popoutMaxWidth: '680px',
      popoutMaxHeight: '680px',
      slideoverWidth: '30rem',
      frameWidth: '35rem',
      frameHeight: '50rem',
      peekWidth: '25rem',
      botMessagePadding: '1rem',
      introMessagePadding: '1rem',
      userMessagePadding: '1rem',
      contextMessagePadding: '1rem',
    });
  });
});

describe('W-35 overrides', () => {
  it('go over the preset; corners and paddings of single types follow the general field until they are set', () => {
    const theme = resolveTheme(
      { name: 'dark', config: { messageRounding: '4px', messagePadding: '8px', botMessageRounding: '2px' } },
      'light',
    );
    expect(theme).toMatchObject({
      barText: '#e8eaed',
      userMessageRounding: '4px',
      botMessageRounding: '2px',
      userMessagePadding: '8px',
    });
  });

  it('reports what is no field or no value, with what is allowed, and leaves it out', () => {
    const problems: ConfigProblem[] = [];
    expect(
      readThemeOverrides(
        { barPrimry: 'red', barText: 'url(x)', inputRounding: 'big', fontSize: 18, tapText: null },
        (problem) => problems.push(problem),
      ),
    ).toEqual({ fontSize: '18px' });
    expect(problems).toEqual([
      {
        key: 'theme.config.barPrimry',
        message: 'theme.config.barPrimry is not a field of a theme. Did you mean "barPrimary"?',
      },
      { key: 'theme.config.barText', message: expect.stringContaining('must be a colour such as') as string },
      { key: 'theme.config.inputRounding', message: expect.stringContaining('must be a length such as') as string },
    ]);
  });

  it.each(['#ffd000', '#1f5547', 'hsl(210 90% 50%)', 'oklch(70% 0.15 150)', 'red', '#777777'])(
    'primaryColor %s fills buttons and messages, and can be read',
    (primaryColor) => {
      const theme = resolveTheme(
        { name: 'default', config: readThemeOverrides({ primaryColor }, refuseReports) },
        'light',
      );
      expect([theme.buttonPrimary, theme.userMessagePrimary]).toEqual([primaryColor, primaryColor]);
      for (const [front, back] of [
        [theme.buttonText, theme.buttonPrimary],
        [theme.buttonText, theme.buttonSecondary],
        [theme.userMessageText, theme.userMessagePrimary],
        [theme.userMessageLink, theme.userMessagePrimary],
      ] as const) {
        // Against a middle grey neither white nor black reaches 4.5 by much: the better of both is what can be had.
        expect(contrastRatio(front, back)).toBeGreaterThan(3.9);
      }
    },
  );

  it('a field that is set wins over primaryColor, wherever it stands', () => {
    expect(readThemeOverrides({ buttonText: '#000', primaryColor: '#123456' }, refuseReports)).toMatchObject({
      buttonText: '#000',
      buttonPrimary: '#123456',
    });
  });

  it.each(['inherit', 'rgb(0 0 0 / 50%)', 'url(x)', 7])('refuses primaryColor %s', (primaryColor) => {
    const report = vi.fn();
    expect(readThemeOverrides({ primaryColor }, report)).toEqual({});
    expect(report).toHaveBeenCalledTimes(1);
  });
});

describe('W-35 fields for dark schemes', () => {
  const theme = {
    name: 'default',
    config: { barText: '#111111', fontSize: '18px' },
    dark: { barText: '#eeeeee' },
  } as const;

  it('go over the others where the scheme is dark, and nowhere else', () => {
    expect(resolveTheme(theme, 'dark')).toMatchObject({ barText: '#eeeeee', fontSize: '18px', barPrimary: '#1b1f23' });
    expect(resolveTheme(theme, 'light')).toMatchObject({ barText: '#111111', barPrimary: '#ffffff' });
  });

  it('follow a preset that is fixed', () => {
    expect(resolveTheme({ ...theme, name: 'dark' }, 'light').barText).toBe('#eeeeee');
    expect(resolveTheme({ ...theme, name: 'light' }, 'dark').barText).toBe('#111111');
  });

  it('are named in reports', () => {
    const problems: ConfigProblem[] = [];
    readThemeOverrides({ barText: 'url(x)', primaryColor: 7 }, (problem) => problems.push(problem), 'theme.dark');
    expect(problems.map(({ key }) => key)).toEqual(['theme.dark.barText', 'theme.dark.primaryColor']);
  });
});

describe('W-35 custom properties', () => {
  it('are the fields in kebab case; rem is a multiple of our own', () => {
    const properties = themeToProperties(plain('default', 'light'));
    expect(Object.keys(properties)).toHaveLength(Object.keys(THEME_FIELDS).length);
    expect(properties).toMatchObject({
      '--sotto-bar-primary': '#ffffff',
      '--sotto-slideover-width': 'calc(30 * var(--sotto-rem, 16px))',
      '--sotto-actions-padding': 'calc(0.25 * var(--sotto-rem, 16px)) 0px',
      '--sotto-popup-rounding': '16px',
      '--sotto-button-shadow': '1',
      '--sotto-message-style': 'bubble',
      '--sotto-font-family': 'system-ui, sans-serif',
    });
  });
});
