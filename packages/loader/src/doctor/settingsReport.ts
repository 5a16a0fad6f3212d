import type { readAttributes } from '../attributes';
import { ATTRIBUTES } from '../manifest/attributeTable';
import { nearest } from '../manifest/nearest';
import type { WidgetConfig } from '../types';
import { mask } from './mask';

/** A setting and its current value. */
export interface SettingLine {
  readonly name: string;
  readonly value: string;
  /**
   * Origin of the value: an attribute, `sottoSettings`, a call of the page's script, the server's settings, or the
   * default.
   */
  readonly source: 'attribute' | 'sottoSettings' | 'script call' | 'server' | 'default';
}

/** An unknown attribute. */
export interface UnknownAttribute {
  readonly written: string;
  /** The name that was probably meant, in the same notation. */
  readonly meant: string | undefined;
}

/** Where settings come from. */
export interface SettingSources {
  readAttributes: typeof readAttributes;
  normalizeNames: (config: WidgetConfig) => WidgetConfig;
  element: Element;
  /** The script tag of this widget. */
  script: Element | undefined;
  sottoSettings: WidgetConfig | undefined;
  /** The server's settings of the widget (`config.mjs`). */
  server: Readonly<Record<string, unknown>>;
  /** The resulting settings. */
  config: WidgetConfig;
}

/** Personal data and messages are never shown, wherever they were set. */
const PRIVATE = /^(meta|contact|messages|functions|createSession|session|intl|nonce)$/;

/** Every setting: the ones that were set first, then defaults. */
export function reportSettings({
  readAttributes,
  normalizeNames,
  element,
  script,
  sottoSettings = {},
  server,
  config,
}: SettingSources): SettingLine[] {
  const reported = [
    ['attribute', normalizeNames(readAttributes(element))],
    ['attribute', script ? normalizeNames(readAttributes(script, 'data-')) : {}],
    ['sottoSettings', normalizeNames(sottoSettings)],
  ] as const;
  const owner = normalizeNames(server);
  const has = (settings: WidgetConfig, name: string): boolean =>
    ((settings as Record<string, unknown>)[name] ?? undefined) !== undefined;
  const same = (settings: WidgetConfig, name: string, value: unknown): boolean =>
    has(settings, name) && JSON.stringify((settings as Record<string, unknown>)[name]) === JSON.stringify(value);
  const sourceOf = (name: string, value: unknown): SettingLine['source'] =>
    reported.find(([, settings]) => same(settings, name, value))?.[0] ??
    (same(owner, name, value) ? 'server' : 'script call');

  const made = Object.entries({ ...owner, ...config })
    .filter(([name, value]) => name !== 'id' && name !== 'frame' && (value ?? undefined) !== undefined)
    .map(([name, value]) => ({ name, value: show(name, value), source: sourceOf(name, value) }));
  const names = new Set(made.map(({ name }) => name));
  const rest = ATTRIBUTES.flatMap(({ setting, fallback }) =>
    fallback === undefined || names.has(setting)
      ? []
      : [{ name: setting, value: fallback, source: 'default' as const }],
  );
  return [...made.sort((one, other) => one.name.localeCompare(other.name)), ...rest];
}

/**
 * Unknown attributes of the script tag and the element. Attributes of HTML, and a page's own `data-*` attributes on
 * the element, are ignored.
 */
export function findUnknownAttributes(element: Element, script: Element | undefined): UnknownAttribute[] {
  const names = ATTRIBUTES.map(({ name }) => name);
  const plain = (name: string): string => name.replaceAll('-', '');
  const known = new Set(names.map(plain));
  const unknown = (written: string[], prefix: string): UnknownAttribute[] =>
    written
      .filter((name) => !known.has(plain(name)) && !name.startsWith('theme-'))
      .map((name) => {
        const meant = nearest(name, names);
        return { written: prefix + name, meant: meant && prefix + meant };
      });
  const ofScript = script
    ? script.getAttributeNames().flatMap((name) => (name.startsWith('data-') ? [name.slice(5)] : []))
    : [];
  const ofElement = element
    .getAttributeNames()
    .filter((name) => !/^(data-.*|aria-.*|on.*|style|class|slot|hidden|tabindex|title|lang|part|role)$/.test(name));
  // Other tools add attributes to script tags; only those similar to a setting are reported.
  return [...unknown(ofScript, 'data-').filter(({ meant }) => meant !== undefined), ...unknown(ofElement, '')];
}

/** Attributes with invalid JSON. */
export function findBrokenJson(element: Element, script: Element | undefined): string[] {
  const jsonNames = ATTRIBUTES.flatMap(({ name, kind }) => (kind === 'json' ? [name] : []));
  return [[element, ''] as const, ...(script ? [[script, 'data-'] as const] : [])].flatMap(([tag, prefix]) =>
    jsonNames.flatMap((name) => {
      const text = tag.getAttribute(prefix + name);
      return text === null || isJsonObject(text) ? [] : [prefix + name];
    }),
  );
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function show(name: string, value: unknown): string {
  const shown = PRIVATE.test(name) && value !== '' ? mask(value, 'value') : value;
  return typeof shown === 'string'
    ? shown
    : JSON.stringify(shown, (_key, one: unknown) => (typeof one === 'function' ? '‹function›' : one));
}
