import { REASONING } from '../api/parts';
import { LAYOUT_WORDS } from '../protocol/layoutWords';
import { ANNOUNCEMENTS, COLOR_SCHEMES, POSITIONS, type ConfigKey } from './widgetConfig';

/**
 * How a setting is written: any text, a switch (present or `true` is on, `false` is off), a number, JSON text, or one
 * of some words.
 */
export type SettingKind = 'text' | 'flag' | 'number' | 'json' | readonly string[];

/** What people and programs are told of one setting. */
export interface SettingRow {
  readonly kind: SettingKind;
  /** One line for whoever writes it. */
  readonly says: string;
  /** What holds without it, in words, where `CONFIG_FIELDS` has no number or switch for it. */
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
  /** The launcher alone is not enough where this is set: the rest of the element is fetched at once. */
  readonly needsElement?: true;
}

/**
 * The settings of a widget, which `CONFIG_FIELDS` checks. Nothing loads this table at run time: `npm run generate`
 * makes from it what the loader reads settings
 * by, the attributes of the element with their types, and the table of the documentation.
 */
export const WIDGET_SETTINGS = {
  integrationId: { kind: 'text', says: 'Another name of `widget`.', loaderReads: true },
  type: { kind: 'text', says: 'One of the server’s preset widgets, where no id is given.' },
  layout: { kind: LAYOUT_WORDS, says: 'How the chat stands on the page.', otherwise: 'popover', studio: 'look' },
  position: { kind: POSITIONS, says: 'Corner of the launcher.', otherwise: 'bottom-right', studio: 'look' },
  language: { kind: 'text', says: 'Language of the words, such as `de`.', otherwise: 'the browser’s', studio: 'words' },
  dir: { kind: ['ltr', 'rtl', 'auto'], says: 'Writing direction.', otherwise: 'auto' },
  colorScheme: { kind: COLOR_SCHEMES, says: 'Light or dark.', otherwise: 'auto', loaderReads: true, studio: 'look' },
  theme: {
    kind: 'text',
    says: 'Preset of colours and shapes, or JSON `{ "name", "config" }`.',
    otherwise: 'default',
    studio: 'look',
  },
  barIcon: { kind: 'text', says: 'Picture in the top bar.' },
  barTitle: {
    kind: 'text',
    says: 'Title in the top bar.',
    otherwise: 'the widget’s name',
    loaderReads: true,
    studio: 'words',
  },
  background: { kind: 'text', says: 'Colour or picture behind the conversation.' },
  banner: { kind: 'text', says: 'Picture above the conversation.' },
  intro: { kind: 'text', says: 'Markdown above the conversation.', studio: 'words' },
  initial: { kind: 'text', says: 'The bot’s opening message, in markdown.', studio: 'words' },
  placeholder: {
    kind: 'text',
    says: 'Placeholder of the text box.',
    otherwise: 'in the visitor’s language',
    studio: 'words',
  },
  botIcon: { kind: 'text', says: 'Picture beside the bot’s messages.' },
  userIcon: { kind: 'text', says: 'Picture beside the visitor’s messages.' },
  contextIcon: { kind: 'text', says: 'Picture beside context lines.' },
  buttonIcon: { kind: 'text', says: 'Picture or emoji of the launcher.', loaderReads: true, needsElement: true },
  buttonTitle: { kind: 'text', says: 'Accessible name of the launcher.', otherwise: 'Open chat', loaderReads: true },
  hideBar: { kind: 'flag', says: 'No top bar.' },
  hideButton: { kind: 'flag', says: 'No launcher.', loaderReads: true },
  brandCaption: { kind: 'text', says: 'Text of the credit line; the server’s value counts.' },
  brandURL: { attribute: 'brand-url', kind: 'text', says: 'Where the credit line leads; the server’s value counts.' },
  brandLogo: { kind: 'text', says: 'Picture of the credit line; the server’s value counts.' },
  poweredBy: { kind: 'flag', says: 'Show the credit line.', studio: 'switches' },
  stream: { kind: 'flag', says: 'Show text as it is written.' },
  verbose: { kind: 'flag', says: 'Show what the bot looks up or runs.' },
  reasoning: {
    kind: REASONING,
    says: 'How reasoning that the server sends is shown: its duration only, folded or open.',
    otherwise: 'the owner’s choice',
  },
  unfurl: { kind: 'flag', says: 'Previews of links.' },
  math: { kind: 'flag', says: 'Set formulas.' },
  tools: { kind: 'flag', says: 'Copy, votes and speech beside messages.', studio: 'switches' },
  attachments: { kind: 'flag', says: 'Let visitors attach files.', studio: 'switches' },
  voiceIn: { kind: 'flag', says: 'Dictation.', loaderReads: true, studio: 'switches' },
  voiceOut: { kind: 'flag', says: 'Spoken replies.', loaderReads: true, studio: 'switches' },
  autoScroll: { kind: 'flag', says: 'Follow the reply.' },
  autoFocus: { kind: 'flag', says: 'Cursor in the text box when the visitor opens the chat.' },
  announce: { kind: ANNOUNCEMENTS, says: 'What a screen reader is told of replies.', otherwise: 'sentences' },
  startFirst: { kind: 'flag', says: 'A Start button while there are no messages.', studio: 'switches' },
  contactCollection: { kind: 'flag', says: 'Ask for name and email.', studio: 'switches' },
  exportConversation: { kind: 'flag', says: 'Export in the menu.', studio: 'switches' },
  restartConversation: { kind: 'flag', says: 'Restart in the menu.', studio: 'switches' },
  maximize: { kind: 'flag', says: 'Maximize button.', studio: 'switches' },
  messagePeek: { kind: 'flag', says: 'Hint the last message beside the launcher.', studio: 'switches' },
  peekDismissalMs: { kind: 'number', says: 'How long a dismissed hint stays hidden, in milliseconds.' },
  privacy: { kind: 'flag', says: 'Keep nothing beyond the life of the page.' },
  moderation: { kind: 'flag', says: 'Texts pass the server’s moderation check.' },
  blockDisposableEmails: { kind: 'flag', says: 'Refuse addresses of disposable mail services.' },
  disabled: { kind: 'flag', says: 'Shown, but nothing can be sent.' },
  session: { kind: 'text', says: 'Which conversation: `day`, `none`, or a name.', otherwise: 'day' },
  createSession: { kind: 'text', says: 'Address that makes sessions.', loaderReads: true },
  meta: { kind: 'json', says: 'Tags of the conversation.' },
  contact: { kind: 'json', says: 'Who the visitor is: name, email, phone.' },
  messages: { kind: 'json', says: 'Messages that are there from the start.' },
  intl: { kind: 'json', says: 'Words by language and key.' },
  functions: { kind: 'json', says: 'What the bot may call on the page, by name.', attribute: false },
  languages: {
    kind: 'json',
    says: 'The languages a visitor may choose from; the server’s value counts.',
    attribute: false,
  },
} as const satisfies Readonly<Record<ConfigKey, SettingRow>>;

