import { NAMED_COLORS } from './namedColors';

/*
 * The style fields of themes with their kinds (contract 4.4), and the valid values of each kind. Values are inserted
 * into style sheets, so they are validated by grammar, without a DOM: no `url()`, no `var()`, no braces, semicolons,
 * escapes or comments.
 */

/** Kind of value of a theme field. */
export type ThemeFieldKind =
  | 'version'
  | 'color'
  | 'length'
  | 'padding'
  | 'number'
  | 'fontFamily'
  | 'boolean'
  | 'messageStyle';

/** The theme fields with their kinds. */
export const THEME_FIELDS: Readonly<Record<ThemeField, ThemeFieldKind>> = {
  version: 'version',
  fontFamily: 'fontFamily',
  fontSize: 'length',
  lineHeight: 'number',
  previewPrimary: 'color',
  framePrimary: 'color',
  popupBorderPrimary: 'color',
  popupRounding: 'length',
  conversationText: 'color',
  conversationPrimary: 'color',
  barText: 'color',
  barPrimary: 'color',
  barBorderPrimary: 'color',
  messagesPadding: 'padding',
  messageSpacing: 'length',
  messagePadding: 'padding',
  messageRounding: 'length',
  messageDividerPrimary: 'color',
  messageDividerSize: 'length',
  introMessageText: 'color',
  introMessageButtonText: 'color',
  introMessageButtonPrimary: 'color',
  introMessageButtonBorderPrimary: 'color',
  userMessageText: 'color',
  userMessagePrimary: 'color',
  userMessageLink: 'color',
  botMessageText: 'color',
  botMessagePrimary: 'color',
  botMessageLink: 'color',
  userMessageRounding: 'length',
  botMessageRounding: 'length',
  userMessageIconSize: 'length',
  botMessageIconSize: 'length',
  introMessagePadding: 'padding',
  userMessagePadding: 'padding',
  botMessagePadding: 'padding',
  contextMessagePadding: 'padding',
  botMessageButtonText: 'color',
  botMessageButtonPrimary: 'color',
  botMessageButtonSecondary: 'color',
  botMessageButtonBorderPrimary: 'color',
  actionsPadding: 'padding',
  inputText: 'color',
  inputPrimary: 'color',
  inputSecondary: 'color',
  inputBorderPrimary: 'color',
  inputRounding: 'length',
  tapText: 'color',
  buttonText: 'color',
  buttonPrimary: 'color',
  buttonSecondary: 'color',
  buttonBorderPrimary: 'color',
  buttonSize: 'length',
  buttonRounding: 'length',
  buttonShadow: 'boolean',
  messageStyle: 'messageStyle',
  popoverWidth: 'length',
  popoverHeight: 'length',
  popoverMaximizedWidth: 'length',
  popoverMaximizedHeight: 'length',
  popoutMaxWidth: 'length',
  popoutMaxHeight: 'length',
  slideoverWidth: 'length',
  frameWidth: 'length',
  frameHeight: 'length',
  peekWidth: 'length',
  backdropBlur: 'length',
};

/** Name of a theme field that is a colour, a length, or one to four lengths, as CSS text. */
export type ThemeStyleField =
  | 'fontSize'
  | 'previewPrimary'
  | 'framePrimary'
  | 'popupBorderPrimary'
  | 'popupRounding'
  | 'conversationText'
  | 'conversationPrimary'
  | 'barText'
  | 'barPrimary'
  | 'barBorderPrimary'
  | 'messagesPadding'
  | 'messageSpacing'
  | 'messagePadding'
  | 'messageRounding'
  | 'messageDividerPrimary'
  | 'messageDividerSize'
  | 'introMessageText'
  | 'introMessageButtonText'
  | 'introMessageButtonPrimary'
  | 'introMessageButtonBorderPrimary'
  | 'userMessageText'
  | 'userMessagePrimary'
  | 'userMessageLink'
  | 'botMessageText'
  | 'botMessagePrimary'
  | 'botMessageLink'
  | 'userMessageRounding'
  | 'botMessageRounding'
  | 'userMessageIconSize'
  | 'botMessageIconSize'
  | 'introMessagePadding'
  | 'userMessagePadding'
  | 'botMessagePadding'
  | 'contextMessagePadding'
  | 'botMessageButtonText'
  | 'botMessageButtonPrimary'
  | 'botMessageButtonSecondary'
  | 'botMessageButtonBorderPrimary'
  | 'actionsPadding'
  | 'inputText'
  | 'inputPrimary'
  | 'inputSecondary'
  | 'inputBorderPrimary'
  | 'inputRounding'
  | 'tapText'
  | 'buttonText'
  | 'buttonPrimary'
  | 'buttonSecondary'
  | 'buttonBorderPrimary'
  | 'buttonSize'
  | 'buttonRounding'
  | 'popoverWidth'
  | 'popoverHeight'
  | 'popoverMaximizedWidth'
  | 'popoverMaximizedHeight'
  | 'popoutMaxWidth'
  | 'popoutMaxHeight'
  | 'slideoverWidth'
  | 'frameWidth'
  | 'frameHeight'
  | 'peekWidth'
  | 'backdropBlur';

/** A complete theme: all fields are valid. Lengths and colours are CSS text. */
export interface ResolvedTheme extends Readonly<Record<ThemeStyleField, string>> {
  readonly version: 'v2';
  readonly fontFamily: string;
  readonly lineHeight: number;
  readonly buttonShadow: boolean;
  readonly messageStyle: 'bubble' | 'stack';
}

