import { resolveConfig } from './resolveConfig';
import type { ThemeStyleField } from './themeFields';
import { resolveTheme, type ThemeName, type ThemeSetting } from './themes';

/** Fields that the loader draws with: the launcher, the chat's box and what it shows until its frame has painted, and the page's notices. */
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

/** A theme as the loader draws it: CSS values by field, `dark` over `config` where the scheme is dark. */
export interface LoaderTheme {
  readonly name: ThemeName;
  readonly config: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
}

/** An owner's theme, resolved. */
export interface OwnerTheme {
  /** What the frame draws by: checked, shorthands filled in. The preset gives what is not in it. */
  readonly whole: ThemeSetting;
  /** What the loader draws by. */
  readonly launcher: LoaderTheme;
}

/**
 * An owner's theme for the frame and for the loader. The server resolves it; neither of the two reads it again as it is
 * stored.
 *
 * @param stored - the widget's `theme` as it is stored; what is not valid counts as not set
 */
export function resolveOwnerTheme(stored: unknown): OwnerTheme {
  const { theme: whole } = resolveConfig(undefined, { theme: stored }, () => undefined);
  return { whole, launcher: toLoaderTheme(whole) };
}

/**
 * Only fields in which it differs from the default theme, in one scheme or the other: a page that styles the launcher
 * of a plain widget by custom properties still takes effect.
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
