import { mixColors, readableText, toRgba } from './contrast';
import {
  isThemeField,
  readColor,
  readThemeValue,
  THEME_FIELDS,
  THEME_KIND_WORDS,
  type ResolvedTheme,
  type ThemeField,
  type ThemeOverrides,
} from './themeFields';
import { nearestName } from '../lib/nearestName';
import type { ReportConfigProblem } from './reportConfigProblem';

/** The presets by name [W-35]. */
export const THEME_NAMES: readonly ThemeName[] = ['default', 'light', 'dark', 'modern', 'stack', 'blank'];
/** Name of a preset. */
export type ThemeName = 'default' | 'light' | 'dark' | 'modern' | 'stack' | 'blank';

/** A preset and the fields that override it. */
export interface ThemeSetting {
  readonly name: ThemeName;
  readonly config: ThemeOverrides;
  /** Fields that override `config` in the dark colour scheme. */
  readonly dark?: ThemeOverrides;
}

/** Fields that inherit from a more general field until they are set. */
const FOLLOWERS = {
  userMessageRounding: 'messageRounding',
  botMessageRounding: 'messageRounding',
  introMessagePadding: 'messagePadding',
  userMessagePadding: 'messagePadding',
  botMessagePadding: 'messagePadding',
  contextMessagePadding: 'messagePadding',
} as const;

type Preset = Omit<ResolvedTheme, keyof typeof FOLLOWERS>;

const LIGHT: Preset = {
  version: 'v2',
  fontFamily: 'system-ui, sans-serif',
  fontSize: '1rem',
  lineHeight: 1.5,
  previewPrimary: '#f6f7f8',
  framePrimary: '#ffffff',
  popupBorderPrimary: '#e3e5e8',
  popupRounding: '16px',
  conversationText: '#1d2126',
  conversationPrimary: '#ffffff',
  barText: '#1d2126',
  barPrimary: '#ffffff',
  barBorderPrimary: '#e3e5e8',
  messagesPadding: '1rem',
  messageSpacing: '0.75rem',
  messagePadding: '1rem',
  messageRounding: '14px',
  messageDividerPrimary: '#e3e5e8',
  messageDividerSize: '0px',
  introMessageText: '#4d5560',
  introMessageButtonText: '#1f5547',
  introMessageButtonPrimary: '#e8f1ee',
  introMessageButtonBorderPrimary: '#668f82',
  userMessageText: '#ffffff',
  userMessagePrimary: '#1f5547',
  userMessageLink: '#d9f2e8',
  botMessageText: '#1d2126',
  botMessagePrimary: '#f1f3f4',
  botMessageLink: '#12576f',
  userMessageIconSize: '1.75rem',
  botMessageIconSize: '1.75rem',
  botMessageButtonText: '#1f5547',
  botMessageButtonPrimary: '#ffffff',
  botMessageButtonSecondary: '#e8f1ee',
  botMessageButtonBorderPrimary: '#668f82',
  actionsPadding: '0.25rem 0px',
  inputText: '#1d2126',
  inputPrimary: '#ffffff',
  inputSecondary: '#5f6872',
  inputBorderPrimary: '#868e96',
  inputRounding: '12px',
  tapText: '#5f6872',
  buttonText: '#ffffff',
  buttonPrimary: '#1f5547',
  buttonSecondary: '#184438',
  buttonBorderPrimary: 'transparent',
  buttonSize: '56px',
  buttonRounding: '50%',
  buttonShadow: true,
  messageStyle: 'bubble',
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
  backdropBlur: '0px',
};

