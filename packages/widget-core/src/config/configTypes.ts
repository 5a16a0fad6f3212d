import type { Message } from '../api/message';
import type { Contact } from '../api/requests';
import type { JsonObject } from '../lib/json';
import type { LayoutName } from '../protocol/layoutWords';
import type { DescribedFunction, HostFunctionInput, HostMessageInput } from '../protocol/payloads';
import type { ThemeName, ThemeSetting } from './themes';

/** A corner of the window. Physical, not mirrored in right-to-left languages. */
export type Position = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

/** The requested colour scheme; `auto` follows the visitor's system. */
export type ColorScheme = 'auto' | 'light' | 'dark';

/**
 * A theme as input: the name of a preset, JSON text, or a preset with overridden fields. Without a name, the fields
 * override the server's theme.
 */
export type ThemeInput = ThemeName | (string & {}) | ThemeFields;

/** The name of a preset and fields that override it; in the dark scheme, `dark` overrides `config`. */
export interface ThemeFields {
  readonly name?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly dark?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What creates sessions (contract 5.1): an address to POST to, or a function of the page. Its result is validated like
 * the response of a server.
 */
export type CreateSessionSetting = string | ((request: CreateSessionRequest) => Promise<unknown>);

/** The conversation for which a session is requested. */
export interface CreateSessionRequest {
  messages?: { type: string; text: string; meta?: JsonObject }[];
  meta?: JsonObject;
  /** The conversation to continue; absent: a new one. */
  conversationId?: string;
}

/**
 * Runs a function of the page; the arguments have been validated against its `parameters`. As the type of a method, it
 * includes handlers that declare the type of their arguments.
 */
export type FunctionHandler = {
  run(args: unknown, context: Readonly<Record<'signal', AbortSignal> & Record<'callId', string>>): unknown;
}['run'];

/** A function of the page as input. Handlers exist only if the page and the widget share a window. */
export interface HostFunctionSetting extends HostFunctionInput {
  handler?: FunctionHandler | undefined;
}

/** A registered function of the page: its definition, and its handler if the page and the widget share a window. */
export interface HostFunction extends DescribedFunction {
  handler?: FunctionHandler | undefined;
}

/**
 * The settings that a page or the server can provide. All fields are optional; `null` means not set. `CONFIG_FIELDS`
 * has the rules for each field.
 */
export interface WidgetConfig {
  /** An alias of `integrationId`. */
  readonly widget?: string | null | undefined;
  /** The ID of the widget; `widget` is an alias. */
  readonly integrationId?: string | null | undefined;
  /** One of the server's preset widgets, if no ID is given. @default '' */
  readonly type?: string | null | undefined;
  /**
   * Which conversation to use: '' or 'day' is one per day, 'none' stores nothing, any other text is the conversation of
   * that name.
   * @default ''
   */
  readonly session?: string | null | undefined;
  /** What creates sessions: an address to POST to, or a function; absent: the Sotto server. */
  readonly createSession?: CreateSessionSetting | null | undefined;
  /** Nothing is stored in the browser after the page is closed, and server logs contain no text. @default false */
  readonly privacy?: boolean | null | undefined;
  /** Messages are checked with the server's moderation model. @default false */
  readonly moderation?: boolean | null | undefined;
  /** Show replies while they are being written. @default true */
  readonly stream?: boolean | null | undefined;
  /** Show the bot's searches and tool calls. @default true */
  readonly verbose?: boolean | null | undefined;
  /**
   * How reasoning is shown: its duration only, collapsed or expanded. Reasoning that the owner does not share is not sent
   * and cannot be shown.
   *
   * @default the owner's choice; `folded` without a Sotto server
   */
  readonly reasoning?: 'hidden' | 'folded' | 'open' | null | undefined;
  /** Message actions: copy, vote, and read aloud with `voiceOut`. @default false */
  readonly tools?: boolean | null | undefined;
  /** Show link previews. @default true */
  readonly unfurl?: boolean | null | undefined;
  /** Render formulas. @default true */
  readonly math?: boolean | null | undefined;
  /** Attach button, drop and paste. @default false */
  readonly attachments?: boolean | null | undefined;
  /** Scroll along with the reply. @default true */
  readonly autoScroll?: boolean | null | undefined;
  /** Focus the text box when the visitor opens the chat. @default true */
  readonly autoFocus?: boolean | null | undefined;
  /** How much of a reply a screen reader announces. @default 'sentences' */
  readonly announce?: 'off' | 'status' | 'sentences' | 'whole' | null | undefined;
  /** A Start button instead of the text box while there are no messages. @default false */
  readonly startFirst?: boolean | null | undefined;
  /** Ask for name and email after the first reply. @default false */
  readonly contactCollection?: boolean | null | undefined;
  /** Show Export in the menu. @default true */
  readonly exportConversation?: boolean | null | undefined;
  /** Show Restart in the menu. @default true */
  readonly restartConversation?: boolean | null | undefined;
  /** Show the maximize button; popover layout on desktop only. @default true */
  readonly maximize?: boolean | null | undefined;
  /** Preview the last message next to the launcher. @default true */
  readonly messagePeek?: boolean | null | undefined;
  /** Dictation. @default false */
  readonly voiceIn?: boolean | null | undefined;
  /** Spoken replies. @default false */
  readonly voiceOut?: boolean | null | undefined;
  /** Show the credit line. @default true */
  readonly poweredBy?: boolean | null | undefined;
  /** Colours, fonts and shapes. @default 'default' */
  readonly theme?: ThemeInput | null | undefined;
  /**
   * Where the widget appears on the page; aliases are accepted, an unknown name is fullscreen, '' means not set. @default
   * 'popover'
   */
  readonly layout?: LayoutName | (string & {}) | null | undefined;
  /** The corner of the launcher. @default 'bottom-right' */
  readonly position?: Position | null | undefined;
  /** @default 'auto' */
  readonly colorScheme?: ColorScheme | null | undefined;
  /** Picture in the top bar. @default none */
  readonly barIcon?: string | null | undefined;
  /** Title in the top bar. @default the widget's name, which the server sends here */
  readonly barTitle?: string | null | undefined;
  /** Background of the conversation: a colour or the address of a picture. @default none */
  readonly background?: string | null | undefined;
  /** Picture above the conversation; hidden if it fails to load. @default none */
  readonly banner?: string | null | undefined;
  /** Markdown above the conversation. @default '' */
  readonly intro?: string | null | undefined;
  /** The bot's opening message, markdown. @default '' */
  readonly initial?: string | null | undefined;
  /** Placeholder of the text box. @default the text `placeholder` in the visitor's language */
  readonly placeholder?: string | null | undefined;
  /** Picture next to the bot's messages. @default built in */
  readonly botIcon?: string | null | undefined;
  /** Picture next to the visitor's messages. @default none */
  readonly userIcon?: string | null | undefined;
  /** Picture next to context lines. @default built in */
  readonly contextIcon?: string | null | undefined;
  /** Picture of the launcher. @default built in */
  readonly buttonIcon?: string | null | undefined;
  /** Accessible name of the launcher. @default the text `open` in the visitor's language */
  readonly buttonTitle?: string | null | undefined;
  /** Initial messages; only those of type `user` are sent when the session is created. @default [] */
  readonly messages?: HostMessageInput[] | null | undefined;
  /** Functions of the page that the bot can call, by name. @default {} */
  readonly functions?: Record<string, HostFunctionSetting | null> | null | undefined;
  /** Metadata of the conversation. @default {} */
  readonly meta?: JsonObject | null | undefined;
  /** The visitor's contact details, if the page knows them. @default null */
  readonly contact?: Contact | null | undefined;
  /** Show the chat, but do not allow sending. @default false */
  readonly disabled?: boolean | null | undefined;
  /** UI texts by language and key (contract 4.5). @default {} */
  readonly intl?: Record<string, Record<string, string>> | null | undefined;
  /** Hide the top bar. @default false */
  readonly hideBar?: boolean | null | undefined;
  /** Hide the launcher. @default false */
  readonly hideButton?: boolean | null | undefined;
  /** Text of the credit line. @default the text `poweredBy` with the name Sotto */
  readonly brandCaption?: string | null | undefined;
  /** Link of the credit line. @default the server's site */
  readonly brandURL?: string | null | undefined;
  /** Picture in the credit line. @default none */
  readonly brandLogo?: string | null | undefined;
  /** Code or English name of the UI language. @default '' (the browser's) */
  readonly language?: string | null | undefined;
  /** @default 'auto' (by language) */
  readonly dir?: 'auto' | 'ltr' | 'rtl' | null | undefined;
  /** The languages a visitor can choose from. @default the keys of `intl` */
  readonly languages?: string[] | null | undefined;
  /** How long a dismissed peek stays hidden, in milliseconds. @default 864000000 */
  readonly peekDismissalMs?: number | null | undefined;
  /** Reject disposable email addresses in the contact form. @default false */
  readonly blockDisposableEmails?: boolean | null | undefined;
}

/** Settings whose resolved type is their input type. */
type PlainSettings = {
  readonly [Key in keyof Omit<WidgetConfig, 'widget' | SpeciallyRead>]-?: NonNullable<WidgetConfig[Key]>;
};

type SpeciallyRead =
  | 'createSession'
  | 'theme'
  | 'layout'
  | 'messages'
  | 'functions'
  | 'contact'
  | 'barIcon'
  | 'background'
  | 'banner'
  | 'botIcon'
  | 'userIcon'
  | 'contextIcon'
  | 'buttonIcon'
  | 'brandURL'
  | 'brandLogo';

/** A complete config: all fields are present and valid, and the owner's limits have been applied. */
export interface ResolvedConfig extends PlainSettings {
  readonly createSession: CreateSessionSetting | undefined;
  /** The preset and its validated overrides; `resolveTheme` adds the missing fields. */
  readonly theme: ThemeSetting;
  readonly layout: LayoutName;
  readonly messages: Message[];
  readonly functions: Record<string, HostFunction>;
  readonly contact: Contact | null;
  readonly barIcon: string | undefined;
  readonly background: string | undefined;
  readonly banner: string | undefined;
  readonly botIcon: string | undefined;
  readonly userIcon: string | undefined;
  readonly contextIcon: string | undefined;
  readonly buttonIcon: string | undefined;
  readonly brandURL: string | undefined;
  readonly brandLogo: string | undefined;
}
