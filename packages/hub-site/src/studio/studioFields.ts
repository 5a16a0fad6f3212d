// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/** Texts of a widget that the studio offers, with their longest length in characters. */
export const TEXT_LENGTHS = {
  language: 35,
  barTitle: 2000,
  intro: 16384,
  initial: 16384,
  placeholder: 2000,
} as const;

/** Switches of a widget that the studio offers, with their defaults. */
export const SWITCH_DEFAULTS = {
  poweredBy: true,
  tools: false,
  attachments: false,
  voiceIn: false,
  voiceOut: false,
  startFirst: false,
  contactCollection: false,
  exportConversation: true,
  restartConversation: true,
  maximize: true,
  messagePeek: true,
} as const;

/** Languages included in the widget. */
export const LANGUAGES = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'nl',
  'pl',
  'tr',
  'ru',
  'uk',
  'zh',
  'ja',
  'ko',
  'hi',
  'id',
  'ar',
  'he',
  'fa',
  'ur',
] as const;

/** Choices of a widget that the studio offers, with their defaults. */
export const CHOICE_DEFAULTS = {
  layout: 'popover',
  position: 'bottom-right',
  colorScheme: 'auto',
} as const;
