import * as v from 'valibot';
import { idSchema, MESSAGE_TYPES, messageSchema, type Message } from '../api/message';
import { REASONING } from '../api/parts';
import { contactSchema, functionDefinitionSchema, functionNameSchema } from '../api/requests';
import { readIconAddress, readLinkAddress } from '../content/safeLinks';
import { ID_PATTERN } from '../lib/ids';
import { jsonObjectSchema, parseJson } from '../lib/json';
import { isPlainObject } from '../lib/safeMerge';
import { readLayoutWord, type LayoutName } from '../protocol/layoutWords';
import type { ColorScheme, CreateSessionSetting, FunctionHandler, Position, ThemeInput } from './configTypes';
import { LAYOUTS } from './layouts';
import * as limits from './limits';
import { readColor } from './themeFields';
import { THEME_NAMES } from './themes';

/**
 * How a host page may change the server's value: `any` value, only switch it `off`, only switch it `on`, or `no` change
 * (contract 4.1). A host page cannot give a visitor more than the owner allows [W-43].
 */
export type Ceiling = 'any' | 'off' | 'on' | 'no';

/** A setting: its schema, its default, and whether a page may change it. */
export interface ConfigField<Input, Output> {
  readonly schema: v.GenericSchema<Input, Output>;
  readonly fallback: Output;
  readonly ceiling: Ceiling;
  /** Completes the sentence "{key} must be …". */
  readonly allowed: string;
}

/** The four corners. */
export const POSITIONS: readonly Position[] = ['bottom-right', 'bottom-left', 'top-right', 'top-left'];
/** Light, dark, or the visitor's system setting. */
export const COLOR_SCHEMES: readonly ColorScheme[] = ['auto', 'light', 'dark'];

/**
 * How much of a reply a screen reader announces: nothing, only its state, each sentence as it arrives, or the whole
 * reply at the end.
 */
export const ANNOUNCEMENTS = ['off', 'status', 'sentences', 'whole'] as const;

/** A parsed theme whose preset and fields are not validated yet. */
export interface RawTheme {
  readonly name: string | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  /** Overrides `config` in the dark colour scheme. */
  readonly dark?: Readonly<Record<string, unknown>>;
}

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const flagSchema = v.pipe(
  v.custom<boolean>((value) => typeof value === 'boolean' || readFlagWord(value) !== undefined),
  // URL parameters and attributes are strings, whatever the setting's type.
  v.transform((value): boolean => readFlagWord(value) ?? value),
);

const labelSchema = v.pipe(v.string(), v.maxLength(limits.MAX_SETTING_TEXT_LENGTH));
const markdownSchema = v.pipe(v.string(), v.maxLength(limits.MAX_FUNCTION_LENGTH));
const addressText = v.pipe(v.string(), v.trim(), v.maxLength(limits.MAX_ADDRESS_LENGTH));

/** An icon or picture: an allowed URL or a file id; '' means none. */
const iconSchema = v.pipe(addressText, v.check(isIconOrNothing), v.transform(emptyToUndefined));

const backgroundSchema = v.pipe(
  addressText,
  v.check((text) => text === '' || readColor(text) !== undefined || readIconAddress(text) !== undefined),
  v.transform(emptyToUndefined),
);

const linkSchema = v.pipe(
  addressText,
  v.check((text) => text === '' || readLinkAddress(text) !== undefined),
  v.transform(emptyToUndefined),
);

const languageSchema = v.pipe(v.string(), v.trim(), v.maxLength(35));

const themeSchema = v.pipe(
  v.custom<ThemeInput>((value) => readRawTheme(value) !== undefined),
  v.transform((value): RawTheme => readRawTheme(value) ?? { name: undefined, config: {} }),
);

const createSessionSchema = v.custom<CreateSessionSetting>(
  (value) =>
    typeof value === 'function' ||
    (typeof value === 'string' && /^(?:https?:|\/)/i.test(value) && readLinkAddress(value) !== undefined),
);

/** An initial message of the page. */
const initialMessageSchema = v.object({
  ...messageSchema.entries,
  id: v.optional(idSchema),
  type: v.optional(v.picklist(MESSAGE_TYPES), 'user'),
});

const handlerSchema = v.custom<FunctionHandler>((value) => typeof value === 'function');

