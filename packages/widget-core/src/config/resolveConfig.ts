import * as v from 'valibot';
import type { Integration } from '../api/responses';
import { attempt } from '../lib/attempt';
import { FORBIDDEN_KEYS } from '../lib/json';
import { isPlainObject, safeMerge } from '../lib/safeMerge';
import { formatValue } from '../lib/formatValue';
import { LAYOUT_WORDS } from '../protocol/layoutWords';
import type { ResolvedConfig } from './configTypes';
import { isWordKey } from './intl';
import { toLanguageTag } from './languages';
import { layerThemes, type ThemeLayer } from '../protocol/layerThemes';
import { LOADER_KEYS } from './loaderKeys';
import { nearestName } from '../lib/nearestName';
import type { ReportConfigProblem } from './reportConfigProblem';
import { isThemeName, readThemeOverrides, THEME_NAMES, type ThemeName, type ThemeSetting } from './themes';
import { CONFIG_FIELDS, type ConfigField, type ConfigKey, type RawTheme } from './widgetConfig';
import { ENGLISH_WORDS } from './words/en';

/** The server's settings of a widget. */
export type ConfigSource = Pick<Integration, 'integrationId' | 'config' | 'languages'>;

/** Valid fields that were given. */
type Written = Partial<Record<ConfigKey, unknown>>;

/** Settings that are merged key by key; of all others the one with priority replaces the other. */
const MERGED_KEYS: ReadonlySet<ConfigKey> = new Set<ConfigKey>(['intl', 'meta', 'functions']);

/**
 * Resolves a widget's config: built-in defaults ← the server's settings ← the page's settings, within the owner's
 * limits [W-34, W-43].
 *
 * An invalid field is reported and counts as not given; nothing here throws, whatever the page has passed. Without a
 * server's settings (own backend, no integration) the page is the owner, without limits.
 *
 * @param integration - the server's public settings, validated by their schema; `undefined` without a Sotto server
 * @param hostConfig - the page's settings, merged by the loader (`sottoSettings` ← attributes ← JavaScript). For a
 *   later `configure`, merge the new fields into the old ones with `safeMerge` and resolve again
 * @param report - called with every invalid field and its allowed values
 */
export function resolveConfig(
  integration: ConfigSource | undefined,
  hostConfig: unknown,
  report: ReportConfigProblem,
): ResolvedConfig {
  const server = integration && readFields(integration.config, report);
  const host = readFields(hostConfig, report);
  const resolved: Record<string, unknown> = {};
  for (const key of Object.keys(CONFIG_FIELDS) as ConfigKey[]) {
    const { fallback, ceiling } = CONFIG_FIELDS[key] as ConfigField<unknown, unknown>;
    const owner = server && Object.hasOwn(server, key) ? server[key] : fallback;
    if (!Object.hasOwn(host, key)) resolved[key] = owner;
    else if (server && !isAllowed(ceiling, owner, host[key])) {
      resolved[key] = owner;
      report({
        key,
        message: `${key} may not be changed to ${formatValue(host[key])} by the page; the owner of the widget set ${formatValue(owner)}.`,
      });
    } else resolved[key] = combine(key, owner, host[key], server !== undefined);
  }
  if (integration)
    Object.assign(resolved, {
      integrationId: integration.integrationId,
      ...(integration.languages.length > 0 && { languages: integration.languages }),
    });
  return {
    ...resolved,
    theme: resolveThemeSetting(server?.theme as RawTheme | undefined, host.theme as RawTheme | undefined, report),
  } as ResolvedConfig;
}

/** The valid fields, with aliases replaced. */
function readFields(written: unknown, report: ReportConfigProblem): Written {
  const fields: Written = {};
  if (written === undefined || written === null) return fields;
  // A getter of the page may throw: then its settings count as not given.
  const entries = isPlainObject(written) ? attempt(() => Object.entries(written)) : undefined;
  if (!entries) {
    report({ key: 'config', message: 'The config must be a plain object. The defaults are used.' });
    return fields;
  }
  for (const [name, value] of withAliases(entries)) {
    if (value === undefined || (value === null && name !== 'contact') || isEmptyLayout(name, value)) continue;
    if (FORBIDDEN_KEYS.has(name)) report({ key: name, message: `${name} is refused.` });
    else if (isConfigKey(name)) readField(name, value, fields, report);
    else if (!LOADER_KEYS.has(name))
      report({ key: name, message: `${name} is not a setting.${nearestName(name, Object.keys(CONFIG_FIELDS))}` });
  }
  return fields;
}