/** The settings that the loader keeps for itself. */
export const LOADER_SETTINGS = {
  widget: { kind: 'text', says: 'Id of the widget on your server.' },
  id: { kind: 'text', says: 'Name of this widget on the page; needed for two of the same widget.' },
  target: { kind: 'text', says: 'Selector of the element to live in (script tag only).' },
  transport: {
    kind: 'text',
    says: 'Your own backend: its address with the name of its protocol, as `ai-sdk:/api/chat`.',
  },
  base: { kind: 'text', says: 'Address of the Sotto server.', otherwise: 'where the script comes from' },
  config: {
    kind: ['off'],
    says: '`off`: do not ask the server how the launcher looks (script tag only).',
    isSetting: false,
  },
  load: {
    kind: ['idle', 'hover', 'click', 'visible', 'eager', 'manual'],
    says: 'When the chat is fetched.',
    otherwise: 'idle',
  },
  open: { kind: 'flag', says: 'Open from the start.', otherwise: 'false', needsElement: true },
  restoreOpen: {
    kind: 'flag',
    says: 'Open again on the next page when it was open.',
    otherwise: 'false',
    needsElement: true,
  },
  consent: { kind: ['granted', 'wait'], says: '`wait`: store nothing before consent is given.', otherwise: 'granted' },
  offsetX: { kind: 'number', says: 'Distance from the side, in pixels.', otherwise: '24', partOf: 'offset.x' },
  offsetY: { kind: 'number', says: 'Distance from top or bottom, in pixels.', otherwise: '24', partOf: 'offset.y' },
  zIndex: { kind: 'number', says: 'Where the chat lies among the layers of the page.', otherwise: '2147483000' },
  topLayer: { kind: 'flag', says: 'Lie in the browser’s top layer.', otherwise: 'false', needsElement: true },
  height: { kind: 'text', says: 'Height inside the page: `auto` follows the content.', otherwise: '600' },
  launcher: { kind: ['host', 'frame', 'none'], says: 'Who draws the launcher.', otherwise: 'host' },
  launcherSelector: {
    kind: 'text',
    says: 'Selector of buttons of the page that open and close the chat.',
    needsElement: true,
  },
  triggerAfter: {
    kind: 'number',
    says: 'Open once in a tab after so many seconds.',
    partOf: 'triggers.afterSeconds',
    needsElement: true,
  },
  triggerScroll: {
    kind: 'number',
    says: 'Open once in a tab when so much of the page has come into view, in percent.',
    partOf: 'triggers.scrollPercent',
    needsElement: true,
  },
  triggerExit: {
    kind: 'flag',
    says: 'Open once in a tab when the pointer leaves the window upwards.',
    otherwise: 'false',
    partOf: 'triggers.exitIntent',
    needsElement: true,
  },
  triggerUrl: {
    kind: 'text',
    says: 'Open once in a tab on pages whose address fits, with `*` for anything.',
    partOf: 'triggers.url',
    needsElement: true,
  },
  tabTitle: { kind: 'flag', says: 'Number of unread messages in the title of the tab.', otherwise: 'false' },
  sound: { kind: 'flag', says: 'A short sound for a new message.', otherwise: 'false' },
  pageContext: { kind: ['true', 'false', 'full'], says: 'Tell the bot which page this is.', otherwise: 'false' },
  dataLayer: { kind: 'flag', says: 'Push events to `window.dataLayer`.', otherwise: 'false' },
  mobile: { kind: ['fullscreen', 'sheet', 'off'], says: 'How the chat stands on a phone.', otherwise: 'fullscreen' },
  mobileQuery: {
    kind: 'text',
    says: 'Media query that means phone.',
    otherwise: '(max-width: 640px), (max-height: 480px) and (pointer: coarse)',
  },
  back: { kind: ['close', 'history', 'off'], says: 'What the back button does while open.', otherwise: 'close' },
  shortcut: { kind: 'text', says: 'Keys that open and close the chat.', needsElement: true },
  frameTitle: { kind: 'text', says: 'Accessible name of the frame.', otherwise: 'Chat' },
  nonce: { kind: 'text', says: 'Nonce of the page’s policy.' },
  credentialless: { kind: 'flag', says: 'A frame without cookies and storage of its own.', otherwise: 'false' },
  timeoutMs: {
    kind: 'number',
    says: 'How long a silent frame is waited for, in milliseconds.',
    otherwise: '8000',
    attribute: 'timeout',
  },
  debug: {
    kind: 'flag',
    says: 'Show the doctor: settings, messages and problems.',
    otherwise: 'false',
    needsElement: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>;
