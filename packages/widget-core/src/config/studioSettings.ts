import type { LOADER_SETTINGS, SERVER_SETTINGS, WIDGET_SETTINGS } from './settings';

/** Groups of the studio's form, in order, with their titles. */
export const STUDIO_GROUPS = {
  look: 'Look',
  words: 'Words and language',
  start: 'Greeting and starters',
  pictures: 'Icons and pictures',
  actions: 'What visitors can do',
  answers: 'Answers',
  privacy: 'Privacy and safety',
  opening: 'When the chat opens',
  page: 'On your page',
  credit: 'Credit line',
} as const;

/** A field of the studio's form. */
export interface StudioField {
  readonly group: keyof typeof STUDIO_GROUPS;
  readonly label: string;
  readonly hint?: string;
  /** Labels of the values. @default the values */
  readonly values?: Readonly<Record<string, string>>;
  /** Folded below the other fields of its group. */
  readonly isAdvanced?: true;
  /**
   * `lines`: a text of several lines. `picture`: the address of a picture. `icon`: a small picture, which can be uploaded
   * too. `own`: has its own form fields.
   */
  readonly control?: 'lines' | 'picture' | 'icon' | 'own';
  /** How much of the setting's unit the field's unit is, such as the milliseconds of a day. @default 1 */
  readonly unit?: number;
}

/** The field of a setting, or why it has none. */
export type StudioPlace = StudioField | { readonly without: string };

const OF_THE_PAGE = { without: 'The code of the page sets it, because it is known only there.' } as const;
const OF_DEVELOPERS = { without: 'A tool for the developers of a page, not for its owner.' } as const;

/**
 * The place of every setting in the studio, with the words of an owner. What a setting is and allows is in `settings.ts`
 * and `CONFIG_FIELDS`. Like them, it is not loaded at run time: `npm run generate` creates the studio's fields from it.
 */
export const STUDIO_SETTINGS: Readonly<
  Record<keyof typeof WIDGET_SETTINGS | keyof typeof SERVER_SETTINGS | keyof typeof LOADER_SETTINGS, StudioPlace>