/** Replaces aliases: `widget` is `integrationId`, and `position: fullscreen` is a layout (contract 4.1, 4.3). */
function withAliases(entries: readonly [string, unknown][]): [string, unknown][] {
  const hasId = entries.some(([name]) => name === 'integrationId');
  return entries.flatMap(([name, value]): [string, unknown][] => {
    if (name === 'widget') return hasId ? [] : [['integrationId', value]];
    return name === 'position' && typeof value === 'string' && value.trim().toLowerCase() === 'fullscreen'
      ? [['layout', 'fullscreen']]
      : [[name, value]];
  });
}

function readField(key: ConfigKey, value: unknown, fields: Written, report: ReportConfigProblem): void {
  const { schema, fallback, allowed } = CONFIG_FIELDS[key] as ConfigField<unknown, unknown>;
  // An array is an object too, and would pass as a record without entries.
  const isMisplacedList = Array.isArray(value) && !Array.isArray(fallback);
  const parsed = isMisplacedList ? undefined : attempt(() => v.safeParse(schema, value));
  if (!parsed?.success) {
    report({ key, message: `${key} must be ${allowed}; ${formatValue(value)} is not. It is ignored.` });
    return;
  }
  if (key === 'layout' && typeof value === 'string' && !LAYOUT_WORDS.includes(value.trim().toLowerCase())) {
    report({
      key,
      message: `layout=${formatValue(value)} is not a layout and is shown as "fullscreen".${nearestName(value, LAYOUT_WORDS)}`,
    });
  }
  if (key === 'intl') reportUnknownWords(parsed.output as ResolvedConfig['intl'], report);
  fields[key] = parsed.output;
}

/** An empty form field sets no layout. */
function isEmptyLayout(name: string, value: unknown): boolean {
  return name === 'layout' && typeof value === 'string' && value.trim() === '';
}

/** Unknown keys are probably typos. */
function reportUnknownWords(intl: ResolvedConfig['intl'], report: ReportConfigProblem): void {
  for (const [language, words] of Object.entries(intl)) {
    if (toLanguageTag(language) === undefined)
      report({
        key: `intl.${language}`,
        message: `intl.${language} is not a language code such as "de" or an English name such as "german".`,
      });
    for (const word of Object.keys(words)) {
      const key = `intl.${language}.${word}`;
      if (!isWordKey(word))
        report({ key, message: `${key} is not a word of the widget.${nearestName(word, Object.keys(ENGLISH_WORDS))}` });
    }
  }
}

function isConfigKey(name: string): name is ConfigKey {
  return Object.hasOwn(CONFIG_FIELDS, name);
}

function isAllowed(ceiling: string, owner: unknown, wanted: unknown): boolean {
  if (ceiling === 'any' || owner === wanted) return true;
  return ceiling === 'off' ? wanted === false : ceiling === 'on' && wanted === true;
}

function combine(key: ConfigKey, owner: unknown, host: unknown, hasOwner: boolean): unknown {
  if (!MERGED_KEYS.has(key) || !isPlainObject(owner) || !isPlainObject(host)) return host;
  return safeMerge(owner, key === 'intl' && hasOwner ? withoutCredit(host) : host);
}

/** The credit line belongs to the owner: a page must not change it through `intl` either. */
function withoutCredit(intl: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [language, words] of Object.entries(intl)) {
    if (isPlainObject(words))
      cleaned[language] = Object.fromEntries(Object.entries(words).filter(([word]) => word !== 'poweredBy'));
  }
  return cleaned;
}

/** Validates and merges the server's theme and the page's. */
function resolveThemeSetting(
  server: RawTheme | undefined,
  host: RawTheme | undefined,
  report: ReportConfigProblem,
): ThemeSetting {
  const read = (theme: RawTheme | undefined): ThemeLayer | undefined =>
    theme && {
      name: theme.name,
      config: readThemeOverrides(theme.config, report),
      dark: readThemeOverrides(theme.dark ?? {}, report, 'theme.dark'),
    };
  const { name, config, dark } = layerThemes(host?.name === undefined ? read(server) : undefined, read(host));
  return {
    name: readThemeName(name, report),
    config,
    ...(Object.keys(dark).length > 0 && { dark }),
  };
}

function readThemeName(name: string | undefined, report: ReportConfigProblem): ThemeName {
  if (name === undefined) return 'default';
  const word = name.trim().toLowerCase();
  if (isThemeName(word)) return word;
  report({
    key: 'theme',
    message: `theme must name one of ${THEME_NAMES.map((known) => `"${known}"`).join(', ')}; ${formatValue(name)} is not one. "default" is used.`,
  });
  return 'default';
}
