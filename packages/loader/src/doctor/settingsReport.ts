import type { readAttributes } from '../attributes';
import { ATTRIBUTES } from '../manifest/attributeTable';
import { nearest } from '../manifest/nearest';
import type { WidgetConfig } from '../types';
import { mask } from './mask';

/** One setting as it holds now. */
export interface SettingLine {
  readonly name: string;
  readonly value: string;
  /** Where it was set: an attribute, `sottoSettings`, a call of the page's script, the server's settings, or nobody. */
  readonly source: 'attribute' | 'sottoSettings' | 'script call' | 'server' | 'default';
}

/** An attribute that means nothing to us. */
export interface UnknownAttribute {
  readonly written: string;
  /** What was probably meant, as it would be written there. */
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
  /** What holds now. */
  config: WidgetConfig;
}

/** Personal data and messages: never shown, wherever they were set. */
const PRIVATE = /^(meta|contact|messages|functions|createSession|session|intl|nonce)$/;

/** Every setting that somebody made, and the defaults of the rest; made ones first. */
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
 * Attributes of the script tag and the element that no setting has. Those of HTML, and a host's own `data-*` on the
 * element, are nobody's mistake.
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
  // Other tools leave their marks on script tags; ours are those that resemble a setting.
  return [...unknown(ofScript, 'data-').filter(({ meant }) => meant !== undefined), ...unknown(ofElement, '')];
}

/** Attributes whose JSON cannot be read. */
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
