import { REASONING } from '../api/parts';
import { LAYOUT_WORDS } from '../protocol/layoutWords';
import { ANNOUNCEMENTS, COLOR_SCHEMES, POSITIONS, type ConfigKey } from './widgetConfig';

/**
 * How a setting is written: any text, a switch (present or `true` is on, `false` is off), a number, JSON text, or one
 * of some words.
 */
export type SettingKind = 'text' | 'flag' | 'number' | 'json' | readonly string[];

/** How one setting is described to people and programs. */
export interface SettingRow {
  readonly kind: SettingKind;
  /** One line for the documentation. */
  readonly description: string;
  /** The default in words, where `CONFIG_FIELDS` has no number or switch for it. */
  readonly otherwise?: string;
  /** Name of its attribute, where that is not the setting's own with dashes; false: it can be set by a script only. */
  readonly attribute?: string | false;
  /** The part of a setting that an attribute stands for. */
  readonly partOf?: `${string}.${string}`;
  /** False for what the script tag alone reads. */
  readonly isSetting?: false;
  /** The loader reads it, beside the frame. */
  readonly loaderReads?: true;
  /** The studio has a field for it, in this part of its form. */
  readonly studio?: 'look' | 'words' | 'switches';
  /** Where this is set, the rest of the element is fetched at once, with the launcher. */
  readonly needsElement?: true;
}

/**
 * The settings of a widget, which `CONFIG_FIELDS` checks. Nothing loads this table at run time: `npm run generate`
 * makes from it what the loader reads settings
 * by, the attributes of the element with their types, and the table of the documentation.
 */
