import * as v from 'valibot';
import { idSchema, MESSAGE_TYPES, messageSchema, type Message } from '../api/message';
import { contactSchema, functionDefinitionSchema, functionNameSchema } from '../api/requests';
import { readIconAddress, readLinkAddress } from '../content/safeLinks';
import { ID_PATTERN } from '../lib/ids';
import { jsonObjectSchema, parseJson, type JsonObject } from '../lib/json';
import { isPlainObject } from '../lib/safeMerge';
import { readLayoutWord, type LayoutName } from '../protocol/layoutWords';
import { LAYOUTS } from './layouts';
import * as limits from './limits';
import { readColor } from './themeFields';
import { THEME_NAMES, type ThemeName } from './themes';

/**
 * What a host page may do against the server's value: `any`thing, only switch `off`, only switch `on`, or `no`thing
 * (contract 4.1).
 * A host page cannot give a visitor more than the owner allowed [W-43].
 */
export type Ceiling = 'any' | 'off' | 'on' | 'no';

/** One setting: how it is written, what it is when nobody writes it, who may change it. */
export interface ConfigField<Input, Output> {
  readonly schema: v.GenericSchema<Input, Output>;
  readonly fallback: Output;
  readonly ceiling: Ceiling;
  /** Ends the sentence "{key} must be …". */
  readonly allowed: string;
}

/** The four corners. Physical, not mirrored in right-to-left languages. */
export const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
/** A corner of the window. */
export type Position = (typeof POSITIONS)[number];

/** Light, dark, or as the visitor's system is set. */
export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;
/** A wish for light or dark. */
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/**
 * How much of a reply a screen reader is told: nothing, that something happens, its sentences as they come, or the
 * whole at the end.
 */
export const ANNOUNCEMENTS = ['off', 'status', 'sentences', 'whole'] as const;

/**
 * A theme as it is written: a preset's name, JSON text, or a preset with fields over it. Without a name: the server's
 * theme with these fields over it.
 */
export type ThemeInput =
  | ThemeName
  | (string & {})
  | {
      readonly name?: string | undefined;
      readonly config?: Readonly<Record<string, unknown>> | undefined;
      readonly dark?: Readonly<Record<string, unknown>> | undefined;
    };

/** A theme after its form has been read, before names and fields are checked. */
export interface RawTheme {
  readonly name: string | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  /** Over `config` where the scheme is dark. */
  readonly dark?: Readonly<Record<string, unknown>>;
}

/**
 * Who makes sessions (contract 5.1): an address to POST to, or a function of the page. What it answers is checked by
 * the session room.
 */
export type CreateSessionSetting =
  | string
  | ((request: {
      messages?: { type: string; text: string; meta?: JsonObject }[];
      meta?: JsonObject;
      conversationId?: string;
    }) => Promise<unknown>);

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const flagSchema = v.pipe(
  v.custom<boolean>((value) => typeof value === 'boolean' || readFlagWord(value) !== undefined),
  // Address parameters and attributes are text, whatever the type says.
  v.transform((value): boolean => readFlagWord(value) ?? value),
);

const labelSchema = v.pipe(v.string(), v.maxLength(limits.MAX_SETTING_TEXT_LENGTH));
const markdownSchema = v.pipe(v.string(), v.maxLength(limits.MAX_FUNCTION_LENGTH));
const addressText = v.pipe(v.string(), v.trim(), v.maxLength(limits.MAX_ADDRESS_LENGTH));

/** An icon or picture: an address fit for it or a file id; '' is none. */
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

/** A message that a page gives before anything was said. */
const initialMessageSchema = v.object({
  ...messageSchema.entries,
  id: v.optional(idSchema),
  type: v.optional(v.picklist(MESSAGE_TYPES), 'user'),
});

/** Runs a function of the page; the arguments have been checked against its `parameters`. */
export type FunctionHandler = (
  args: unknown,
  context: { readonly signal: AbortSignal; readonly callId: string },
) => unknown;

const handlerSchema = v.custom<FunctionHandler>((value) => typeof value === 'function');

/**
 * A function of the page as it is registered (contract 1.8). Handlers exist only where page and widget share a window.
 */
