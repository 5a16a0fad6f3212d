import type { Message } from '../api/message';
import type { Contact } from '../api/requests';
import type { JsonObject } from '../lib/json';
import type { LayoutName } from '../protocol/layoutWords';
import type { DescribedFunction, HostFunctionInput, HostMessageInput } from '../protocol/payloads';
import type { ThemeName, ThemeSetting } from './themes';

/** A corner of the window. Physical, not mirrored in right-to-left languages. */
export type Position = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

/** A wish for light or dark; `auto` is as the visitor's system is set. */
export type ColorScheme = 'auto' | 'light' | 'dark';

/**
 * A theme as it is written: a preset's name, JSON text, or a preset with fields over it. Without a name: the server's
 * theme with these fields over it.
 */
export type ThemeInput = ThemeName | (string & {}) | ThemeFields;

/** A preset by name, and fields over it; `dark` over `config` where the scheme is dark. */
export interface ThemeFields {
  readonly name?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly dark?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Who makes sessions (contract 5.1): an address to POST to, or a function of the page. What it answers is checked like
 * the answer of a server.
 */
export type CreateSessionSetting = string | ((request: CreateSessionRequest) => Promise<unknown>);

/** For which conversation a session is wanted. */
export interface CreateSessionRequest {
  messages?: { type: string; text: string; meta?: JsonObject }[];
  meta?: JsonObject;
  /** The conversation that goes on; absent: a new one. */
  conversationId?: string;
}

/** Runs a function of the page; the arguments have been checked against its `parameters`. */
export type FunctionHandler = (
  args: unknown,
  context: { readonly signal: AbortSignal; readonly callId: string },
) => unknown;

/** A function of the page as it is written. Handlers exist only where page and widget share a window. */
export interface HostFunctionSetting extends HostFunctionInput {
  handler?: FunctionHandler | undefined;
}

/** A function of the page as it is registered: its definition, and its handler where page and widget share a window. */
export interface HostFunction extends DescribedFunction {
  handler?: FunctionHandler | undefined;
}

/**
 * What a page or the server may write; every field is optional, `null` counts as not written. The rules of each field
 * stand in `CONFIG_FIELDS`.
 */
export interface WidgetConfig {
  /** Another name of `integrationId`. */
  readonly widget?: string | null | undefined;
  /** Which widget; `widget` is accepted for it. */
  readonly integrationId?: string | null | undefined;
  /** Which of the server's preset widgets, where no id is given. @default '' */
  readonly type?: string | null | undefined;
  /**
   * Which conversation: '' or 'day' one a day, 'none' nothing is kept, any other text the conversation of that name.
   * @default ''
   */
  readonly session?: string | null | undefined;
  /** Who makes sessions: absent the server itself, an address to POST to, or a function. */
  readonly createSession?: CreateSessionSetting | null | undefined;
  /** Nothing is kept in the browser beyond the life of the page, and server logs hold no text. @default false */
  readonly privacy?: boolean | null | undefined;
  /** Texts pass the server's moderation check. @default false */
  readonly moderation?: boolean | null | undefined;
  /** Show text as it is written. @default true */
  readonly stream?: boolean | null | undefined;
  /** Show what the bot looks up or runs. @default true */
  readonly verbose?: boolean | null | undefined;
  /**
   * How reasoning is shown: its duration only, folded or open. Reasoning that the owner does not share is not sent, and
   * cannot be shown.
   *
   * @default the owner's choice; `folded` without a server of ours
   */
  readonly reasoning?: 'hidden' | 'folded' | 'open' | null | undefined;
  /** Message actions: copy, votes, and read aloud with `voiceOut`. @default false */
  readonly tools?: boolean | null | undefined;
  /** Link previews. @default true */
  readonly unfurl?: boolean | null | undefined;
  /** Formulas. @default true */
  readonly math?: boolean | null | undefined;
  /** Attach button, drop and paste. @default false */
  readonly attachments?: boolean | null | undefined;
  /** Follow the reply. @default true */
  readonly autoScroll?: boolean | null | undefined;
  /** Put the cursor in the text box when the visitor opens the chat. @default true */
  readonly autoFocus?: boolean | null | undefined;
  /** How much of a reply a screen reader announces. @default 'sentences' */
  readonly announce?: 'off' | 'status' | 'sentences' | 'whole' | null | undefined;
  /** A Start button instead of the text box while there are no messages. @default false */
  readonly startFirst?: boolean | null | undefined;
  /** Ask for name and email after the first reply. @default false */
  readonly contactCollection?: boolean | null | undefined;
  /** Export in the menu. @default true */
  readonly exportConversation?: boolean | null | undefined;
  /** Restart in the menu. @default true */
  readonly restartConversation?: boolean | null | undefined;
  /** Maximize button; popover on desktop only. @default true */
  readonly maximize?: boolean | null | undefined;
  /** Hint the last message beside the launcher. @default true */
  readonly messagePeek?: boolean | null | undefined;
  /** Dictation. @default false */
  readonly voiceIn?: boolean | null | undefined;
  /** Spoken replies. @default false */
  readonly voiceOut?: boolean | null | undefined;
  /** The credit line. @default true */
  readonly poweredBy?: boolean | null | undefined;
  /** Colours, fonts and shapes. @default 'default' */
  readonly theme?: ThemeInput | null | undefined;
  /**
   * How the widget stands on the page; aliases are accepted, an unknown name is fullscreen, '' is not set. @default
   * 'popover'
   */
  readonly layout?: LayoutName | (string & {}) | null | undefined;
  /** The corner of the launcher. @default 'bottom-right' */
  readonly position?: Position | null | undefined;
  /** @default 'auto' */
  readonly colorScheme?: ColorScheme | null | undefined;
  /** Picture of the top bar. @default none */
  readonly barIcon?: string | null | undefined;
  /** Title of the top bar. @default the widget's name, which the server sends here */
  readonly barTitle?: string | null | undefined;
  /** Behind the conversation: a colour or a picture's address. @default none */
  readonly background?: string | null | undefined;
  /** Picture above the conversation; hidden when it fails to load. @default none */
  readonly banner?: string | null | undefined;
  /** Markdown above the conversation. @default '' */
  readonly intro?: string | null | undefined;
  /** The bot's opening message, markdown. @default '' */
  readonly initial?: string | null | undefined;
  /** Of the text box. @default the word `placeholder` of the visitor's language */
  readonly placeholder?: string | null | undefined;
  /** Beside the bot's messages. @default built in */
  readonly botIcon?: string | null | undefined;
  /** Beside the visitor's messages. @default none */
  readonly userIcon?: string | null | undefined;
  /** Beside context lines. @default built in */
  readonly contextIcon?: string | null | undefined;
  /** Picture of the launcher. @default built in */
  readonly buttonIcon?: string | null | undefined;
  /** Accessible name of the launcher. @default the word `open` of the visitor's language */
  readonly buttonTitle?: string | null | undefined;
  /** Messages that are there from the start; at session creation only those of type `user` are sent. @default [] */
  readonly messages?: HostMessageInput[] | null | undefined;
  /** What the bot may call on the page, by name. @default {} */
  readonly functions?: Record<string, HostFunctionSetting | null> | null | undefined;
  /** Tags of the conversation. @default {} */
  readonly meta?: JsonObject | null | undefined;
  /** Who the visitor is, when the page knows. @default null */
  readonly contact?: Contact | null | undefined;
  /** Shown, but nothing can be sent. @default false */
  readonly disabled?: boolean | null | undefined;
  /** Words by language and key (contract 4.5). @default {} */
  readonly intl?: Record<string, Record<string, string>> | null | undefined;
  /** No top bar. @default false */
  readonly hideBar?: boolean | null | undefined;
  /** No launcher. @default false */
  readonly hideButton?: boolean | null | undefined;
  /** The credit line's text. @default the word `poweredBy` with our name in it */
  readonly brandCaption?: string | null | undefined;
  /** Where the credit line leads. @default the site of the server */
  readonly brandURL?: string | null | undefined;
  /** Picture of the credit line. @default none */
  readonly brandLogo?: string | null | undefined;
  /** Code or English name of the language to show. @default '' (the browser's) */
  readonly language?: string | null | undefined;
  /** @default 'auto' (by language) */
  readonly dir?: 'auto' | 'ltr' | 'rtl' | null | undefined;
  /** The languages a visitor may choose from. @default the keys of `intl` */
  readonly languages?: string[] | null | undefined;
  /** How long a dismissed peek stays hidden, in milliseconds. @default 864000000 */
  readonly peekDismissalMs?: number | null | undefined;
  /** Refuse addresses of disposable mail services in the contact form. @default false */
  readonly blockDisposableEmails?: boolean | null | undefined;
}

/** Settings that are read as they are written. */
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

/** A complete config: every field is there and valid; the ceiling has been applied. */
export interface ResolvedConfig extends PlainSettings {
  readonly createSession: CreateSessionSetting | undefined;
  /** The preset and its checked overrides; `resolveTheme` fills it up. */
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