export const WIDGET_SETTINGS = {
  integrationId: { kind: 'text', description: 'Another name of `widget`.', loaderReads: true },
  type: { kind: 'text', description: 'One of the server’s preset widgets, where no id is given.' },
  layout: { kind: LAYOUT_WORDS, description: 'How the chat stands on the page.', otherwise: 'popover', studio: 'look' },
  position: { kind: POSITIONS, description: 'Corner of the launcher.', otherwise: 'bottom-right', studio: 'look' },
  language: {
    kind: 'text',
    description: 'Language of the words, such as `de`.',
    otherwise: 'the browser’s',
    studio: 'words',
  },
  dir: { kind: ['ltr', 'rtl', 'auto'], description: 'Writing direction.', otherwise: 'auto' },
  colorScheme: {
    kind: COLOR_SCHEMES,
    description: 'Light or dark.',
    otherwise: 'auto',
    loaderReads: true,
    studio: 'look',
  },
  theme: {
    kind: 'text',
    description: 'Preset of colours and shapes, or JSON `{ "name", "config" }`.',
    otherwise: 'default',
    studio: 'look',
  },
  barIcon: { kind: 'text', description: 'Picture in the top bar.' },
  barTitle: {
    kind: 'text',
    description: 'Title in the top bar.',
    otherwise: 'the widget’s name',
    loaderReads: true,
    studio: 'words',
  },
  background: { kind: 'text', description: 'Colour or picture behind the conversation.' },
  banner: { kind: 'text', description: 'Picture above the conversation.' },
  intro: { kind: 'text', description: 'Markdown above the conversation.', studio: 'words' },
  initial: { kind: 'text', description: 'The bot’s opening message, in markdown.', studio: 'words' },
  placeholder: {
    kind: 'text',
    description: 'Placeholder of the text box.',
    otherwise: 'in the visitor’s language',
    studio: 'words',
  },
  botIcon: { kind: 'text', description: 'Picture beside the bot’s messages.' },
  userIcon: { kind: 'text', description: 'Picture beside the visitor’s messages.' },
  contextIcon: { kind: 'text', description: 'Picture beside context lines.' },
  buttonIcon: { kind: 'text', description: 'Picture or emoji of the launcher.', loaderReads: true, needsElement: true },
  buttonTitle: {
    kind: 'text',
    description: 'Accessible name of the launcher.',
    otherwise: 'Open chat',
    loaderReads: true,
  },
  hideBar: { kind: 'flag', description: 'No top bar.' },
  hideButton: { kind: 'flag', description: 'No launcher.', loaderReads: true },
  brandCaption: { kind: 'text', description: 'Text of the credit line; the server’s value counts.' },
  brandURL: {
    attribute: 'brand-url',
    kind: 'text',
    description: 'Where the credit line leads; the server’s value counts.',
  },
  brandLogo: { kind: 'text', description: 'Picture of the credit line; the server’s value counts.' },
  poweredBy: { kind: 'flag', description: 'Show the credit line.', studio: 'switches' },
  stream: { kind: 'flag', description: 'Show text as it is written.' },
  verbose: { kind: 'flag', description: 'Show what the bot looks up or runs.' },
  reasoning: {
    kind: REASONING,
    description: 'How reasoning that the server sends is shown: its duration only, folded or open.',
    otherwise: 'the owner’s choice',
  },
  unfurl: { kind: 'flag', description: 'Previews of links.' },
  math: { kind: 'flag', description: 'Set formulas.' },
  tools: { kind: 'flag', description: 'Copy, votes and speech beside messages.', studio: 'switches' },
  attachments: { kind: 'flag', description: 'Let visitors attach files.', studio: 'switches' },
  voiceIn: { kind: 'flag', description: 'Dictation.', loaderReads: true, studio: 'switches' },
  voiceOut: { kind: 'flag', description: 'Spoken replies.', loaderReads: true, studio: 'switches' },
  autoScroll: { kind: 'flag', description: 'Follow the reply.' },
  autoFocus: { kind: 'flag', description: 'Cursor in the text box when the visitor opens the chat.' },
  announce: {
    kind: ANNOUNCEMENTS,
    description: 'How much of a reply a screen reader announces.',
    otherwise: 'sentences',
  },
  startFirst: { kind: 'flag', description: 'A Start button while there are no messages.', studio: 'switches' },
  contactCollection: { kind: 'flag', description: 'Ask for name and email.', studio: 'switches' },
  exportConversation: { kind: 'flag', description: 'Export in the menu.', studio: 'switches' },
  restartConversation: { kind: 'flag', description: 'Restart in the menu.', studio: 'switches' },
  maximize: { kind: 'flag', description: 'Maximize button.', studio: 'switches' },
  messagePeek: { kind: 'flag', description: 'Hint the last message beside the launcher.', studio: 'switches' },
  peekDismissalMs: { kind: 'number', description: 'How long a dismissed hint stays hidden, in milliseconds.' },
  privacy: { kind: 'flag', description: 'Keep nothing beyond the life of the page.' },
  moderation: { kind: 'flag', description: 'Texts pass the server’s moderation check.' },
  blockDisposableEmails: { kind: 'flag', description: 'Refuse addresses of disposable mail services.' },
  disabled: { kind: 'flag', description: 'Shown, but nothing can be sent.' },
  session: { kind: 'text', description: 'Which conversation: `day`, `none`, or a name.', otherwise: 'day' },
  createSession: { kind: 'text', description: 'Address that makes sessions.', loaderReads: true },
  meta: { kind: 'json', description: 'Tags of the conversation.' },
  contact: { kind: 'json', description: 'Who the visitor is: name, email, phone.' },
  messages: { kind: 'json', description: 'Messages that are there from the start.' },
  intl: { kind: 'json', description: 'Words by language and key.' },
  functions: { kind: 'json', description: 'What the bot may call on the page, by name.', attribute: false },
  languages: {
    kind: 'json',
    description: 'The languages a visitor may choose from; the server’s value counts.',
    attribute: false,
  },
} as const satisfies Readonly<Record<ConfigKey, SettingRow>>;

