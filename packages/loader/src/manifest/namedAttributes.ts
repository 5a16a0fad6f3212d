// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/** Every attribute of `<sotto-chat>` that has a name of its own, as JSX writes it. */
export interface NamedAttributes {
  /** Id of the widget on your server. */
  widget?: string | undefined;
  /** Name of this widget on the page; needed for two of the same widget. */
  id?: string | undefined;
  /** Selector of the element to live in (script tag only). */
  target?: string | undefined;
  /** Your own backend: its address with the name of its protocol, as `ai-sdk:/api/chat`. */
  transport?: string | undefined;
  /** Address of the Sotto server. @default where the script comes from */
  base?: string | undefined;
  /** `off`: do not ask the server how the launcher looks (script tag only). */
  config?: 'off' | undefined;
  /** When the chat is fetched. @default idle */
  load?: 'idle' | 'hover' | 'click' | 'visible' | 'eager' | 'manual' | undefined;
  /** Open from the start. @default false */
  open?: boolean | '' | 'true' | 'false' | undefined;
  /** Open again on the next page when it was open. @default false */
  'restore-open'?: boolean | '' | 'true' | 'false' | undefined;
  /** `wait`: store nothing before consent is given. @default granted */
  consent?: 'granted' | 'wait' | undefined;
  /** Distance from the side, in pixels. @default 24 */
  'offset-x'?: number | `${number}` | undefined;
  /** Distance from top or bottom, in pixels. @default 24 */
  'offset-y'?: number | `${number}` | undefined;
  /** Where the chat lies among the layers of the page. @default 2147483000 */
  'z-index'?: number | `${number}` | undefined;
  /** Lie in the browser’s top layer. @default false */
  'top-layer'?: boolean | '' | 'true' | 'false' | undefined;
  /** Height inside the page: `auto` follows the content. @default 600 */
  height?: string | undefined;
  /** Who draws the launcher. @default host */
  launcher?: 'host' | 'frame' | 'none' | undefined;
  /** Selector of buttons of the page that open and close the chat. */
  'launcher-selector'?: string | undefined;
  /** Open once in a tab after so many seconds. */
  'trigger-after'?: number | `${number}` | undefined;
  /** Open once in a tab when so much of the page has come into view, in percent. */
  'trigger-scroll'?: number | `${number}` | undefined;
  /** Open once in a tab when the pointer leaves the window upwards. @default false */
  'trigger-exit'?: boolean | '' | 'true' | 'false' | undefined;
  /** Open once in a tab on pages whose address fits, with `*` for anything. */
  'trigger-url'?: string | undefined;
  /** Number of unread messages in the title of the tab. @default false */
  'tab-title'?: boolean | '' | 'true' | 'false' | undefined;
  /** A short sound for a new message. @default false */
  sound?: boolean | '' | 'true' | 'false' | undefined;
  /** Send the page’s address to the bot. @default false */
  'page-context'?: 'true' | 'false' | 'full' | undefined;
  /** Push events to `window.dataLayer`. @default false */
  'data-layer'?: boolean | '' | 'true' | 'false' | undefined;
  /** How the chat stands on a phone. @default fullscreen */
  mobile?: 'fullscreen' | 'sheet' | 'off' | undefined;
  /** Media query that means phone. @default (max-width: 640px), (max-height: 480px) and (pointer: coarse) */
  'mobile-query'?: string | undefined;
  /** What the back button does while open. @default close */
  back?: 'close' | 'history' | 'off' | undefined;
  /** Keys that open and close the chat. */
  shortcut?: string | undefined;
  /** Accessible name of the frame. @default Chat */
  'frame-title'?: string | undefined;
  /** Nonce of the page’s policy. */
  nonce?: string | undefined;
  /** A frame without cookies and storage of its own. @default false */
  credentialless?: boolean | '' | 'true' | 'false' | undefined;
  /** How long a silent frame is waited for, in milliseconds. @default 8000 */
  timeout?: number | `${number}` | undefined;
  /** Show the doctor: settings, messages and problems. @default false */
  debug?: boolean | '' | 'true' | 'false' | undefined;
  /** Another name of `widget`. */
  'integration-id'?: string | undefined;
  /** One of the server’s preset widgets, where no id is given. */
  type?: string | undefined;
  /** How the chat stands on the page. @default popover */
  layout?:
    | 'popover'
    | 'none'
    | 'default'
    | 'bubble'
    | 'popout'
    | 'slideover'
    | 'center'
    | 'centered'
    | 'stretch'
    | 'stretched'
    | 'inline'
    | 'fullscreen'
    | 'full'
    | 'screen'
    | undefined;
  /** Corner of the launcher. @default bottom-right */
  position?: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' | undefined;
  /** Language of the words, such as `de`. @default the browser’s */
  language?: string | undefined;
  /** Writing direction. @default auto */
  dir?: 'ltr' | 'rtl' | 'auto' | undefined;
  /** Light or dark. @default auto */
  'color-scheme'?: 'auto' | 'light' | 'dark' | undefined;
  /** Preset of colours and shapes, or JSON `{ "name", "config" }`. @default default */
  theme?: string | undefined;
  /** Picture in the top bar. */
  'bar-icon'?: string | undefined;
  /** Title in the top bar. @default the widget’s name */
  'bar-title'?: string | undefined;
  /** Colour or picture behind the conversation. */
  background?: string | undefined;
  /** Picture above the conversation. */
  banner?: string | undefined;
  /** Markdown above the conversation. */
  intro?: string | undefined;
  /** The bot’s opening message, in markdown. */
  initial?: string | undefined;
  /** Placeholder of the text box. @default in the visitor’s language */
  placeholder?: string | undefined;
  /** Picture beside the bot’s messages. */
  'bot-icon'?: string | undefined;
  /** Picture beside the visitor’s messages. */
  'user-icon'?: string | undefined;
  /** Picture beside context lines. */
  'context-icon'?: string | undefined;
  /** Picture or emoji of the launcher. */
  'button-icon'?: string | undefined;
  /** Accessible name of the launcher. @default Open chat */
  'button-title'?: string | undefined;
  /** No top bar. @default false */
  'hide-bar'?: boolean | '' | 'true' | 'false' | undefined;
  /** No launcher. @default false */
  'hide-button'?: boolean | '' | 'true' | 'false' | undefined;
  /** Text of the credit line; the server’s value counts. */
  'brand-caption'?: string | undefined;
  /** Where the credit line leads; the server’s value counts. */
  'brand-url'?: string | undefined;
  /** Picture of the credit line; the server’s value counts. */
  'brand-logo'?: string | undefined;
  /** Show the credit line. @default true */
  'powered-by'?: boolean | '' | 'true' | 'false' | undefined;
  /** Show text as it is written. @default true */
  stream?: boolean | '' | 'true' | 'false' | undefined;
  /** Show what the bot looks up or runs. @default true */
  verbose?: boolean | '' | 'true' | 'false' | undefined;
  /** How reasoning that the server sends is shown: its duration only, folded or open. @default the owner’s choice */
  reasoning?: 'hidden' | 'folded' | 'open' | undefined;
  /** Previews of links. @default true */
  unfurl?: boolean | '' | 'true' | 'false' | undefined;
  /** Set formulas. @default true */
  math?: boolean | '' | 'true' | 'false' | undefined;
  /** Copy, votes and speech beside messages. @default false */
  tools?: boolean | '' | 'true' | 'false' | undefined;
  /** Let visitors attach files. @default false */
  attachments?: boolean | '' | 'true' | 'false' | undefined;
  /** Dictation. @default false */
  'voice-in'?: boolean | '' | 'true' | 'false' | undefined;
  /** Spoken replies. @default false */
  'voice-out'?: boolean | '' | 'true' | 'false' | undefined;
  /** Follow the reply. @default true */
  'auto-scroll'?: boolean | '' | 'true' | 'false' | undefined;
  /** Cursor in the text box when the visitor opens the chat. @default true */
  'auto-focus'?: boolean | '' | 'true' | 'false' | undefined;
  /** How much of a reply a screen reader announces. @default sentences */
  announce?: 'off' | 'status' | 'sentences' | 'whole' | undefined;
  /** A Start button while there are no messages. @default false */
  'start-first'?: boolean | '' | 'true' | 'false' | undefined;
  /** Ask for name and email. @default false */
  'contact-collection'?: boolean | '' | 'true' | 'false' | undefined;
  /** Export in the menu. @default true */
  'export-conversation'?: boolean | '' | 'true' | 'false' | undefined;
  /** Restart in the menu. @default true */
  'restart-conversation'?: boolean | '' | 'true' | 'false' | undefined;
  /** Maximize button. @default true */
  maximize?: boolean | '' | 'true' | 'false' | undefined;
  /** Hint the last message beside the launcher. @default true */
  'message-peek'?: boolean | '' | 'true' | 'false' | undefined;
  /** How long a dismissed hint stays hidden, in milliseconds. @default 864000000 */
  'peek-dismissal-ms'?: number | `${number}` | undefined;
  /** Keep nothing beyond the life of the page. @default false */
  privacy?: boolean | '' | 'true' | 'false' | undefined;
  /** Texts pass the server’s moderation check. @default false */
  moderation?: boolean | '' | 'true' | 'false' | undefined;
  /** Refuse addresses of disposable mail services. @default false */
  'block-disposable-emails'?: boolean | '' | 'true' | 'false' | undefined;
  /** Shown, but nothing can be sent. @default false */
  disabled?: boolean | '' | 'true' | 'false' | undefined;
  /** Which conversation: `day`, `none`, or a name. @default day */
  session?: string | undefined;
  /** Address that makes sessions. */
  'create-session'?: string | undefined;
  /** Tags of the conversation. */
  meta?: string | undefined;
  /** Who the visitor is: name, email, phone. */
  contact?: string | undefined;
  /** Messages that are there from the start. */
  messages?: string | undefined;
  /** Words by language and key. */
  intl?: string | undefined;
}
