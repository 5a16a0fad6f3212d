import { resolveConfig } from './resolveConfig';
import type { ThemeStyleField } from './themeFields';
import { resolveTheme, type ThemeName, type ThemeSetting } from './themes';

/**
 * Theme fields for the loader's own parts: the launcher, the chat's box and its content until the frame has rendered,
 * and notices on the page.
 */
export const LOADER_THEME_FIELDS: readonly ThemeStyleField[] = [
  'buttonText',
  'buttonPrimary',
  'buttonSecondary',
  'buttonBorderPrimary',
  'buttonSize',
  'buttonRounding',
  'framePrimary',
  'conversationText',
  'conversationPrimary',
  'barText',
  'barPrimary',
  'barBorderPrimary',
  'inputPrimary',
  'inputBorderPrimary',
  'inputRounding',
  'popupBorderPrimary',
  'popupRounding',
  'backdropBlur',
  'popoverWidth',
  'popoverHeight',
  'popoverMaximizedWidth',
  'popoverMaximizedHeight',
  'popoutMaxWidth',
  'popoutMaxHeight',
  'slideoverWidth',
  'frameWidth',
  'frameHeight',
];

/** Theme for the loader: CSS values by field; `dark` overrides `config` in the dark colour scheme. */
export interface LoaderTheme {
  readonly name: ThemeName;
  readonly config: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
}

/** An owner's theme, resolved for both. */
export interface OwnerTheme {
  /** Theme for the frame: validated, shorthands expanded. Missing fields come from the preset. */
  readonly whole: ThemeSetting;
  /** Theme for the loader. */
  readonly launcher: LoaderTheme;
}

/**
 * Resolves an owner's theme for the frame and the loader. The server does this; neither of them parses the stored
 * theme.
 *
 * @param stored - the widget's stored `theme`; invalid fields count as not set
 */
export function resolveOwnerTheme(stored: unknown): OwnerTheme {
  const { theme: whole } = resolveConfig(undefined, { theme: stored }, () => undefined);
  return { whole, launcher: toLoaderTheme(whole) };
}

/**
 * Returns only the fields that differ from the default theme, in either colour scheme: so a page can still style the
 * launcher of a widget without a theme by custom properties.
 */
function toLoaderTheme(theme: ThemeSetting): LoaderTheme {
  const plain = { name: 'default', config: {} } as const;
  const [light, dark, plainLight, plainDark] = [
    resolveTheme(theme, 'light'),
    resolveTheme(theme, 'dark'),
    resolveTheme(plain, 'light'),
    resolveTheme(plain, 'dark'),
  ];
  const fields = LOADER_THEME_FIELDS.filter(
    (field) => light[field] !== plainLight[field] || dark[field] !== plainDark[field],
  );
  return {
    name: theme.name,
    config: Object.fromEntries(fields.map((field) => [field, light[field]])),
    dark: Object.fromEntries(fields.map((field) => [field, dark[field]])),
  };
}
