// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/** Every attribute of `<sotto-chat>` that has a name of its own, as JSX writes it. */
export interface NamedAttributes {
  /** ID of the widget on your server. */
  widget?: string | undefined;
  /** Name of this widget on the page; required if the page contains the same widget twice. */
  id?: string | undefined;
  /** Selector of the element to render into (script tag only). */
  target?: string | undefined;
  /** Your own backend: the protocol and the address, such as `ai-sdk:/api/chat`. */
  transport?: string | undefined;
  /** Address of the Sotto server. @default the origin of the script */
  base?: string | undefined;
  /** `off`: do not load the launcher’s settings from the server (script tag only). */
  config?: 'off' | undefined;
  /** When the chat is loaded. @default idle */
  load?: 'idle' | 'hover' | 'click' | 'visible' | 'eager' | 'manual' | undefined;
  /** Open the chat when the page loads. @default false */
  open?: boolean | '' | 'true' | 'false' | undefined;
  /** Keep an open chat open on the next page. @default false */
  'restore-open'?: boolean | '' | 'true' | 'false' | undefined;
  /** `wait`: store nothing until consent is given. @default granted */
  consent?: 'granted' | 'wait' | undefined;
  /** Distance from the side of the window, in pixels. @default 24 */
  'offset-x'?: number | `${number}` | undefined;
  /** Distance from the top or bottom of the window, in pixels. @default 24 */
  'offset-y'?: number | `${number}` | undefined;
  /** The chat’s `z-index` on the page. @default 2147483000 */
  'z-index'?: number | `${number}` | undefined;
  /** Render the chat in the browser’s top layer. @default false */
  'top-layer'?: boolean | '' | 'true' | 'false' | undefined;
  /** Height of an inline chat; `auto` adapts to the content. @default 600 */
  height?: string | undefined;
  /** What renders the launcher. @default host */
  launcher?: 'host' | 'frame' | 'none' | undefined;
  /** Selector of elements on the page that open and close the chat. */
  'launcher-selector'?: string | undefined;
  /** Open once per tab after this many seconds. */
  'trigger-after'?: number | `${number}` | undefined;
  /** Open once per tab when this percentage of the page has been scrolled into view. */
  'trigger-scroll'?: number | `${number}` | undefined;
  /** Open once per tab when the pointer leaves the window at the top. @default false */
  'trigger-exit'?: boolean | '' | 'true' | 'false' | undefined;
  /** Open once per tab on pages whose address matches; `*` is a wildcard. */
  'trigger-url'?: string | undefined;
  /** Show the number of unread messages in the tab title. @default false */
  'tab-title'?: boolean | '' | 'true' | 'false' | undefined;
  /** Play a short sound for new messages. @default false */
  sound?: boolean | '' | 'true' | 'false' | undefined;
  /** Send the page’s address to the bot. @default false */
  'page-context'?: 'true' | 'false' | 'full' | undefined;
  /** Push events to `window.dataLayer`. @default false */
  'data-layer'?: boolean | '' | 'true' | 'false' | undefined;
  /** Layout on phones. @default fullscreen */
  mobile?: 'fullscreen' | 'sheet' | 'off' | undefined;
  /** Media query that matches phones. @default (max-width: 640px), (max-height: 480px) and (pointer: coarse) */
  'mobile-query'?: string | undefined;
  /** What the back button does while the chat is open. @default close */
  back?: 'close' | 'history' | 'off' | undefined;
  /** Keyboard shortcut that opens and closes the chat. */
  shortcut?: string | undefined;
  /** Accessible name of the iframe. @default Chat */
  'frame-title'?: string | undefined;
  /** Nonce for the page’s Content Security Policy. */
  nonce?: string | undefined;
  /** Load the iframe without cookies and persistent storage. @default false */
  credentialless?: boolean | '' | 'true' | 'false' | undefined;
  /** How long to wait for the iframe to respond, in milliseconds. @default 8000 */
  timeout?: number | `${number}` | undefined;
  /** Show the doctor: settings, messages and problems. @default false */
  debug?: boolean | '' | 'true' | 'false' | undefined;
  /** Another name of `widget`. */
  'integration-id'?: string | undefined;
  /** One of the server’s preset widgets, if no id is given. */
  type?: string | undefined;
  /** Where the chat appears on the page. @default popover */
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
  /** Language of the chat’s UI, such as `de`. @default the browser’s */
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
  /** Picture next to the bot’s messages. */
  'bot-icon'?: string | undefined;
  /** Picture next to the visitor’s messages. */
  'user-icon'?: string | undefined;
  /** Picture next to context lines. */
  'context-icon'?: string | undefined;
  /** Picture or emoji of the launcher. */
  'button-icon'?: string | undefined;
  /** Accessible name of the launcher. @default Open chat */
  'button-title'?: string | undefined;
  /** Hide the top bar. @default false */
  'hide-bar'?: boolean | '' | 'true' | 'false' | undefined;
  /** Hide the launcher. @default false */
  'hide-button'?: boolean | '' | 'true' | 'false' | undefined;
  /** Text of the credit line; the server’s value takes precedence. */
  'brand-caption'?: string | undefined;
  /** Link of the credit line; the server’s value takes precedence. */
  'brand-url'?: string | undefined;
  /** Picture in the credit line; the server’s value takes precedence. */
  'brand-logo'?: string | undefined;
  /** Show the credit line. @default true */
  'powered-by'?: boolean | '' | 'true' | 'false' | undefined;
  /** Show replies while they are being written. @default true */
  stream?: boolean | '' | 'true' | 'false' | undefined;
  /** Show the bot’s searches and tool calls. @default true */
  verbose?: boolean | '' | 'true' | 'false' | undefined;
  /** How the model’s reasoning is shown, if the server sends it: its duration only, collapsed or expanded. @default the owner’s choice */
  reasoning?: 'hidden' | 'folded' | 'open' | undefined;
  /** Show link previews. @default true */
  unfurl?: boolean | '' | 'true' | 'false' | undefined;
  /** Render formulas. @default true */
  math?: boolean | '' | 'true' | 'false' | undefined;
  /** Copy, vote and read-aloud buttons on messages. @default false */
  tools?: boolean | '' | 'true' | 'false' | undefined;
  /** Let visitors attach files. @default false */
  attachments?: boolean | '' | 'true' | 'false' | undefined;
  /** Dictation. @default false */
  'voice-in'?: boolean | '' | 'true' | 'false' | undefined;
  /** Spoken replies. @default false */
  'voice-out'?: boolean | '' | 'true' | 'false' | undefined;
  /** Scroll along with the reply. @default true */
  'auto-scroll'?: boolean | '' | 'true' | 'false' | undefined;
  /** Focus the text box when the visitor opens the chat. @default true */
  'auto-focus'?: boolean | '' | 'true' | 'false' | undefined;
  /** How much of a reply a screen reader announces. @default sentences */
  announce?: 'off' | 'status' | 'sentences' | 'whole' | undefined;
  /** Show a Start button while there are no messages. @default false */
  'start-first'?: boolean | '' | 'true' | 'false' | undefined;
  /** Ask for name and email. @default false */
  'contact-collection'?: boolean | '' | 'true' | 'false' | undefined;
  /** Show Export in the menu. @default true */
  'export-conversation'?: boolean | '' | 'true' | 'false' | undefined;
  /** Show Restart in the menu. @default true */
  'restart-conversation'?: boolean | '' | 'true' | 'false' | undefined;
  /** Show the maximize button. @default true */
  maximize?: boolean | '' | 'true' | 'false' | undefined;
  /** Preview the last message next to the launcher. @default true */
  'message-peek'?: boolean | '' | 'true' | 'false' | undefined;
  /** How long a dismissed preview stays hidden, in milliseconds. @default 864000000 */
  'peek-dismissal-ms'?: number | `${number}` | undefined;
  /** Store nothing in the browser after the page is closed. @default false */
  privacy?: boolean | '' | 'true' | 'false' | undefined;
  /** Check messages with the server’s moderation model. @default false */
  moderation?: boolean | '' | 'true' | 'false' | undefined;
  /** Reject disposable email addresses. @default false */
  'block-disposable-emails'?: boolean | '' | 'true' | 'false' | undefined;
  /** Show the chat, but do not allow sending. @default false */
  disabled?: boolean | '' | 'true' | 'false' | undefined;
  /** Which conversation to use: `day`, `none`, or a name. @default day */
  session?: string | undefined;
  /** Address that creates sessions. */
  'create-session'?: string | undefined;
  /** Metadata of the conversation. */
  meta?: string | undefined;
  /** The visitor’s contact details: name, email, phone. */
  contact?: string | undefined;
  /** Initial messages. */
  messages?: string | undefined;
  /** UI texts by language and key. */
  intl?: string | undefined;
}