const DARK_COLORS: Partial<Preset> = {
  previewPrimary: '#23282d',
  framePrimary: '#16191c',
  popupBorderPrimary: '#2e343a',
  conversationText: '#e8eaed',
  conversationPrimary: '#16191c',
  barText: '#e8eaed',
  barPrimary: '#1b1f23',
  barBorderPrimary: '#2e343a',
  messageDividerPrimary: '#2e343a',
  introMessageText: '#aab2bb',
  introMessageButtonText: '#a8dcc9',
  introMessageButtonPrimary: '#1f2f2a',
  introMessageButtonBorderPrimary: '#6b8f84',
  userMessageText: '#0f1f1a',
  userMessagePrimary: '#8fd0ba',
  userMessageLink: '#0b4152',
  botMessageText: '#e8eaed',
  botMessagePrimary: '#23282d',
  botMessageLink: '#8cc8e8',
  botMessageButtonText: '#a8dcc9',
  botMessageButtonPrimary: '#16191c',
  botMessageButtonSecondary: '#1f2f2a',
  botMessageButtonBorderPrimary: '#6b8f84',
  inputText: '#e8eaed',
  inputPrimary: '#1b1f23',
  inputSecondary: '#a3abb4',
  inputBorderPrimary: '#6f7780',
  tapText: '#a3abb4',
  buttonText: '#0f1f1a',
  buttonPrimary: '#8fd0ba',
  buttonSecondary: '#a8dcc9',
};

const MODERN_SHAPE: Partial<Preset> = {
  popupRounding: '24px',
  messageRounding: '20px',
  inputRounding: '999px',
  backdropBlur: '8px',
};

const MODERN_COLORS: Partial<Preset> = {
  framePrimary: '#fbfbfe',
  conversationPrimary: '#fbfbfe',
  barText: '#ffffff',
  barPrimary: '#3a3d98',
  userMessageText: '#ffffff',
  userMessagePrimary: '#3a3d98',
  userMessageLink: '#dfe0ff',
  botMessageText: '#1e1f2b',
  botMessagePrimary: '#ecedfa',
  botMessageLink: '#2c3fa8',
  introMessageButtonText: '#3a3d98',
  introMessageButtonPrimary: '#fbfbfe',
  introMessageButtonBorderPrimary: '#7b7ec3',
  botMessageButtonText: '#3a3d98',
  botMessageButtonPrimary: '#fbfbfe',
  botMessageButtonSecondary: '#ecedfa',
  botMessageButtonBorderPrimary: '#7b7ec3',
  inputSecondary: '#5c5e76',
  inputBorderPrimary: '#85879e',
  tapText: '#5c5e76',
  buttonText: '#ffffff',
  buttonPrimary: '#3a3d98',
  buttonSecondary: '#2c2f7a',
};

const STACK_SHAPE: Partial<Preset> = {
  messageStyle: 'stack',
  messageRounding: '0px',
  messageSpacing: '0px',
  messageDividerSize: '1px',
};

const STACK_COLORS: Partial<Preset> = {
  userMessageText: '#1d2126',
  userMessagePrimary: '#ffffff',
  userMessageLink: '#12576f',
  botMessagePrimary: '#f6f7f8',
};

const BLANK: Preset = {
  ...LIGHT,
  ...blankColors(),
  popupRounding: '0px',
  messageRounding: '0px',
  inputRounding: '0px',
  buttonRounding: '0px',
  buttonShadow: false,
};

/** Whether a text is the name of a preset. */
export function isThemeName(name: string): name is ThemeName {
  return (THEME_NAMES as readonly string[]).includes(name);
}

/**
 * Returns the complete theme: the preset for the colour scheme, overridden by the given fields.
 *
 * `default`, `modern` and `stack` follow the colour scheme; `light` and `dark` are fixed; `blank` has no colours of its
 * own. Corners and paddings per message type inherit from `messageRounding` and `messagePadding` until they are set.
 */
export function resolveTheme(theme: ThemeSetting, scheme: 'light' | 'dark'): ResolvedTheme {
  const fields = { ...theme.config, ...(isDark(theme.name, scheme) && theme.dark) };
  const chosen = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<ResolvedTheme>;
  const base: Preset & Partial<ResolvedTheme> = { ...preset(theme.name, scheme), ...chosen };
  const followed = Object.fromEntries(
    Object.entries(FOLLOWERS).map(([field, source]) => [field, base[source]]),
  ) as Pick<ResolvedTheme, keyof typeof FOLLOWERS>;
  return { ...followed, ...base };
}

/**
 * Validates the fields of a theme's `config` or `dark`; invalid ones are reported and omitted.
 *
 * The shorthand `primaryColor` sets the colour of the buttons and the visitor's messages, with readable text; explicit
 * fields override it.
 */
