import { ATTRIBUTE_KINDS, type AttributeKind, type AttributeName } from './attributeKinds';

/** One attribute as people read about it. */
export interface AttributeEntry {
  readonly name: AttributeName;
  readonly kind: AttributeKind;
  /** One line for whoever writes it. */
  readonly says: string;
  /** What holds without it, as text; undefined: nothing, or what the server's settings say. */
  readonly fallback: string | undefined;
}

/** What each attribute is for, and what holds without it. */
const DESCRIPTIONS: Readonly<Record<AttributeName, readonly [says: string, fallback?: string]>> = {
  widget: ['Id of the widget on your server.'],
  'integration-id': ['Another name of `widget`.'],
  type: ['One of the server\'s preset widgets, where no id is given.'],
  id: ['Name of this widget on the page; needed for two of the same widget.'],
  target: ['Selector of the element to live in (script tag only).'],
  base: ['Address of the Sotto server.', 'where the script comes from'],
  config: ['`off`: do not ask the server how the launcher looks (script tag only).'],
  load: ['When the chat is fetched.', 'idle'],
  open: ['Open from the start.', 'false'],
  'restore-open': ['Open again on the next page when it was open.', 'false'],
  consent: ['`wait`: store nothing before consent is given.', 'granted'],
  layout: ['How the chat stands on the page.', 'popover'],
  position: ['Corner of the launcher.', 'bottom-right'],
  'offset-x': ['Distance from the side, in pixels.', '24'],
  'offset-y': ['Distance from top or bottom, in pixels.', '24'],
  'z-index': ['Where the chat lies among the layers of the page.', '2147483000'],
  'top-layer': ['Lie in the browser\'s top layer.', 'false'],
  height: ['Height inside the page: `auto` follows the content.', '600'],
  launcher: ['Who draws the launcher.', 'host'],
  'launcher-selector': ['Selector of buttons of the page that open and close the chat.'],
  'trigger-after': ['Open once in a tab after so many seconds.'],
  'trigger-scroll': ['Open once in a tab when so much of the page has come into view, in percent.'],
  'trigger-exit': ['Open once in a tab when the pointer leaves the window upwards.', 'false'],
  'trigger-url': ['Open once in a tab on pages whose address fits, with `*` for anything.'],
  'tab-title': ['Number of unread messages in the title of the tab.', 'false'],
  sound: ['A short sound for a new message.', 'false'],
  language: ['Language of the words, such as `de`.', 'the browser\'s'],
  dir: ['Writing direction.', 'auto'],
  'color-scheme': ['Light or dark.', 'auto'],
  theme: ['Preset of colours and shapes, or JSON `{ "name", "config" }`.', 'default'],
  'bar-icon': ['Picture in the top bar.'],
  'bar-title': ['Title in the top bar.', 'the widget\'s name'],
  background: ['Colour or picture behind the conversation.'],
  banner: ['Picture above the conversation.'],
  intro: ['Markdown above the conversation.'],
  initial: ['The bot\'s opening message, in markdown.'],
  placeholder: ['Hint in the text box.', 'in the visitor\'s language'],
  'bot-icon': ['Picture beside the bot\'s messages.'],
  'user-icon': ['Picture beside the visitor\'s messages.'],
  'context-icon': ['Picture beside context lines.'],
  'button-icon': ['Picture or emoji of the launcher.'],
  'button-title': ['Accessible name of the launcher.', 'Open chat'],
  'hide-bar': ['No top bar.', 'false'],
  'hide-button': ['No launcher.', 'false'],
  'brand-caption': ['Text of the credit line; the server\'s value counts.'],
  'brand-url': ['Where the credit line leads; the server\'s value counts.'],
  'brand-logo': ['Picture of the credit line; the server\'s value counts.'],
  'powered-by': ['Show the credit line.', 'true'],
  stream: ['Show text as it is written.', 'true'],
  verbose: ['Show what the bot looks up or runs.', 'true'],
  unfurl: ['Previews of links.', 'true'],
  math: ['Set formulas.', 'true'],
  tools: ['Copy, votes and speech beside messages.', 'false'],
  attachments: ['Let visitors attach files.', 'false'],
  'voice-in': ['Dictation.', 'false'],
  'voice-out': ['Spoken replies.', 'false'],
  'auto-scroll': ['Follow the reply.', 'true'],
  'announce': ['What a screen reader is told of replies.', 'sentences'],
  'auto-focus': ['Cursor in the text box when the visitor opens the chat.', 'true'],
  'start-first': ['A Start button while there are no messages.', 'false'],
  'contact-collection': ['Ask for name and email.', 'false'],
  'export-conversation': ['Export in the menu.', 'true'],
  'restart-conversation': ['Restart in the menu.', 'true'],
  maximize: ['Maximize button.', 'true'],
  'message-peek': ['Hint the last message beside the launcher.', 'true'],
  'peek-dismissal-ms': ['How long a dismissed hint stays hidden, in milliseconds.', '864000000'],
  privacy: ['Keep nothing beyond the life of the page.', 'false'],
  moderation: ['Texts pass the server\'s moderation check.', 'false'],
  'block-disposable-emails': ['Refuse addresses of disposable mail services.', 'false'],
  disabled: ['Shown, but nothing can be sent.', 'false'],
  session: ['Which conversation: `day`, `none`, or a name.', 'day'],
  'create-session': ['Address that makes sessions.'],
  meta: ['Tags of the conversation.'],
  contact: ['Who the visitor is: name, email, phone.'],
  messages: ['Messages that are there from the start.'],
  intl: ['Words by language and key.'],
  'page-context': ['Tell the bot which page this is.', 'false'],
  'data-layer': ['Push events to `window.dataLayer`.', 'false'],
  mobile: ['How the chat stands on a phone.', 'fullscreen'],
  'mobile-query': ['Media query that means phone.', '(max-width: 640px), (max-height: 480px) and (pointer: coarse)'],
  back: ['What the back button does while open.', 'close'],
  shortcut: ['Keys that open and close the chat.'],
  'frame-title': ['Accessible name of the frame.', 'Chat'],
  nonce: ['Nonce of the page\'s policy.'],
  credentialless: ['A frame without cookies and storage of its own.', 'false'],
  timeout: ['How long a silent frame is waited for, in milliseconds.', '8000'],
  debug: ['Show the doctor: settings, messages and problems.', 'false'],
};

/** Every attribute: the custom-elements manifest and the doctor's names and defaults are made from it. */
export const ATTRIBUTES: readonly AttributeEntry[] = (Object.keys(ATTRIBUTE_KINDS) as AttributeName[]).map((name) => {
  const [says, fallback] = DESCRIPTIONS[name];
  return { name, kind: ATTRIBUTE_KINDS[name], says, fallback };
});

/** `bar-title` → `barTitle`, the name in `WidgetConfig`. */
export function toSettingName(attribute: string): string {
  return attribute === 'brand-url' ? 'brandURL' : attribute.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
}