const hostFunctionSchema = v.object({
  ...functionDefinitionSchema.entries,
  handler: v.optional(handlerSchema),
  /** Milliseconds. @default 30000 */
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
  // `null` removes a function where functions are set; here there is nothing yet to remove.
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
  // Made from the position, so that resolving the same config twice gives the same ids.
  v.transform((messages): Message[] =>
    messages.map((message, index) => ({ ...message, id: message.id ?? `given_${index + 1}` })),
  ),
);

const NO_THEME: RawTheme = { name: undefined, config: {} };
const ICON = 'an https, blob or raster data address, a path beginning with one slash, or a file id';
const MARKDOWN = `markdown of at most ${limits.MAX_FUNCTION_LENGTH} characters`;

/**
 * Every setting of a widget (specification 3, contract 4.1) with its rule. `WidgetConfig` is what a page writes,
 * `ResolvedConfig` what the widget reads.
 */
export const CONFIG_FIELDS = {
  /** Which widget; `widget` is accepted for it. */
  integrationId: field(v.pipe(v.string(), v.regex(ID_PATTERN)), '', 'any', 'an id of letters, digits, "_" and "-"'),
  /** Which of the server's preset widgets, where no id is given. @default '' */
  type: field(labelSchema, '', 'any', 'a name such as "default" or "dashboard"'),
  /**
   * Which conversation: '' or 'day' one a day, 'none' nothing is kept, any other text the conversation of that name.
   * @default ''
   */
  session: field(labelSchema, '', 'any', '"", "day", "none" or the name of a conversation'),
  /** Who makes sessions: absent the server itself, an address to POST to, or a function. */
  createSession: field(v.optional(createSessionSchema), undefined, 'any', 'an address or a function'),
  /** Nothing is kept in the browser beyond the life of the page, and server logs hold no text. @default false */
  privacy: flag(false, 'on'),
  /** Texts pass the server's moderation check. @default false */
  moderation: flag(false, 'on'),
  /** Show text as it is written. @default true */
  stream: flag(true, 'any'),
  /** Show what the bot looks up or runs. @default true */
  verbose: flag(true, 'off'),
  /** Message actions: copy, votes, and speak with `voiceOut`. @default false */
  tools: flag(false, 'off'),
  /** Link previews. @default true */
  unfurl: flag(true, 'off'),
  /** Formulas. @default true */
  math: flag(true, 'any'),
  /** Attach button, drop and paste. @default false */
  attachments: flag(false, 'off'),
  /** Follow the reply. @default true */
  autoScroll: flag(true, 'any'),
  /** Put the cursor in the text box when the visitor opens the chat. @default true */
  autoFocus: flag(true, 'any'),
  /** What a screen reader is told of replies. @default 'sentences' */
  announce: field(v.picklist(ANNOUNCEMENTS), 'sentences', 'any', quoted(ANNOUNCEMENTS)),
  /** A Start button instead of the text box while there are no messages. @default false */
  startFirst: flag(false, 'any'),
  /** Ask for name and email once there is something to talk about. @default false */
  contactCollection: flag(false, 'any'),
  /** Export in the menu. @default true */
  exportConversation: flag(true, 'off'),
  /** Restart in the menu. @default true */
  restartConversation: flag(true, 'off'),
  /** Maximize button; popover on desktop only. @default true */
  maximize: flag(true, 'any'),
  /** Hint the last message beside the launcher. @default true */
  messagePeek: flag(true, 'off'),
  /** Dictation. @default false */
  voiceIn: flag(false, 'off'),
  /** Spoken replies. @default false */
  voiceOut: flag(false, 'off'),
  /** The credit line. @default true */
  poweredBy: flag(true, 'on'),
  /** Colours, fonts and shapes. @default 'default' */
  theme: field(
    themeSchema,
    NO_THEME,
    'any',
    `a preset (${quoted(THEME_NAMES)}), or { name, config, dark } as an object or JSON text`,
  ),
  /**
   * How the widget stands on the page; aliases are accepted, an unknown name is fullscreen, '' is not set. @default
   * 'popover'
   */
  layout: field(
    v.pipe(
      v.custom<LayoutName | (string & {})>((value) => typeof value === 'string'),
      v.transform((word) => readLayoutWord(word)),
    ),
    'popover',
    'any',
    quoted(Object.keys(LAYOUTS)),
  ),
  /** The corner of the launcher. @default 'bottom-right' */
  position: field(v.picklist(POSITIONS), 'bottom-right', 'any', quoted(POSITIONS)),
  /** @default 'auto' */
  colorScheme: field(v.picklist(COLOR_SCHEMES), 'auto', 'any', quoted(COLOR_SCHEMES)),
  /** Picture of the top bar. @default none */
  barIcon: icon('any'),
  /** Title of the top bar. @default the widget's name, which the server sends here */
  barTitle: field(labelSchema, '', 'any', 'text'),
  /** Behind the conversation: a colour or a picture's address. @default none */
  background: field(v.optional(backgroundSchema), undefined, 'any', 'a colour or the address of a picture'),
  /** Picture above the conversation; hidden when it fails to load. @default none */
  banner: icon('any'),
  /** Markdown above the conversation. @default '' */
  intro: field(markdownSchema, '', 'any', MARKDOWN),
  /** The bot's opening message, markdown. @default '' */
  initial: field(markdownSchema, '', 'any', MARKDOWN),
  /** Of the text box. @default the word `placeholder` of the visitor's language */
  placeholder: field(labelSchema, '', 'any', 'text'),
  /** Beside the bot's messages. @default built in */
  botIcon: icon('any'),
  /** Beside the visitor's messages. @default none */
  userIcon: icon('any'),
  /** Beside context lines. @default built in */
  contextIcon: icon('any'),
  /** Picture of the launcher. @default built in */
  buttonIcon: icon('any'),
  /** Accessible name of the launcher. @default the word `open` of the visitor's language */
  buttonTitle: field(labelSchema, '', 'any', 'text'),
  /** Messages that are there from the start; at session creation only those of type `user` are sent. @default [] */
  messages: field(
    messagesSchema,
    [],
    'any',
    `a list of at most ${limits.MAX_INITIAL_MESSAGES} messages { type, text, meta }, 64 KiB together`,
  ),
  /** What the bot may call on the page, by name. @default {} */
  functions: field(
    functionsSchema,
    {},
    'any',
    `at most ${limits.MAX_FUNCTIONS} functions { description, parameters, handler } by name, each at most 16 KiB`,
  ),
  /** Tags of the conversation. @default {} */
  meta: field(metaSchema, {}, 'any', 'a JSON object of at most 8 levels and 16 KiB'),
  /** Who the visitor is, when the page knows. @default null */
  contact: field(v.nullable(contactSchema), null, 'any', '{ name, email, phone, identity } with texts, or null'),
  /** Shown, but nothing can be sent. @default false */
  disabled: flag(false, 'on'),
  /** Words by language and key (contract 4.5). @default {} */
  intl: field(
    v.record(v.string(), v.record(v.string(), markdownSchema)),
    {},
    'any',
    'texts by language and key, such as { de: { title: "Hilfe" } }',
  ),
  /** No top bar. @default false */
  hideBar: flag(false, 'any'),
  /** No launcher. @default false */
  hideButton: flag(false, 'any'),
  /** The credit line's text. @default the word `poweredBy` with our name in it */
  brandCaption: field(labelSchema, '', 'no', 'text'),
  /** Where the credit line leads. @default the site of the server */
  brandURL: field(v.optional(linkSchema), undefined, 'no', 'an http or https address'),
  /** Picture of the credit line. @default none */
  brandLogo: icon('no'),
  /** Code or English name of the language to show. @default '' (the browser's) */
  language: field(languageSchema, '', 'any', 'a language code such as "de" or an English name such as "german"'),
  /** @default 'auto' (by language) */
  dir: field(v.picklist(['auto', 'ltr', 'rtl']), 'auto', 'any', quoted(['auto', 'ltr', 'rtl'])),
  /** The languages a visitor may choose from. @default the keys of `intl` */
  languages: field(v.pipe(v.array(languageSchema), v.maxLength(200)), [], 'no', 'a list of language codes'),
  /** How long a dismissed peek stays hidden, in milliseconds. @default 864000000 */
  peekDismissalMs: field(
    v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
    limits.PEEK_DISMISSAL_MS,
    'any',
    'a number of milliseconds',
  ),
  /** Refuse addresses of disposable mail services in the contact form. @default false */
  blockDisposableEmails: flag(false, 'on'),
} as const;

/** Name of a setting. */
export type ConfigKey = keyof typeof CONFIG_FIELDS;

/** The table as a type: inputs and outputs of every field. */
export type ConfigFields = typeof CONFIG_FIELDS;

/** What a page or the server may write; every field is optional, `null` counts as not written. */
export type WidgetConfig = {
  readonly [Key in keyof ConfigFields]?: v.InferInput<ConfigFields[Key]['schema']> | null | undefined;
} & {
  /** Another name of `integrationId`. */
  readonly widget?: string | null | undefined;
};

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

/** A theme in any of its three forms. Text that begins with a brace is JSON. */
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
