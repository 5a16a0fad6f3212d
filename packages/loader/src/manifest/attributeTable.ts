// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/** One attribute as people read about it. */
export interface AttributeEntry {
  readonly name: string;
  /** Its name in `WidgetConfig`. */
  readonly setting: string;
  /** Any text, a switch (present or `true` is on, `false` is off), a number, JSON text, or one of some words. */
  readonly kind: 'text' | 'flag' | 'number' | 'json' | readonly string[];
  /** One line for whoever writes it. */
  readonly says: string;
  /** What holds without it, as text; undefined: nothing, or what the server's settings say. */
  readonly fallback: string | undefined;
}

/**
 * Every attribute of `<sotto-chat>`, and with `data-` before it of the script tag.
 *
 * Colours and sizes are attributes of the form `theme-*` besides, one for each field of a theme (`theme-button-primary`).
 */
export const ATTRIBUTES: readonly AttributeEntry[] = [
  { name: 'widget', setting: 'widget', kind: 'text', says: 'Id of the widget on your server.', fallback: undefined },
  { name: 'id', setting: 'id', kind: 'text', says: 'Name of this widget on the page; needed for two of the same widget.', fallback: undefined },
  { name: 'target', setting: 'target', kind: 'text', says: 'Selector of the element to live in (script tag only).', fallback: undefined },
  { name: 'base', setting: 'base', kind: 'text', says: 'Address of the Sotto server.', fallback: 'where the script comes from' },
  { name: 'config', setting: 'config', kind: ['off'], says: '`off`: do not ask the server how the launcher looks (script tag only).', fallback: undefined },
  { name: 'load', setting: 'load', kind: ['idle', 'hover', 'click', 'visible', 'eager', 'manual'], says: 'When the chat is fetched.', fallback: 'idle' },
  { name: 'open', setting: 'open', kind: 'flag', says: 'Open from the start.', fallback: 'false' },
  { name: 'restore-open', setting: 'restoreOpen', kind: 'flag', says: 'Open again on the next page when it was open.', fallback: 'false' },
  { name: 'consent', setting: 'consent', kind: ['granted', 'wait'], says: '`wait`: store nothing before consent is given.', fallback: 'granted' },
  { name: 'offset-x', setting: 'offsetX', kind: 'number', says: 'Distance from the side, in pixels.', fallback: '24' },
  { name: 'offset-y', setting: 'offsetY', kind: 'number', says: 'Distance from top or bottom, in pixels.', fallback: '24' },
  { name: 'z-index', setting: 'zIndex', kind: 'number', says: 'Where the chat lies among the layers of the page.', fallback: '2147483000' },
  { name: 'top-layer', setting: 'topLayer', kind: 'flag', says: 'Lie in the browser’s top layer.', fallback: 'false' },
  { name: 'height', setting: 'height', kind: 'text', says: 'Height inside the page: `auto` follows the content.', fallback: '600' },
  { name: 'launcher', setting: 'launcher', kind: ['host', 'frame', 'none'], says: 'Who draws the launcher.', fallback: 'host' },
  { name: 'launcher-selector', setting: 'launcherSelector', kind: 'text', says: 'Selector of buttons of the page that open and close the chat.', fallback: undefined },
  { name: 'trigger-after', setting: 'triggerAfter', kind: 'number', says: 'Open once in a tab after so many seconds.', fallback: undefined },
  { name: 'trigger-scroll', setting: 'triggerScroll', kind: 'number', says: 'Open once in a tab when so much of the page has come into view, in percent.', fallback: undefined },
  { name: 'trigger-exit', setting: 'triggerExit', kind: 'flag', says: 'Open once in a tab when the pointer leaves the window upwards.', fallback: 'false' },
  { name: 'trigger-url', setting: 'triggerUrl', kind: 'text', says: 'Open once in a tab on pages whose address fits, with `*` for anything.', fallback: undefined },
  { name: 'tab-title', setting: 'tabTitle', kind: 'flag', says: 'Number of unread messages in the title of the tab.', fallback: 'false' },
  { name: 'sound', setting: 'sound', kind: 'flag', says: 'A short sound for a new message.', fallback: 'false' },
  { name: 'page-context', setting: 'pageContext', kind: ['true', 'false', 'full'], says: 'Tell the bot which page this is.', fallback: 'false' },
  { name: 'data-layer', setting: 'dataLayer', kind: 'flag', says: 'Push events to `window.dataLayer`.', fallback: 'false' },
  { name: 'mobile', setting: 'mobile', kind: ['fullscreen', 'sheet', 'off'], says: 'How the chat stands on a phone.', fallback: 'fullscreen' },
  { name: 'mobile-query', setting: 'mobileQuery', kind: 'text', says: 'Media query that means phone.', fallback: '(max-width: 640px), (max-height: 480px) and (pointer: coarse)' },
  { name: 'back', setting: 'back', kind: ['close', 'history', 'off'], says: 'What the back button does while open.', fallback: 'close' },
  { name: 'shortcut', setting: 'shortcut', kind: 'text', says: 'Keys that open and close the chat.', fallback: undefined },
  { name: 'frame-title', setting: 'frameTitle', kind: 'text', says: 'Accessible name of the frame.', fallback: 'Chat' },
  { name: 'nonce', setting: 'nonce', kind: 'text', says: 'Nonce of the page’s policy.', fallback: undefined },
  { name: 'credentialless', setting: 'credentialless', kind: 'flag', says: 'A frame without cookies and storage of its own.', fallback: 'false' },
  { name: 'timeout', setting: 'timeoutMs', kind: 'number', says: 'How long a silent frame is waited for, in milliseconds.', fallback: '8000' },
  { name: 'debug', setting: 'debug', kind: 'flag', says: 'Show the doctor: settings, messages and problems.', fallback: 'false' },
  { name: 'integration-id', setting: 'integrationId', kind: 'text', says: 'Another name of `widget`.', fallback: undefined },
  { name: 'type', setting: 'type', kind: 'text', says: 'One of the server’s preset widgets, where no id is given.', fallback: undefined },
  { name: 'layout', setting: 'layout', kind: ['popover', 'none', 'default', 'bubble', 'popout', 'slideover', 'center', 'centered', 'stretch', 'stretched', 'inline', 'fullscreen', 'full', 'screen'], says: 'How the chat stands on the page.', fallback: 'popover' },
  { name: 'position', setting: 'position', kind: ['bottom-right', 'bottom-left', 'top-right', 'top-left'], says: 'Corner of the launcher.', fallback: 'bottom-right' },
  { name: 'language', setting: 'language', kind: 'text', says: 'Language of the words, such as `de`.', fallback: 'the browser’s' },
  { name: 'dir', setting: 'dir', kind: ['ltr', 'rtl', 'auto'], says: 'Writing direction.', fallback: 'auto' },
  { name: 'color-scheme', setting: 'colorScheme', kind: ['auto', 'light', 'dark'], says: 'Light or dark.', fallback: 'auto' },
  { name: 'theme', setting: 'theme', kind: 'text', says: 'Preset of colours and shapes, or JSON `{ "name", "config" }`.', fallback: 'default' },
  { name: 'bar-icon', setting: 'barIcon', kind: 'text', says: 'Picture in the top bar.', fallback: undefined },
  { name: 'bar-title', setting: 'barTitle', kind: 'text', says: 'Title in the top bar.', fallback: 'the widget’s name' },
  { name: 'background', setting: 'background', kind: 'text', says: 'Colour or picture behind the conversation.', fallback: undefined },
  { name: 'banner', setting: 'banner', kind: 'text', says: 'Picture above the conversation.', fallback: undefined },
  { name: 'intro', setting: 'intro', kind: 'text', says: 'Markdown above the conversation.', fallback: undefined },
  { name: 'initial', setting: 'initial', kind: 'text', says: 'The bot’s opening message, in markdown.', fallback: undefined },
  { name: 'placeholder', setting: 'placeholder', kind: 'text', says: 'Hint in the text box.', fallback: 'in the visitor’s language' },
  { name: 'bot-icon', setting: 'botIcon', kind: 'text', says: 'Picture beside the bot’s messages.', fallback: undefined },
  { name: 'user-icon', setting: 'userIcon', kind: 'text', says: 'Picture beside the visitor’s messages.', fallback: undefined },
  { name: 'context-icon', setting: 'contextIcon', kind: 'text', says: 'Picture beside context lines.', fallback: undefined },
  { name: 'button-icon', setting: 'buttonIcon', kind: 'text', says: 'Picture or emoji of the launcher.', fallback: undefined },
  { name: 'button-title', setting: 'buttonTitle', kind: 'text', says: 'Accessible name of the launcher.', fallback: 'Open chat' },
  { name: 'hide-bar', setting: 'hideBar', kind: 'flag', says: 'No top bar.', fallback: 'false' },
  { name: 'hide-button', setting: 'hideButton', kind: 'flag', says: 'No launcher.', fallback: 'false' },
  { name: 'brand-caption', setting: 'brandCaption', kind: 'text', says: 'Text of the credit line; the server’s value counts.', fallback: undefined },
  { name: 'brand-url', setting: 'brandURL', kind: 'text', says: 'Where the credit line leads; the server’s value counts.', fallback: undefined },
  { name: 'brand-logo', setting: 'brandLogo', kind: 'text', says: 'Picture of the credit line; the server’s value counts.', fallback: undefined },
  { name: 'powered-by', setting: 'poweredBy', kind: 'flag', says: 'Show the credit line.', fallback: 'true' },
  { name: 'stream', setting: 'stream', kind: 'flag', says: 'Show text as it is written.', fallback: 'true' },
  { name: 'verbose', setting: 'verbose', kind: 'flag', says: 'Show what the bot looks up or runs.', fallback: 'true' },
  { name: 'unfurl', setting: 'unfurl', kind: 'flag', says: 'Previews of links.', fallback: 'true' },
  { name: 'math', setting: 'math', kind: 'flag', says: 'Set formulas.', fallback: 'true' },
  { name: 'tools', setting: 'tools', kind: 'flag', says: 'Copy, votes and speech beside messages.', fallback: 'false' },
  { name: 'attachments', setting: 'attachments', kind: 'flag', says: 'Let visitors attach files.', fallback: 'false' },
  { name: 'voice-in', setting: 'voiceIn', kind: 'flag', says: 'Dictation.', fallback: 'false' },
  { name: 'voice-out', setting: 'voiceOut', kind: 'flag', says: 'Spoken replies.', fallback: 'false' },
  { name: 'auto-scroll', setting: 'autoScroll', kind: 'flag', says: 'Follow the reply.', fallback: 'true' },
  { name: 'auto-focus', setting: 'autoFocus', kind: 'flag', says: 'Cursor in the text box when the visitor opens the chat.', fallback: 'true' },
  { name: 'announce', setting: 'announce', kind: ['off', 'status', 'sentences', 'whole'], says: 'What a screen reader is told of replies.', fallback: 'sentences' },
  { name: 'start-first', setting: 'startFirst', kind: 'flag', says: 'A Start button while there are no messages.', fallback: 'false' },
  { name: 'contact-collection', setting: 'contactCollection', kind: 'flag', says: 'Ask for name and email.', fallback: 'false' },
  { name: 'export-conversation', setting: 'exportConversation', kind: 'flag', says: 'Export in the menu.', fallback: 'true' },
  { name: 'restart-conversation', setting: 'restartConversation', kind: 'flag', says: 'Restart in the menu.', fallback: 'true' },
  { name: 'maximize', setting: 'maximize', kind: 'flag', says: 'Maximize button.', fallback: 'true' },
  { name: 'message-peek', setting: 'messagePeek', kind: 'flag', says: 'Hint the last message beside the launcher.', fallback: 'true' },
  { name: 'peek-dismissal-ms', setting: 'peekDismissalMs', kind: 'number', says: 'How long a dismissed hint stays hidden, in milliseconds.', fallback: '864000000' },
  { name: 'privacy', setting: 'privacy', kind: 'flag', says: 'Keep nothing beyond the life of the page.', fallback: 'false' },
  { name: 'moderation', setting: 'moderation', kind: 'flag', says: 'Texts pass the server’s moderation check.', fallback: 'false' },
  { name: 'block-disposable-emails', setting: 'blockDisposableEmails', kind: 'flag', says: 'Refuse addresses of disposable mail services.', fallback: 'false' },
  { name: 'disabled', setting: 'disabled', kind: 'flag', says: 'Shown, but nothing can be sent.', fallback: 'false' },
  { name: 'session', setting: 'session', kind: 'text', says: 'Which conversation: `day`, `none`, or a name.', fallback: 'day' },
  { name: 'create-session', setting: 'createSession', kind: 'text', says: 'Address that makes sessions.', fallback: undefined },
  { name: 'meta', setting: 'meta', kind: 'json', says: 'Tags of the conversation.', fallback: undefined },
  { name: 'contact', setting: 'contact', kind: 'json', says: 'Who the visitor is: name, email, phone.', fallback: undefined },
  { name: 'messages', setting: 'messages', kind: 'json', says: 'Messages that are there from the start.', fallback: undefined },
  { name: 'intl', setting: 'intl', kind: 'json', says: 'Words by language and key.', fallback: undefined },
];
