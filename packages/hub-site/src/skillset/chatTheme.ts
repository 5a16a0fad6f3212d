import type { JsonObject } from '@sotto/widget-core/api';

/**
 * Theme of an item's chat if the author set none: the site's fonts and backgrounds over the server's theme
 * (`styles/base.css` defines the colours).
 */
export const CHAT_THEME: JsonObject = {
  config: {
    fontFamily: '"Instrument Sans Variable", "Sotto fallback", system-ui, sans-serif',
    conversationText: '#1c211f',
    introMessageText: '#545d59',
    introMessageButtonPrimary: '#e4eee9',
    botMessagePrimary: '#f4f3ee',
    botMessageText: '#1c211f',
    inputText: '#1c211f',
    inputSecondary: '#545d59',
    inputBorderPrimary: '#868d89',
  },
  dark: {
    conversationPrimary: '#1b1f1d',
    conversationText: '#e9ebe8',
    introMessageText: '#a9b1ac',
    introMessageButtonPrimary: '#1d2c27',
    botMessagePrimary: '#262b29',
    botMessageText: '#e9ebe8',
    botMessageButtonPrimary: '#1b1f1d',
    inputPrimary: '#1b1f1d',
    inputText: '#e9ebe8',
    inputSecondary: '#a9b1ac',
    inputBorderPrimary: '#717975',
  },
};
