import { REASONING } from '../api/parts';
import { LAYOUT_WORDS } from '../protocol/layoutWords';
import { ANNOUNCEMENTS, COLOR_SCHEMES, POSITIONS, type ConfigKey } from './widgetConfig';

/**
 * The type of a setting's value: any text, a boolean (present or `true` is on, `false` is off), a number, JSON text, or
 * one of a list of words.
 */
export type SettingKind = 'text' | 'flag' | 'number' | 'json' | readonly string[];

/** The description of a setting, for documentation and tools. */
export interface SettingRow {
  readonly kind: SettingKind;
  /** One line for the documentation. */
  readonly description: string;
  /** The default as text, if `CONFIG_FIELDS` has no number or boolean for it. */
  readonly otherwise?: string;
  /** The name of its attribute, if it is not the setting's name in kebab case; false: it can be set by a script only. */
  readonly attribute?: string | false;
  /** The part of a setting that the attribute sets. */
  readonly partOf?: `${string}.${string}`;
  /** False if only the script tag reads it. */
  readonly isSetting?: false;
  /** The loader reads it as well as the frame. */
  readonly loaderReads?: true;
  /** The frame reads it as well as the loader. */
  readonly frameReads?: true;
  /** Sent to the frame in its URL or in a separate message, not with the settings. */
  readonly isSentApart?: true;
  /** If this is set, the rest of the element is loaded immediately, with the launcher. */
  readonly needsElement?: true;
}

/**
 * The settings of a widget, which `CONFIG_FIELDS` validates. This table is not loaded at run time: `npm run generate`
 * creates from it the loader's tables of settings, the element's attributes with their types, the fields of the studio
 * (with `STUDIO_SETTINGS`), and the table in the documentation.
 */