> = {
  integrationId: { without: 'The id of the widget itself; the studio writes it into the code.' },
  type: { without: 'Names a widget of the server instead of this one.' },
  layout: {
    group: 'look',
    label: 'Layout',
    values: {
      popover: 'Popover, beside the button',
      popout: 'Popout, in the middle over the page',
      slideover: 'Slideover, at the side',
      center: 'Center, a box in the page',
      stretch: 'Stretch, fills a place in the page',
      fullscreen: 'Full screen',
    },
  },
  position: {
    group: 'look',
    label: 'Corner',
    values: {
      'bottom-right': 'Bottom right',
      'bottom-left': 'Bottom left',
      'top-right': 'Top right',
      'top-left': 'Top left',
    },
  },
  language: { group: 'words', label: 'Language', control: 'own' },
  dir: {
    group: 'words',
    label: 'Writing direction',
    values: { auto: 'As the language is written', ltr: 'Left to right', rtl: 'Right to left' },
    isAdvanced: true,
  },
  colorScheme: {
    group: 'look',
    label: 'Light or dark',
    values: { auto: 'The visitor’s system setting', light: 'Light', dark: 'Dark' },
  },
  theme: { group: 'look', label: 'Theme', control: 'own' },
  barIcon: { group: 'pictures', label: 'Logo in the top bar', control: 'icon' },
  barTitle: { group: 'words', label: 'Title' },
  background: {
    group: 'look',
    label: 'Background',
    hint: 'A colour such as #f4f1ea, or the address of a picture.',
    isAdvanced: true,
  },
  banner: { group: 'pictures', label: 'Banner above the conversation', control: 'picture' },
  intro: { group: 'start', label: 'Introduction', control: 'own' },
  initial: {
    group: 'start',
    label: 'First message of the bot',
    hint: 'Markdown. Empty: the visitor writes first.',
    control: 'lines',
  },
  placeholder: { group: 'words', label: 'Placeholder of the text box' },
  botIcon: { group: 'pictures', label: 'Picture of the bot', control: 'icon' },
  userIcon: { group: 'pictures', label: 'Picture of the visitor', control: 'icon' },
  contextIcon: {
    group: 'pictures',
    label: 'Picture beside notes from your page',
    control: 'icon',
    isAdvanced: true,
  },
  buttonIcon: {
    group: 'pictures',
    label: 'Icon of the button',
    hint: 'An emoji, or the address of a picture. Empty: a speech bubble.',
    control: 'icon',
  },
  buttonTitle: { group: 'words', label: 'Name of the button', hint: 'Read aloud by screen readers.', isAdvanced: true },
  hideBar: { group: 'look', label: 'Hide the top bar', isAdvanced: true },
  hideButton: {
    group: 'look',
    label: 'Hide the button',
    hint: 'Your page then opens the chat itself, for example from a link.',
    isAdvanced: true,
  },
  brandCaption: { group: 'credit', label: 'Text of the credit line' },
  brandURL: { group: 'credit', label: 'Link of the credit line', hint: 'Such as https://example.com.' },
  brandLogo: { group: 'credit', label: 'Logo in the credit line', control: 'icon' },
  poweredBy: { group: 'credit', label: 'Show who made the chat' },
  stream: { group: 'answers', label: 'Show answers while they are being written' },
  verbose: { group: 'answers', label: 'Show when the bot searches or uses a tool' },
  reasoning: { group: 'answers', label: 'Reasoning of the model', control: 'own' },
  unfurl: { group: 'answers', label: 'Show previews of links' },
  math: { group: 'answers', label: 'Draw mathematical formulas', isAdvanced: true },
  tools: { group: 'actions', label: 'Copy, votes and speak below messages' },
  attachments: { group: 'actions', label: 'Visitors may attach files' },
  voiceIn: { group: 'actions', label: 'Visitors may dictate' },
  voiceOut: { group: 'actions', label: 'Replies can be read aloud' },
  autoScroll: { group: 'answers', label: 'Scroll along with the answer', isAdvanced: true },
  autoFocus: { group: 'opening', label: 'Put the cursor into the text box when the chat opens', isAdvanced: true },
  announce: {
    group: 'answers',
    label: 'What screen readers announce',
    values: {
      off: 'Nothing',
      status: 'That an answer is being written, and that it is there',
      sentences: 'Each sentence as it arrives',
      whole: 'The whole answer at its end',
    },
    isAdvanced: true,
  },
  startFirst: { group: 'start', label: 'Begin with a Start button' },
  contactCollection: { group: 'start', label: 'Ask for name and email' },
  exportConversation: { group: 'actions', label: 'Export in the menu' },
  restartConversation: { group: 'actions', label: 'Restart in the menu' },
  maximize: { group: 'actions', label: 'Visitors can enlarge the chat' },
  messagePeek: { group: 'start', label: 'Show the first message beside the button' },
  peekDismissalMs: {
    group: 'start',
    label: 'Days without the first message after a visitor has closed it',
    unit: 86_400_000,
    isAdvanced: true,
  },
  privacy: { group: 'privacy', label: 'Keep nothing in the visitor’s browser once the page is closed' },
  moderation: {
    group: 'privacy',
    label: 'Check messages for harmful content',
    hint: 'Needs a moderation model on the server.',
  },
  blockDisposableEmails: { group: 'privacy', label: 'Refuse throw-away email addresses' },
  disabled: { group: 'opening', label: 'Paused: show the chat, but accept no messages' },
  session: {
    group: 'privacy',
    label: 'How long a conversation goes on',
    hint: 'day: a new one each day. none: a new one on each page. Any other word: the same one for that word.',
    isAdvanced: true,
  },
  createSession: OF_THE_PAGE,
  meta: OF_THE_PAGE,
  contact: OF_THE_PAGE,
  messages: {
    group: 'start',
    label: 'Opening messages',
    hint:
      'Start each message on a new line with “Bot:” or “Visitor:”. The visitor’s messages go to the bot with the first ' +
      'question.',
    control: 'own',
    isAdvanced: true,
  },
  intl: { group: 'words', label: 'Texts of the chat', control: 'own' },
  functions: OF_THE_PAGE,
  languages: { group: 'words', label: 'Choice of languages', control: 'own', isAdvanced: true },
  // Settings that only the server reads.
  toolResults: { group: 'answers', label: 'Arguments and results of tools', control: 'own' },
  handover: { group: 'actions', label: 'Visitors may ask for a person', control: 'own' },
  officeHours: { without: 'Has a page of the inbox, because whoever answers sets it.' },
  nothingFound: {
    group: 'answers',
    label: 'Answer when nothing was found',
    hint:
      'Such as “Please call us on 01632 960 010.” Empty: a sentence in the visitor’s language. Insights lists such ' +
      'questions as unanswered.',
    control: 'lines',
  },
  // Settings of the page, which the studio writes into its code.
  widget: { without: 'The id of the widget itself; the studio writes it into the code.' },
  id: OF_THE_PAGE,
  target: OF_THE_PAGE,
  transport: { without: 'A page with its own backend has no widget on the server.' },
  base: { without: 'The studio writes the address of this server into the code.' },
  config: { without: 'Without the server’s settings the studio would have no effect.' },
  load: {
    group: 'page',
    label: 'When the chat is loaded',
    values: {
      idle: 'Soon after the page, if there is something to show',
      hover: 'When the pointer reaches the button',
      click: 'When the button is pressed',
      visible: 'When it is in view',
      eager: 'With the page',
      manual: 'When your page asks for it',
    },
    isAdvanced: true,
  },
  open: { group: 'opening', label: 'Open the chat with the page' },
  restoreOpen: { group: 'opening', label: 'Keep an open chat open on the next page' },
  consent: {
    group: 'privacy',
    label: 'Consent to storing',
    hint: 'Your consent banner reports the visitor’s choice to the chat.',
    values: { granted: 'Not needed', wait: 'Store nothing until the visitor has agreed' },
  },
  offsetX: { group: 'page', label: 'Distance from the side, in pixels' },
  offsetY: { group: 'page', label: 'Distance from the top or bottom, in pixels' },
  zIndex: {
    group: 'page',
    label: 'Order in front of the page (z-index)',
    hint: 'A smaller number lets your own dialogs cover the chat.',
    isAdvanced: true,
  },
  topLayer: { group: 'page', label: 'Show it above everything, dialogs too', isAdvanced: true },
  height: {
    group: 'page',
    label: 'Height inside the page',
    hint: 'In pixels, or auto to grow with the conversation. For the layouts Center and Stretch.',
    isAdvanced: true,
  },
  launcher: OF_DEVELOPERS,
  launcherSelector: {
    group: 'opening',
    label: 'Own buttons or links that open the chat',
    hint: 'A CSS selector, such as .help-link.',
    isAdvanced: true,
  },
  triggerAfter: { group: 'opening', label: 'Open by itself after so many seconds' },
  triggerScroll: { group: 'opening', label: 'Open by itself once so much of the page was seen, in percent' },
  triggerExit: { group: 'opening', label: 'Open by itself when the visitor is about to leave' },
  triggerUrl: {
    group: 'opening',
    label: 'Open by itself only on these pages',
    hint: 'Such as /pricing or /shop/*. Alone, it opens the chat at once there.',
  },
  tabTitle: { group: 'page', label: 'Number of unread messages in the browser’s tab' },
  sound: { group: 'page', label: 'Short sound for new messages' },
  pageContext: {
    group: 'privacy',
    label: 'What the bot learns about the page the visitor is on',
    values: {
      false: 'Nothing',
      true: 'Its address, without anything after the question mark',
      full: 'Its whole address',
    },
  },
  dataLayer: { group: 'page', label: 'Report events to Google Tag Manager (dataLayer)', isAdvanced: true },
  mobile: {
    group: 'page',
    label: 'On phones',
    values: { fullscreen: 'Fills the screen', sheet: 'A sheet from below', off: 'As on desktops' },
  },
  mobileQuery: { group: 'page', label: 'What counts as a phone', hint: 'A CSS media query.', isAdvanced: true },
  back: {
    group: 'page',
    label: 'The back button of the browser',
    values: {
      close: 'Closes an open chat on phones',
      history: 'Closes an open chat everywhere',
      off: 'Leaves the page as usual',
    },
    isAdvanced: true,
  },
  shortcut: { group: 'opening', label: 'Keyboard shortcut', hint: 'Such as ctrl+k.', isAdvanced: true },
  frameTitle: { group: 'page', label: 'Name of the chat for screen readers', isAdvanced: true },
  nonce: OF_THE_PAGE,
  credentialless: OF_DEVELOPERS,
  timeoutMs: OF_DEVELOPERS,
  debug: OF_DEVELOPERS,
};
