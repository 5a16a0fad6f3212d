import { routes, type Json, type JsonObject } from '@sotto/widget-core/api';
import { THEME_NAMES } from '@sotto/widget-core/internal/config';
import { isObject } from '../site/isObject';
import { brandTheme } from './brandTheme';
import { readOpening, writeOpening } from './openingMessages';
import { joinIntro, readStarters, splitIntro } from './starters';
import { STUDIO_ROWS, type StudioRow } from './studioFields';

/** Settings whose field follows from the table. Those with fields of their own are read and written below by name. */
const PLAIN_ROWS = STUDIO_ROWS.filter(({ control }) => control !== 'own');

const SERVER_NAMES: ReadonlySet<string> = new Set(
  STUDIO_ROWS.filter(({ owner }) => owner === 'server').map(({ name }) => name),
);

/** Option that creates a bot together with the widget. */
export const NEW_BOT = 'new';

/** Field name of the chat's language; `language` is the language for the Hub's listing. */
export const LANGUAGE_FIELD = 'config.language';

/** The chosen brand colour. @returns undefined to use the preset's colours */
export function readBrand(form: URLSearchParams): string | undefined {
  const brand = form.get('brand')?.trim() ?? '';
  return form.has('hasBrand') && brand !== '' ? brand : undefined;
}

/**
 * Converts the studio's form to a widget's settings, merged over stored ones, so that settings without a field are
 * kept.
 *
 * Settings of the widget are stored with their defaults, so that the owner gets what they saw. Settings of the page are
 * part of its code, so those that were not changed are stored as `null`.
 */
export function readWidgetConfig(form: URLSearchParams, stored: JsonObject = {}): JsonObject {
  let config: JsonObject = {
    ...stored,
    intro: joinIntro({ text: form.get('intro') ?? '', starters: readStarters(form.get('starters') ?? '') }),
    language: form.get(LANGUAGE_FIELD) ?? '',
    messages: readOpening(form.get('messages') ?? '', stored['messages']) ?? null,
    theme: readTheme(form),
  };
  for (const row of PLAIN_ROWS) {
    const value = readValue(form, row);
    config = writeSetting(config, row, row.owner === 'page' && isDefault(row, value) ? undefined : value);
  }
  return config;
}

/** Converts a stored widget to form values. */
export function toWidgetForm(config: JsonObject): URLSearchParams {
  const form = new URLSearchParams();
  for (const row of PLAIN_ROWS) {
    const value = readSetting(config, row) ?? row.fallback;
    if (row.kind === 'flag') {
      if (value === true) form.set(row.name, 'on');
    } else if (typeof value === 'number') form.set(row.name, String(value / (row.unit ?? 1)));
    else form.set(row.name, Array.isArray(row.kind) ? pick(text(value), optionsOf(row)) : text(value));
  }
  const intro = splitIntro(text(config['intro']));
  form.set('intro', intro.text);
  form.set('starters', intro.starters.join('\n'));
  form.set(LANGUAGE_FIELD, text(config['language']));
  form.set('messages', writeOpening(config['messages']));
  const theme = config['theme'];
  const parts = isObject(theme) ? theme : { name: theme ?? 'default' };
  form.set('theme', pick(text(parts['name']), THEME_NAMES));
  if (typeof parts['brand'] === 'string') {
    form.set('hasBrand', 'on');
    form.set('brand', parts['brand']);
  }
  return form;
}

/** Values that a choice offers, its default first. */
export function optionsOf({ kind, values, fallback }: StudioRow): readonly string[] {
  const names = values ? Object.keys(values) : Array.isArray(kind) ? (kind as readonly string[]) : [];
  return [String(fallback), ...names.filter((name) => name !== fallback)];
}

/** Field name of a text of the chat. */
export function wordField(language: string, key: string): string {
  return `intl.${language}.${key}`;
}

/** Settings that differ from the defaults, to keep the pasted code short. */
export function changedSettings(config: JsonObject): JsonObject {
  const untouched = readWidgetConfig(toWidgetForm({}));
  const changed = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched[name]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'theme' ? shortTheme(value) : value]));
}

