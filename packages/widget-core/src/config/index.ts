export { contrastRatio, mixColors, readableText, toRgba, type Rgba } from './contrast';
export { CONTRAST_PAIRS, findWeakPairs, type ContrastFinding, type ContrastPair } from './contrastPairs';
export { chooseLanguage, isRightToLeft, languageName, offeredLanguages } from './languages';
export { ENGLISH_WORDS, loadWords, SHIPPED_LANGUAGES, type WordKey, type WordMap } from './intl';
export { iconUrl } from './iconUrls';
export { LAYOUTS } from './layouts';
export type { LayoutName } from '../protocol/layoutWords';
export { LOADER_THEME_FIELDS, resolveOwnerTheme, type LoaderTheme, type OwnerTheme } from './loaderTheme';
export { readLayoutWord } from '../protocol/layoutWords';
export {
  readColor,
  THEME_FIELDS,
  type ResolvedTheme,
  type ThemeField,
  type ThemeFieldKind,
  type ThemeOverrides,
} from './themeFields';
export { resolveTheme, THEME_NAMES, type ThemeName, type ThemeSetting } from './themes';
export type { ColorScheme, Position } from './configTypes';
export { CONFIG_FIELDS, POSITIONS, COLOR_SCHEMES, type ConfigKey } from './widgetConfig';
