import type { Json, JsonObject } from '@sotto/widget-core/api';
import { COLOR_SCHEMES, LAYOUTS, POSITIONS, THEME_NAMES, type LayoutName } from '@sotto/widget-core/internal/config';
import { brandTheme } from './brandTheme';
import { joinIntro, readStarters, splitIntro } from './starters';
import { CHOICE_DEFAULTS, SWITCH_DEFAULTS, TEXT_LENGTHS } from './studioFields';

/** Switches in the studio with their labels, in form order. */
export const SWITCH_LABELS = {
  tools: 'Copy, votes and speak below messages',
  attachments: 'Visitors may attach files',
  voiceIn: 'Visitors may dictate',
  voiceOut: 'Replies can be read aloud',
  startFirst: 'Begin with a Start button',
  contactCollection: 'Ask for name and email',
  messagePeek: 'Show the first message beside the button',
  restartConversation: 'Restart in the menu',
  exportConversation: 'Export in the menu',
  maximize: 'Visitors can enlarge the chat',
  poweredBy: 'Show who made the chat',
} as const satisfies Readonly<Record<keyof typeof SWITCH_DEFAULTS, string>>;
const SWITCHES = Object.keys(SWITCH_DEFAULTS) as (keyof typeof SWITCH_DEFAULTS)[];

/** Text settings in the studio; the language is a select field. */
const TEXTS = Object.keys(TEXT_LENGTHS).filter((name) => name !== 'language');

/** Option that creates a bot together with the widget. */
export const NEW_BOT = 'new';

/** Field name of the chat's language; `language` is the language for the Hub's listing. */
export const LANGUAGE_FIELD = 'config.language';

/** Names of the layouts, in order. */
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];

/** The chosen brand colour. @returns undefined to use the preset's colours */
export function readBrand(form: URLSearchParams): string | undefined {
  const brand = form.get('brand')?.trim() ?? '';
  return form.has('hasBrand') && brand !== '' ? brand : undefined;
}

/**
 * Converts the studio's form to a widget's settings, merged over stored ones, so that settings without a field are
 * kept.
 *
 * All switches are stored, including defaults, so that the owner gets what they saw.
 */
export function readWidgetConfig(form: URLSearchParams, stored: JsonObject = {}): JsonObject {
  const texts = TEXTS.map((name) => [name, form.get(name)?.trim() ?? ''] as const);
  const switches = SWITCHES.map((name) => [name, form.has(name)] as const);
  const language = form.get(LANGUAGE_FIELD) ?? '';
  return {
    ...stored,
    ...(Object.fromEntries([...texts, ...switches]) as JsonObject),
    intro: joinIntro({ text: form.get('intro') ?? '', starters: readStarters(form.get('starters') ?? '') }),
    layout: pick(form.get('layout'), LAYOUT_NAMES, CHOICE_DEFAULTS.layout),
    position: pick(form.get('position'), POSITIONS, CHOICE_DEFAULTS.position),
    colorScheme: pick(form.get('colorScheme'), COLOR_SCHEMES, CHOICE_DEFAULTS.colorScheme),
    language,
    theme: readTheme(form),
  };
}

/** Converts a stored widget to form values. */
export function toWidgetForm(config: JsonObject): URLSearchParams {
  const form = new URLSearchParams();
  const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  for (const name of TEXTS) form.set(name, text(config[name]));
  const intro = splitIntro(text(config['intro']));
  form.set('intro', intro.text);
  form.set('starters', intro.starters.join('\n'));
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

/** Settings that differ from the defaults, to keep the pasted code short. */
export function changedSettings(config: JsonObject): JsonObject {
  const untouched = readWidgetConfig(toWidgetForm({}));
  const changed = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched[name]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'theme' ? shortTheme(value) : value]));
}

/** A theme with only a name is written as its name. */
function shortTheme(theme: Json): Json {
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return theme;
  return Object.keys(theme).length === 1 && theme['name'] !== undefined ? theme['name'] : theme;
}

/** Origins, one per line. */
export function readOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((origin) => origin.replace(/\/+$/, ''))
    .filter((origin) => origin !== '');
}

/** The preset with the brand's colours over it. The brand colour itself is stored too, for the form. */
function readTheme(form: URLSearchParams): JsonObject {
  const name = pick(form.get('theme'), THEME_NAMES, 'default');
  const brand = readBrand(form);
  const made = brand === undefined ? undefined : brandTheme(brand, name);
  return made && brand !== undefined
    ? { ...made.theme, config: { ...made.theme.config }, dark: { ...made.theme.dark }, brand }
    : { name };
}

/** A known value, or the default. */
function pick<Word extends string>(written: string | null, words: readonly Word[], fallback: Word): Word {
  return words.find((word) => word === written) ?? fallback;
}