/** Settings as a page gets them: without those that only the server reads. */
export function sentSettings(config: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !SERVER_NAMES.has(name)));
}

/** Settings that are part of the code on a page, because the server does not send them. */
export function pageSettings(config: JsonObject): JsonObject {
  const names = new Set(STUDIO_ROWS.filter(({ owner }) => owner === 'page').map((row) => pathOf(row)[0]));
  return Object.fromEntries(Object.entries(config).filter(([name, value]) => names.has(name) && value !== null));
}

/** A theme with only a name is written as its name. */
function shortTheme(theme: Json): Json {
  return isObject(theme) && Object.keys(theme).length === 1 && theme['name'] !== undefined ? theme['name'] : theme;
}

/** Path of an uploaded picture, by the value of an icon's setting; undefined: it is not the id of a file. */
export function uploadedPicture(value: string): string | undefined {
  return /^file_\w+$/.test(value) ? routes.fileThumbnail(value) : undefined;
}

/** Origins, one per line. */
export function readOrigins(lines: string): string[] {
  return lines
    .split(/[\s,]+/)
    .map((origin) => origin.replace(/\/+$/, ''))
    .filter((origin) => origin !== '');
}

/** The value of a field; undefined if it is empty. A number that cannot be read stays text, which its check refuses. */
function readValue(form: URLSearchParams, row: StudioRow): Json | undefined {
  const written = form.get(row.name)?.trim() ?? '';
  if (row.kind === 'flag') return form.has(row.name);
  if (row.kind === 'number') {
    if (written === '') return undefined;
    const number = Number(written) * (row.unit ?? 1);
    return Number.isFinite(number) ? number : written;
  }
  return Array.isArray(row.kind) ? pick(written, optionsOf(row)) : written;
}

const pathOf = ({ name, partOf }: StudioRow): readonly [name: string, part?: string] =>
  partOf === undefined ? [name] : (partOf.split('.') as [string, string]);

function readSetting(config: JsonObject, row: StudioRow): Json | undefined {
  const [name, part] = pathOf(row);
  return part === undefined ? config[name] : objectOr(config[name])[part];
}

/** Sets a setting; `null`, which counts as not set, if it has no value, so that a conflict sees that it was removed. */
function writeSetting(config: JsonObject, row: StudioRow, value: Json | undefined): JsonObject {
  const [name, part] = pathOf(row);
  if (part === undefined) return { ...config, [name]: value ?? null };
  const parts = withMember(objectOr(config[name]), part, value);
  return { ...config, [name]: Object.keys(parts).length === 0 ? null : parts };
}

const isDefault = ({ fallback }: StudioRow, value: Json | undefined): boolean => value === fallback || value === '';

function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

/**
 * The setting `intl`: own texts of the chat by language, with those of the form.
 *
 * @param builtIn - texts that the chat has without it, by language: what equals them is not stored
 */
export function readWords(
  form: URLSearchParams,
  stored: Json | undefined,
  builtIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): JsonObject {
  let intl = objectOr(stored);
  for (const [field, value] of form) {
    const [, language = '', key = ''] = /^intl\.([\w-]{1,35})\.(\w{1,60})$/.exec(field) ?? [];
    if (language === '') continue;
    const word = value.trim();
    const isOwn = word !== '' && word !== builtIn[language]?.[key];
    const words = withMember(objectOr(intl[language]), key, isOwn ? word : undefined);
    intl = withMember(intl, language, Object.keys(words).length === 0 ? undefined : words);
  }
  return intl;
}

/** The preset with the brand's colours over it. The brand colour itself is stored too, for the form. */
function readTheme(form: URLSearchParams): JsonObject {
  const name = pick(form.get('theme'), THEME_NAMES);
  const brand = readBrand(form);
  const made = brand === undefined ? undefined : brandTheme(brand, name);
  return made && brand !== undefined
    ? { ...made.theme, config: { ...made.theme.config }, dark: { ...made.theme.dark }, brand }
    : { name };
}

/** A known value, or the first. */
function pick<Word extends string>(written: string | null, words: readonly Word[]): Word {
  return words.find((word) => word === written) ?? (words[0] as Word);
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectOr = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