export function readThemeOverrides(
  config: Readonly<Record<string, unknown>>,
  report: ReportConfigProblem,
  path = 'theme.config',
): ThemeOverrides {
  const overrides: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    const key = `${path}.${name}`;
    if (value === undefined || value === null) continue;
    if (name === 'primaryColor') continue;
    if (!isThemeField(name)) {
      report({
        key,
        message: `${key} is not a field of a theme.${nearestName(name, [...Object.keys(THEME_FIELDS), 'primaryColor'])}`,
      });
      continue;
    }
    const read = readThemeValue(name, value);
    if (read === undefined)
      report({ key, message: `${key} must be ${THEME_KIND_WORDS[THEME_FIELDS[name]]}. The preset's value is used.` });
    else overrides[name] = read;
  }
  return { ...readPrimaryColor(config['primaryColor'], report, `${path}.primaryColor`), ...overrides };
}

/**
 * Converts a theme to custom properties: `barPrimary` becomes `--sotto-bar-primary`.
 *
 * Lengths in rem become multiples of `--sotto-rem` (default 16 px), so that the page's root font size does not scale
 * the widget. `--sotto-button-shadow` is 1 or 0.
 */
export function themeToProperties(theme: ResolvedTheme): Record<`--sotto-${string}`, string> {
  const properties: Record<`--sotto-${string}`, string> = {};
  for (const field of Object.keys(THEME_FIELDS) as ThemeField[]) {
    const kind = THEME_FIELDS[field];
    const value = typeof theme[field] === 'boolean' ? String(Number(theme[field])) : String(theme[field]);
    properties[toPropertyName(field)] =
      kind === 'length' || kind === 'padding'
        ? value.replace(/([\d.]+)rem/g, 'calc($1 * var(--sotto-rem, 16px))')
        : value;
  }
  return properties;
}

/** The custom property of a field. */
export function toPropertyName(field: ThemeField): `--sotto-${string}` {
  return `--sotto-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function isDark(name: ThemeName, scheme: 'light' | 'dark'): boolean {
  return name === 'dark' || (name !== 'light' && scheme === 'dark');
}

function preset(name: ThemeName, scheme: 'light' | 'dark'): Preset {
  const dark = isDark(name, scheme);
  switch (name) {
    case 'blank':
      return BLANK;
    case 'modern':
      return { ...LIGHT, ...MODERN_SHAPE, ...(dark ? DARK_COLORS : MODERN_COLORS) };
    case 'stack':
      return { ...LIGHT, ...STACK_SHAPE, ...(dark ? DARK_COLORS : STACK_COLORS) };
    default:
      return { ...LIGHT, ...(dark && DARK_COLORS) };
  }
}

function readPrimaryColor(value: unknown, report: ReportConfigProblem, key: string): ThemeOverrides {
  if (value === undefined || value === null) return {};
  const color = readColor(value);
  if (color === undefined || toRgba(color)?.[3] !== 1) {
    report({
      key,
      message: `${key} must be an opaque colour as hex, rgb(), hsl(), oklch() or name. The preset's colours are used.`,
    });
    return {};
  }
  const text = readableText(color);
  return {
    buttonPrimary: color,
    buttonText: text,
    // Shifted away from the text colour, so that hovering never reduces the contrast.
    buttonSecondary: mixColors(color, text === '#ffffff' ? '#000000' : '#ffffff', 0.16),
    userMessagePrimary: color,
    userMessageText: text,
    userMessageLink: text,
  };
}

function blankColors(): Partial<Preset> {
  const colors: Record<string, string> = {};
  for (const field of Object.keys(THEME_FIELDS) as ThemeField[]) {
    if (THEME_FIELDS[field] === 'color') colors[field] = blankColor(field);
  }
  return colors;
}

function blankColor(field: ThemeField): string {
  if (field.endsWith('BorderPrimary') || field === 'messageDividerPrimary') return 'currentColor';
  // `inputSecondary` is the only secondary colour used for text: the placeholder.
  return field.endsWith('Primary') || (field.endsWith('Secondary') && field !== 'inputSecondary')
    ? 'transparent'
    : 'inherit';
}
