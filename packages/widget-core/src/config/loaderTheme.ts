import { resolveConfig } from './resolveConfig';
import type { ThemeStyleField } from './themeFields';
import { resolveTheme, type ThemeName } from './themes';

/** Fields that the loader draws with: the launcher, the box the chat stands in, and the page's notices. */
export const LOADER_THEME_FIELDS: readonly ThemeStyleField[] = [
  'buttonText',
  'buttonPrimary',
  'buttonSecondary',
  'buttonBorderPrimary',
  'buttonSize',
  'buttonRounding',
  'framePrimary',
  'conversationText',
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

/** A theme as the loader draws it: CSS values by field, `dark` over `config` where the scheme is dark. */
export interface LoaderTheme {
  readonly name: ThemeName;
  readonly config: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
}

/**
 * What the loader draws of an owner's theme, resolved as the frame resolves it.
 *
 * Only fields in which it differs from the default theme, in one scheme or the other: a page that styles the launcher
 * of a plain widget by custom properties keeps its say.
 *
 * @param stored - the widget's `theme` as it is stored; what is not valid counts as not set
 */
export function toLoaderTheme(stored: unknown): LoaderTheme {
  const { theme } = resolveConfig(undefined, { theme: stored }, () => undefined);
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