export const WIDGET_SETTINGS = {
  integrationId: { kind: 'text', description: 'Another name of `widget`.', loaderReads: true, isSentApart: true },
  type: { kind: 'text', description: 'One of the server’s preset widgets, if no id is given.', isSentApart: true },
  layout: {
    kind: LAYOUT_WORDS,
    description: 'Where the chat appears on the page.',
    otherwise: 'popover',
  },
  position: { kind: POSITIONS, description: 'Corner of the launcher.', otherwise: 'bottom-right' },
  language: {
    kind: 'text',
    description: 'Language of the chat’s UI, such as `de`.',
    otherwise: 'the browser’s',
  },
  dir: { kind: ['ltr', 'rtl', 'auto'], description: 'Writing direction.', otherwise: 'auto' },
  colorScheme: {
    kind: COLOR_SCHEMES,
    description: 'Light or dark.',
    otherwise: 'auto',
    loaderReads: true,
  },
  theme: {
    kind: 'text',
    description: 'Preset of colours and shapes, or JSON `{ "name", "config" }`.',
    otherwise: 'default',
  },
  barIcon: { kind: 'text', description: 'Picture in the top bar.' },
  barTitle: {
    kind: 'text',
    description: 'Title in the top bar.',
    otherwise: 'the widget’s name',
    loaderReads: true,
  },
  background: { kind: 'text', description: 'Colour or picture behind the conversation.' },
  banner: { kind: 'text', description: 'Picture above the conversation.' },
  intro: { kind: 'text', description: 'Markdown above the conversation.' },
  initial: { kind: 'text', description: 'The bot’s opening message, in markdown.' },
  placeholder: {
    kind: 'text',
    description: 'Placeholder of the text box.',
    otherwise: 'in the visitor’s language',
  },
  botIcon: { kind: 'text', description: 'Picture next to the bot’s messages.' },
  userIcon: { kind: 'text', description: 'Picture next to the visitor’s messages.' },
  contextIcon: { kind: 'text', description: 'Picture next to context lines.' },
  buttonIcon: { kind: 'text', description: 'Picture or emoji of the launcher.', loaderReads: true, needsElement: true },
  buttonTitle: {
    kind: 'text',
    description: 'Accessible name of the launcher.',
    otherwise: 'Open chat',
    loaderReads: true,
  },
  hideBar: { kind: 'flag', description: 'Hide the top bar.' },
  hideButton: { kind: 'flag', description: 'Hide the launcher.', loaderReads: true },
  brandCaption: { kind: 'text', description: 'Text of the credit line; the server’s value takes precedence.' },
  brandURL: {
    attribute: 'brand-url',
    kind: 'text',
    description: 'Link of the credit line; the server’s value takes precedence.',
  },
  brandLogo: { kind: 'text', description: 'Picture in the credit line; the server’s value takes precedence.' },
  poweredBy: { kind: 'flag', description: 'Show the credit line.' },
  stream: { kind: 'flag', description: 'Show replies while they are being written.' },
  verbose: { kind: 'flag', description: 'Show the bot’s searches and tool calls.' },
  reasoning: {
    kind: REASONING,
    description:
      'How the model’s reasoning is shown, if the server sends it: its duration only, collapsed or expanded.',
    otherwise: 'the owner’s choice',
  },
  unfurl: { kind: 'flag', description: 'Show link previews.' },
  math: { kind: 'flag', description: 'Render formulas.' },
  tools: { kind: 'flag', description: 'Copy, vote and read-aloud buttons on messages.' },
  attachments: { kind: 'flag', description: 'Let visitors attach files.' },
  voiceIn: { kind: 'flag', description: 'Dictation.', loaderReads: true },
  voiceOut: { kind: 'flag', description: 'Spoken replies.', loaderReads: true },
  autoScroll: { kind: 'flag', description: 'Scroll along with the reply.' },
  autoFocus: { kind: 'flag', description: 'Focus the text box when the visitor opens the chat.' },
  announce: {
    kind: ANNOUNCEMENTS,
    description: 'How much of a reply a screen reader announces.',
    otherwise: 'sentences',
  },
  startFirst: { kind: 'flag', description: 'Show a Start button while there are no messages.' },
  contactCollection: { kind: 'flag', description: 'Ask for name and email.' },
  exportConversation: { kind: 'flag', description: 'Show Export in the menu.' },
  restartConversation: { kind: 'flag', description: 'Show Restart in the menu.' },
  maximize: { kind: 'flag', description: 'Show the maximize button.' },
  messagePeek: { kind: 'flag', description: 'Preview the last message next to the launcher.' },
  peekDismissalMs: { kind: 'number', description: 'How long a dismissed preview stays hidden, in milliseconds.' },
  privacy: { kind: 'flag', description: 'Store nothing in the browser after the page is closed.' },
  moderation: { kind: 'flag', description: 'Check messages with the server’s moderation model.' },
  blockDisposableEmails: { kind: 'flag', description: 'Reject disposable email addresses.' },
  disabled: { kind: 'flag', description: 'Show the chat, but do not allow sending.' },
  session: { kind: 'text', description: 'Which conversation to use: `day`, `none`, or a name.', otherwise: 'day' },
  createSession: { kind: 'text', description: 'Address that creates sessions.', loaderReads: true, isSentApart: true },
  meta: { kind: 'json', description: 'Metadata of the conversation.', isSentApart: true },
  contact: { kind: 'json', description: 'The visitor’s contact details: name, email, phone.', isSentApart: true },
  messages: { kind: 'json', description: 'Initial messages.', isSentApart: true },
  intl: { kind: 'json', description: 'UI texts by language and key.' },
  functions: {
    kind: 'json',
    description: 'Functions of the page that the bot can call, by name.',
    attribute: false,
    isSentApart: true,
  },
  languages: {
    kind: 'json',
    description: 'The languages a visitor can choose from; the server’s value takes precedence.',
    attribute: false,
  },
} as const satisfies Readonly<Record<ConfigKey, SettingRow>>;