/** Name of a theme field. */
export type ThemeField = keyof ResolvedTheme;

/** Fields that override a preset. */
export type ThemeOverrides = { readonly [Field in ThemeField]?: ResolvedTheme[Field] | undefined };

/** The allowed values per kind, for messages about invalid ones. */
export const THEME_KIND_WORDS: Readonly<Record<ThemeFieldKind, string>> = {
  version: '"v2"',
  color: 'a colour such as "#1f5547", "oklch(40% 0.06 170)" or "teal"',
  length: 'a length such as "16px", "1rem", "50%" or 0',
  padding: 'one to four lengths such as "1rem" or "4px 12px"',
  number: 'a number such as 1.5, from 0.5 to 4',
  fontFamily: 'a list of font names such as "Inter, system-ui, sans-serif"',
  boolean: 'true or false',
  messageStyle: '"bubble" or "stack"',
};

/** Whether a string is the name of a theme field. */
export function isThemeField(name: string): name is ThemeField {
  return Object.hasOwn(THEME_FIELDS, name);
}

/**
 * Returns the normalized value of a field.
 *
 * @param value - the input of a host page or a server; for lengths, numbers are pixels
 * @returns `undefined` if it is invalid
 */
export function readThemeValue<Field extends ThemeField>(
  field: Field,
  value: unknown,
): ResolvedTheme[Field] | undefined {
  return READERS[THEME_FIELDS[field]](value) as ResolvedTheme[Field] | undefined;
}

/**
 * Parses a colour: hex, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, a name, `transparent`,
 * `inherit`, `currentColor`.
 */
export function readColor(value: unknown): string | undefined {
  const text = readText(value, 80);
  if (text === undefined) return undefined;
  const word = text.toLowerCase();
  if (word === 'transparent' || word === 'inherit' || Object.hasOwn(NAMED_COLORS, word)) return word;
  if (word === 'currentcolor') return 'currentColor';
  if (/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(word)) return word;
  return isColorFunction(word) ? word : undefined;
}

/** Parses a length: zero or more of a known unit; a number means pixels. */
export function readLength(value: unknown): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 && value <= 100_000 ? `${String(value)}px` : undefined;
  const text = readText(value, 24)?.toLowerCase();
  if (text === undefined) return undefined;
  if (/^0+(?:\.0+)?$/.test(text)) return '0px';
  return LENGTH.test(text) ? text : undefined;
}

const UNIT = '(?:px|rem|em|ch|ex|lh|%|d?vh|d?vw|svh|svw|lvh|lvw|vmin|vmax|pt|pc|cm|mm|in|q)';
const NUMBER = '(?:\\d{1,6}(?:\\.\\d{1,6})?|\\.\\d{1,6})';
const LENGTH = new RegExp(`^${NUMBER}${UNIT}$`);
const COMPONENT = new RegExp(`^(?:none|[+-]?${NUMBER}(?:%|deg|grad|rad|turn)?)$`);
const PLAIN_FONT = /^-?[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}_][\p{L}\p{N}_-]*)*$/u;
/** A font name with digits, such as Source Sans 3: CSS requires quotes around it, which people forget. */
const NUMBERED_FONT = /^\p{L}[\p{L}\p{N} -]*$/u;
const QUOTED_FONT = /^(["'])[\p{L}\p{N} _.+&-]+\1$/u;

const READERS: Readonly<Record<ThemeFieldKind, (value: unknown) => unknown>> = {
  version: (value) => (value === 'v2' ? 'v2' : undefined),
  color: readColor,
  length: readLength,
  padding: readPadding,
  number: readNumber,
  fontFamily: readFontFamily,
  boolean: (value) =>
    typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined,
  messageStyle: (value) => (value === 'bubble' || value === 'stack' ? value : undefined),
};

/** Trimmed text of limited length; the limit keeps the checks after it short and linear. */
function readText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || text.length > maxLength ? undefined : text;
}

function isColorFunction(text: string): boolean {
  const parts = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(([^()]*)\)$/.exec(text);
  if (!parts) return false;
  const [main = '', alpha, ...more] = (parts[2] ?? '').split('/');
  const components = main.trim().split(/\s*,\s*|\s+/);
  if (more.length > 0) return false;
  if (alpha !== undefined) return components.length === 3 && [...components, alpha.trim()].every(isComponent);
  // Only the legacy comma notation has the opacity as a fourth component.
  const mostComponents = /^(?:rgba?|hsla?)$/.test(parts[1] ?? '') && main.includes(',') ? 4 : 3;
  return components.length >= 3 && components.length <= mostComponents && components.every(isComponent);
}

function isComponent(text: string): boolean {
  return COMPONENT.test(text);
}

function readPadding(value: unknown): string | undefined {
  if (typeof value === 'number') return readLength(value);
  const sides = readText(value, 100)?.split(/\s+/).map(readLength);
  return sides !== undefined && sides.length <= 4 && !sides.includes(undefined) ? sides.join(' ') : undefined;
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && number >= 0.5 && number <= 4 ? number : undefined;
}

function readFontFamily(value: unknown): string | undefined {
  const fonts = readText(value, 300)
    ?.split(',')
    .map((font) => readFont(font.trim()));
  return fonts !== undefined && !fonts.includes(undefined) ? fonts.join(', ') : undefined;
}

function readFont(font: string): string | undefined {
  if (PLAIN_FONT.test(font) || QUOTED_FONT.test(font)) return font;
  return NUMBERED_FONT.test(font) ? `"${font}"` : undefined;
}