/** A registered function of the page (contract 1.8). Handlers exist only if page and widget share a window. */
const hostFunctionSchema = v.object({
  ...functionDefinitionSchema.entries,
  handler: v.optional(handlerSchema),
  timeoutMs: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(600_000))),
});
const functionsSchema = v.pipe(
  v.record(
    functionNameSchema,
    v.nullable(
      v.pipe(
        hostFunctionSchema,
        v.check((definition) => jsonLength(definition) <= limits.MAX_FUNCTION_LENGTH),
      ),
    ),
  ),
  v.maxEntries(limits.MAX_FUNCTIONS),
  // `null` removes a function in later updates; initially there is none to remove.
  v.transform((functions) =>
    Object.fromEntries(
      Object.entries(functions).flatMap(([name, definition]) => (definition ? [[name, definition]] : [])),
    ),
  ),
);

const metaSchema = v.pipe(
  jsonObjectSchema,
  v.check((meta) => jsonLength(meta) <= limits.MAX_META_LENGTH),
);

const messagesSchema = v.pipe(
  v.array(initialMessageSchema),
  v.maxLength(limits.MAX_INITIAL_MESSAGES),
  v.check((messages) => jsonLength(messages) <= limits.MAX_INITIAL_MESSAGES_LENGTH),
  // Ids by position, so that resolving the same config again gives the same ids.
  v.transform((messages): Message[] =>
    messages.map((message, index) => ({ ...message, id: message.id ?? `given_${index + 1}` })),
  ),
);

const NO_THEME: RawTheme = { name: undefined, config: {} };
const ICON = 'an https, blob or raster data address, a path beginning with one slash, or a file id';
const MARKDOWN = `markdown of at most ${limits.MAX_FUNCTION_LENGTH} characters`;

/**
 * The settings of a widget (specification 3, contract 4.1) with their rules. `WidgetConfig` is the page's input,
 * `ResolvedConfig` the result.
 */