/** The settings that only the server reads: the owner sets them in the studio or through the API, and no page can. */
export const SERVER_SETTINGS = {
  toolResults: {
    kind: ['private', 'shared'],
    description: 'Who reads the arguments and results of tools: the owner, or visitors too.',
    otherwise: 'private',
    attribute: false,
  },
  handover: { kind: 'flag', description: 'Let visitors ask for a person.', otherwise: 'false', attribute: false },
  officeHours: {
    kind: 'json',
    description: 'Days and times at which people answer, with their time zone.',
    otherwise: 'at any time',
    attribute: false,
  },
  nothingFound: {
    kind: 'text',
    description: 'What the bot answers, word for word, if its documents have no answer.',
    otherwise: 'a sentence in the visitor’s language',
    attribute: false,
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

/** The settings that only the loader uses. */
export const LOADER_SETTINGS = {
  widget: { kind: 'text', description: 'ID of the widget on your server.' },
  id: {
    kind: 'text',
    description: 'Name of this widget on the page; required if the page contains the same widget twice.',
  },
  target: { kind: 'text', description: 'Selector of the element to render into (script tag only).' },
  transport: {
    kind: 'text',
    description: 'Your own backend: the protocol and the address, such as `ai-sdk:/api/chat`.',
  },
  base: { kind: 'text', description: 'Address of the Sotto server.', otherwise: 'the origin of the script' },
  config: {
    kind: ['off'],
    description: '`off`: do not load the launcher’s settings from the server (script tag only).',
    isSetting: false,
  },
  load: {
    kind: ['idle', 'hover', 'click', 'visible', 'eager', 'manual'],
    description: 'When the chat is loaded.',
    otherwise: 'idle',
  },
  open: { kind: 'flag', description: 'Open the chat when the page loads.', otherwise: 'false', needsElement: true },
  restoreOpen: {
    kind: 'flag',
    description: 'Keep an open chat open on the next page.',
    otherwise: 'false',
    needsElement: true,
  },
  consent: {
    kind: ['granted', 'wait'],
    description: '`wait`: store nothing until consent is given.',
    otherwise: 'granted',
    frameReads: true,
  },
  offsetX: {
    kind: 'number',
    description: 'Distance from the side of the window, in pixels.',
    otherwise: '24',
    partOf: 'offset.x',
  },
  offsetY: {
    kind: 'number',
    description: 'Distance from the top or bottom of the window, in pixels.',
    otherwise: '24',
    partOf: 'offset.y',
  },
  zIndex: { kind: 'number', description: 'The chat’s `z-index` on the page.', otherwise: '2147483000' },
  topLayer: {
    kind: 'flag',
    description: 'Render the chat in the browser’s top layer.',
    otherwise: 'false',
    needsElement: true,
  },
  height: { kind: 'text', description: 'Height of an inline chat; `auto` adapts to the content.', otherwise: '600' },
  launcher: { kind: ['host', 'frame', 'none'], description: 'What renders the launcher.', otherwise: 'host' },
  launcherSelector: {
    kind: 'text',
    description: 'Selector of elements on the page that open and close the chat.',
    needsElement: true,
  },
  triggerAfter: {
    kind: 'number',
    description: 'Open once per tab after this many seconds.',
    partOf: 'triggers.afterSeconds',
    needsElement: true,
  },
  triggerScroll: {
    kind: 'number',
    description: 'Open once per tab when this percentage of the page has been scrolled into view.',
    partOf: 'triggers.scrollPercent',
    needsElement: true,
  },
  triggerExit: {
    kind: 'flag',
    description: 'Open once per tab when the pointer leaves the window at the top.',
    otherwise: 'false',
    partOf: 'triggers.exitIntent',
    needsElement: true,
  },
  triggerUrl: {
    kind: 'text',
    description: 'Open once per tab on pages whose address matches; `*` is a wildcard.',
    partOf: 'triggers.url',
    needsElement: true,
  },
  tabTitle: { kind: 'flag', description: 'Show the number of unread messages in the tab title.', otherwise: 'false' },
  sound: { kind: 'flag', description: 'Play a short sound for new messages.', otherwise: 'false' },
  pageContext: {
    kind: ['true', 'false', 'full'],
    description: 'Send the page’s address to the bot.',
    otherwise: 'false',
  },
  dataLayer: { kind: 'flag', description: 'Push events to `window.dataLayer`.', otherwise: 'false' },
  mobile: {
    kind: ['fullscreen', 'sheet', 'off'],
    description: 'Layout on phones.',
    otherwise: 'fullscreen',
  },
  mobileQuery: {
    kind: 'text',
    description: 'Media query that matches phones.',
    otherwise: '(max-width: 640px), (max-height: 480px) and (pointer: coarse)',
  },
  back: {
    kind: ['close', 'history', 'off'],
    description: 'What the back button does while the chat is open.',
    otherwise: 'close',
  },
  shortcut: { kind: 'text', description: 'Keyboard shortcut that opens and closes the chat.', needsElement: true },
  frameTitle: { kind: 'text', description: 'Accessible name of the iframe.', otherwise: 'Chat' },
  nonce: { kind: 'text', description: 'Nonce for the page’s Content Security Policy.' },
  credentialless: {
    kind: 'flag',
    description: 'Load the iframe without cookies and persistent storage.',
    otherwise: 'false',
  },
  timeoutMs: {
    kind: 'number',
    description: 'How long to wait for the iframe to respond, in milliseconds.',
    otherwise: '8000',
    attribute: 'timeout',
  },
  debug: {
    kind: 'flag',
    description: 'Show the doctor: settings, messages and problems.',
    otherwise: 'false',
    needsElement: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>;
