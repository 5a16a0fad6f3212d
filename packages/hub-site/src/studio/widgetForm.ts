import type { Json, JsonObject } from '@sotto/widget-core/api';
import { COLOR_SCHEMES, LAYOUTS, POSITIONS, THEME_NAMES, type LayoutName } from '@sotto/widget-core/internal/config';
import { brandTheme } from './brandTheme';
import { CHOICE_DEFAULTS, SWITCH_DEFAULTS, TEXT_LENGTHS } from './studioFields';

/** Switches of a widget that the studio offers, and their labels, in the order of the form. */
export const SWITCH_LABELS = {
  tools: 'Copy, votes and speak below messages',
  attachments: 'Visitors may attach files',
  voiceIn: 'Visitors may dictate',
  voiceOut: 'Replies can be read aloud',
  startFirst: 'Begin with a Start button',
  contactCollection: 'Ask for name and email',
  messagePeek: 'Hint the first message beside the button',
  restartConversation: 'Restart in the menu',
  exportConversation: 'Export in the menu',
  maximize: 'Can be made larger',
  poweredBy: 'Show who made the chat',
} as const satisfies Readonly<Record<keyof typeof SWITCH_DEFAULTS, string>>;
const SWITCHES = Object.keys(SWITCH_DEFAULTS) as (keyof typeof SWITCH_DEFAULTS)[];

/** Texts of a widget that the studio offers; the language is a choice. */
const TEXTS = Object.keys(TEXT_LENGTHS).filter((name) => name !== 'language');

/** Value of the choice that makes a bot together with the widget. */
export const NEW_BOT = 'new';

/** Name of the field with the language of the chat: `language` is the one that the Hub lists the widget under. */
export const LANGUAGE_FIELD = 'config.language';

/** The names of the layouts, in the order they are offered. */
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];

/** A brand colour that has been chosen. @returns undefined: the preset's own colours */
export function readBrand(form: URLSearchParams): string | undefined {
  const brand = form.get('brand')?.trim() ?? '';
  return form.has('hasBrand') && brand !== '' ? brand : undefined;
}

/**
 * The studio's form as a widget's settings: the chosen values over the stored ones, so that settings without a field in
 * the studio are kept.
 *
 * Every switch is written, also where it is as it would be anyway: what the owner saw is what they get.
 */
export function readWidgetConfig(form: URLSearchParams, stored: JsonObject = {}): JsonObject {
  const texts = TEXTS.map((name) => [name, form.get(name)?.trim() ?? ''] as const);
  const switches = SWITCHES.map((name) => [name, form.has(name)] as const);
  const language = form.get(LANGUAGE_FIELD) ?? '';
  return {
    ...stored,
    ...(Object.fromEntries([...texts, ...switches]) as JsonObject),
    layout: pick(form.get('layout'), LAYOUT_NAMES, CHOICE_DEFAULTS.layout),
    position: pick(form.get('position'), POSITIONS, CHOICE_DEFAULTS.position),
    colorScheme: pick(form.get('colorScheme'), COLOR_SCHEMES, CHOICE_DEFAULTS.colorScheme),
    language,
    theme: readTheme(form),
  };
}

/** A stored widget as the fields of the form. */
export function toWidgetForm(config: JsonObject): URLSearchParams {
  const form = new URLSearchParams();
  const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  for (const name of TEXTS) form.set(name, text(config[name]));
  form.set(LANGUAGE_FIELD, text(config['language']));
  for (const name of SWITCHES)
    if (config[name] === undefined ? SWITCH_DEFAULTS[name] : config[name] === true) form.set(name, 'on');
  form.set('layout', pick(text(config['layout']), LAYOUT_NAMES, CHOICE_DEFAULTS.layout));
  form.set('position', pick(text(config['position']), POSITIONS, CHOICE_DEFAULTS.position));
  form.set('colorScheme', pick(text(config['colorScheme']), COLOR_SCHEMES, CHOICE_DEFAULTS.colorScheme));
  const theme = config['theme'];
  const parts =
    typeof theme === 'object' && theme !== null && !Array.isArray(theme) ? theme : { name: theme ?? 'default' };
  form.set('theme', pick(text(parts['name']), THEME_NAMES, 'default'));
  if (typeof parts['brand'] === 'string') {
    form.set('hasBrand', 'on');
    form.set('brand', parts['brand']);
  }
  return form;
}

/** The settings that differ from the defaults: as little as possible to paste. */
export function changedSettings(config: JsonObject): JsonObject {
  const untouched = readWidgetConfig(toWidgetForm({}));
  const changed = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched[name]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'theme' ? shortTheme(value) : value]));
}

/** A theme with nothing but a name is written as its name. */
function shortTheme(theme: Json): Json {
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return theme;
  return Object.keys(theme).length === 1 && theme['name'] !== undefined ? theme['name'] : theme;
}

/** Origins, one a line. */
export function readOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((origin) => origin.replace(/\/+$/, ''))
    .filter((origin) => origin !== '');
}

/**
 * The preset, and over it the colours that the brand gives; the brand itself is kept beside them, for the next time the
 * form is shown.
 */
function readTheme(form: URLSearchParams): JsonObject {
  const name = pick(form.get('theme'), THEME_NAMES, 'default');
  const brand = readBrand(form);
  const made = brand === undefined ? undefined : brandTheme(brand, name);
  return made && brand !== undefined
    ? { ...made.theme, config: { ...made.theme.config }, dark: { ...made.theme.dark }, brand }
    : { name };
}

/** A known word, or what holds without one. */
function pick<Word extends string>(written: string | null, words: readonly Word[], fallback: Word): Word {
  return words.find((word) => word === written) ?? fallback;
}