export const CONFIG_FIELDS = {
  integrationId: field(v.pipe(v.string(), v.regex(ID_PATTERN)), '', 'any', 'an id of letters, digits, "_" and "-"'),
  type: field(labelSchema, '', 'any', 'a name such as "default" or "dashboard"'),
  session: field(labelSchema, '', 'any', '"", "day", "none" or the name of a conversation'),
  createSession: field(v.optional(createSessionSchema), undefined, 'any', 'an address or a function'),
  privacy: flag(false, 'on'),
  moderation: flag(false, 'on'),
  stream: flag(true, 'any'),
  verbose: flag(true, 'off'),
  // Reasoning that visitors must not read is not sent, whatever this setting is.
  reasoning: field(v.picklist(REASONING), 'folded', 'any', quoted(REASONING)),
  tools: flag(false, 'off'),
  unfurl: flag(true, 'off'),
  math: flag(true, 'any'),
  attachments: flag(false, 'off'),
  autoScroll: flag(true, 'any'),
  autoFocus: flag(true, 'any'),
  announce: field(v.picklist(ANNOUNCEMENTS), 'sentences', 'any', quoted(ANNOUNCEMENTS)),
  startFirst: flag(false, 'any'),
  contactCollection: flag(false, 'any'),
  exportConversation: flag(true, 'off'),
  restartConversation: flag(true, 'off'),
  maximize: flag(true, 'any'),
  messagePeek: flag(true, 'off'),
  voiceIn: flag(false, 'off'),
  voiceOut: flag(false, 'off'),
  poweredBy: flag(true, 'on'),
  theme: field(
    themeSchema,
    NO_THEME,
    'any',
    `a preset (${quoted(THEME_NAMES)}), or { name, config, dark } as an object or JSON text`,
  ),
  layout: field(
    v.pipe(
      v.custom<LayoutName | (string & {})>((value) => typeof value === 'string'),
      v.transform((word) => readLayoutWord(word)),
    ),
    'popover',
    'any',
    quoted(Object.keys(LAYOUTS)),
  ),
  position: field(v.picklist(POSITIONS), 'bottom-right', 'any', quoted(POSITIONS)),
  colorScheme: field(v.picklist(COLOR_SCHEMES), 'auto', 'any', quoted(COLOR_SCHEMES)),
  barIcon: icon('any'),
  barTitle: field(labelSchema, '', 'any', 'text'),
  background: field(v.optional(backgroundSchema), undefined, 'any', 'a colour or the address of a picture'),
  banner: icon('any'),
  intro: field(markdownSchema, '', 'any', MARKDOWN),
  initial: field(markdownSchema, '', 'any', MARKDOWN),
  placeholder: field(labelSchema, '', 'any', 'text'),
  botIcon: icon('any'),
  userIcon: icon('any'),
  contextIcon: icon('any'),
  buttonIcon: icon('any'),
  buttonTitle: field(labelSchema, '', 'any', 'text'),
  messages: field(
    messagesSchema,
    [],
    'any',
    `a list of at most ${limits.MAX_INITIAL_MESSAGES} messages { type, text, meta }, 64 KiB together`,
  ),
  functions: field(
    functionsSchema,
    {},
    'any',
    `at most ${limits.MAX_FUNCTIONS} functions { description, parameters, handler } by name, each at most 16 KiB`,
  ),
  meta: field(metaSchema, {}, 'any', 'a JSON object of at most 8 levels and 16 KiB'),
  contact: field(v.nullable(contactSchema), null, 'any', '{ name, email, phone, identity } with texts, or null'),
  disabled: flag(false, 'on'),
  intl: field(
    v.record(v.string(), v.record(v.string(), markdownSchema)),
    {},
    'any',
    'texts by language and key, such as { de: { title: "Hilfe" } }',
  ),
  hideBar: flag(false, 'any'),
  hideButton: flag(false, 'any'),
  brandCaption: field(labelSchema, '', 'no', 'text'),
  brandURL: field(v.optional(linkSchema), undefined, 'no', 'an http or https address'),
  brandLogo: icon('no'),
  language: field(languageSchema, '', 'any', 'a language code such as "de" or an English name such as "german"'),
  dir: field(v.picklist(['auto', 'ltr', 'rtl']), 'auto', 'any', quoted(['auto', 'ltr', 'rtl'])),
  languages: field(v.pipe(v.array(languageSchema), v.maxLength(200)), [], 'no', 'a list of language codes'),
  peekDismissalMs: field(
    v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
    limits.PEEK_DISMISSAL_MS,
    'any',
    'a number of milliseconds',
  ),
  blockDisposableEmails: flag(false, 'on'),
} as const;

/** Name of a setting. */
export type ConfigKey = keyof typeof CONFIG_FIELDS;

function field<Input, Output>(
  schema: v.GenericSchema<Input, Output>,
  fallback: Output,
  ceiling: Ceiling,
  allowed: string,
): ConfigField<Input, Output> {
  return { schema, fallback, ceiling, allowed };
}

function flag(fallback: boolean, ceiling: Ceiling): ConfigField<boolean, boolean> {
  return field(flagSchema, fallback, ceiling, 'true or false');
}

function readFlagWord(value: unknown): boolean | undefined {
  return typeof value === 'string' ? FLAG_WORDS.get(value.trim().toLowerCase()) : undefined;
}

function icon(ceiling: Ceiling): ConfigField<string | undefined, string | undefined> {
  return field<string | undefined, string | undefined>(v.optional(iconSchema), undefined, ceiling, ICON);
}

function isIconOrNothing(text: string): boolean {
  return text === '' || ID_PATTERN.test(text) || readIconAddress(text) !== undefined;
}

function emptyToUndefined(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Parses a theme in any of its three forms. Text that starts with a brace is JSON. */
function readRawTheme(value: unknown): RawTheme | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    if (!text.startsWith('{')) return { name: text === '' ? undefined : text, config: {} };
    return text.length > limits.MAX_FUNCTION_LENGTH ? undefined : readThemeObject(parseJson(text));
  }
  return readThemeObject(value);
}

function readThemeObject(value: unknown): RawTheme | undefined {
  if (!isPlainObject(value)) return undefined;
  const { name, config, dark } = value;
  if (name !== undefined && name !== null && typeof name !== 'string') return undefined;
  if ([config, dark].some((fields) => fields !== undefined && fields !== null && !isPlainObject(fields)))
    return undefined;
  return { name: name ?? undefined, config: isPlainObject(config) ? config : {}, ...(isPlainObject(dark) && { dark }) };
}