/** The settings that the loader keeps for itself. */
export const LOADER_SETTINGS = {
  widget: { kind: 'text', description: 'Id of the widget on your server.' },
  id: { kind: 'text', description: 'Name of this widget on the page; needed for two of the same widget.' },
  target: { kind: 'text', description: 'Selector of the element to live in (script tag only).' },
  transport: {
    kind: 'text',
    description: 'Your own backend: its address with the name of its protocol, as `ai-sdk:/api/chat`.',
  },
  base: { kind: 'text', description: 'Address of the Sotto server.', otherwise: 'where the script comes from' },
  config: {
    kind: ['off'],
    description: '`off`: do not ask the server how the launcher looks (script tag only).',
    isSetting: false,
  },
  load: {
    kind: ['idle', 'hover', 'click', 'visible', 'eager', 'manual'],
    description: 'When the chat is fetched.',
    otherwise: 'idle',
  },
  open: { kind: 'flag', description: 'Open from the start.', otherwise: 'false', needsElement: true },
  restoreOpen: {
    kind: 'flag',
    description: 'Open again on the next page when it was open.',
    otherwise: 'false',
    needsElement: true,
  },
  consent: {
    kind: ['granted', 'wait'],
    description: '`wait`: store nothing before consent is given.',
    otherwise: 'granted',
  },
  offsetX: { kind: 'number', description: 'Distance from the side, in pixels.', otherwise: '24', partOf: 'offset.x' },
  offsetY: {
    kind: 'number',
    description: 'Distance from top or bottom, in pixels.',
    otherwise: '24',
    partOf: 'offset.y',
  },
  zIndex: { kind: 'number', description: 'Where the chat lies among the layers of the page.', otherwise: '2147483000' },
  topLayer: { kind: 'flag', description: 'Lie in the browser’s top layer.', otherwise: 'false', needsElement: true },
  height: { kind: 'text', description: 'Height inside the page: `auto` follows the content.', otherwise: '600' },
  launcher: { kind: ['host', 'frame', 'none'], description: 'Who draws the launcher.', otherwise: 'host' },
  launcherSelector: {
    kind: 'text',
    description: 'Selector of buttons of the page that open and close the chat.',
    needsElement: true,
  },
  triggerAfter: {
    kind: 'number',
    description: 'Open once in a tab after so many seconds.',
    partOf: 'triggers.afterSeconds',
    needsElement: true,
  },
  triggerScroll: {
    kind: 'number',
    description: 'Open once in a tab when so much of the page has come into view, in percent.',
    partOf: 'triggers.scrollPercent',
    needsElement: true,
  },
  triggerExit: {
    kind: 'flag',
    description: 'Open once in a tab when the pointer leaves the window upwards.',
    otherwise: 'false',
    partOf: 'triggers.exitIntent',
    needsElement: true,
  },
  triggerUrl: {
    kind: 'text',
    description: 'Open once in a tab on pages whose address fits, with `*` for anything.',
    partOf: 'triggers.url',
    needsElement: true,
  },
  tabTitle: { kind: 'flag', description: 'Number of unread messages in the title of the tab.', otherwise: 'false' },
  sound: { kind: 'flag', description: 'A short sound for a new message.', otherwise: 'false' },
  pageContext: {
    kind: ['true', 'false', 'full'],
    description: 'Send the page’s address to the bot.',
    otherwise: 'false',
  },
  dataLayer: { kind: 'flag', description: 'Push events to `window.dataLayer`.', otherwise: 'false' },
  mobile: {
    kind: ['fullscreen', 'sheet', 'off'],
    description: 'How the chat stands on a phone.',
    otherwise: 'fullscreen',
  },
  mobileQuery: {
    kind: 'text',
    description: 'Media query that means phone.',
    otherwise: '(max-width: 640px), (max-height: 480px) and (pointer: coarse)',
  },
  back: { kind: ['close', 'history', 'off'], description: 'What the back button does while open.', otherwise: 'close' },
  shortcut: { kind: 'text', description: 'Keys that open and close the chat.', needsElement: true },
  frameTitle: { kind: 'text', description: 'Accessible name of the frame.', otherwise: 'Chat' },
  nonce: { kind: 'text', description: 'Nonce of the page’s policy.' },
  credentialless: { kind: 'flag', description: 'A frame without cookies and storage of its own.', otherwise: 'false' },
  timeoutMs: {
    kind: 'number',
    description: 'How long a silent frame is waited for, in milliseconds.',
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
