import type { JsonObject } from '@sotto/widget-core';

/** Maximum length of the settings in an address, in characters (8 KiB). Contract 2.6. */
export const ADDRESS_SETTINGS_MAX = 8192;

/** Parameters that are ignored: not settings, or personal data, since addresses end up in logs and histories. */
const NOT_SETTINGS = new Set([
  'v',
  'scheme',
  'lang',
  'locale',
  'instance',
  'embed',
  'origin',
  'open',
  'reload',
  'contact',
  'token',
  'functions',
  'createSession',
  'config',
]);
const JSON_SETTINGS = new Set(['theme', 'messages', 'meta', 'intl']);

/**
 * Reads settings from the frame's address, for pages that embed the iframe without the loader (contract 2.6). A
 * separate chunk, because the loader sends settings in `init`.
 */
export function readAddressSettings(address: string): JsonObject {
  const { search, searchParams } = new URL(address);
  return search.length > ADDRESS_SETTINGS_MAX ? {} : readSettings(searchParams);
}

function readSettings(parameters: URLSearchParams): JsonObject {
  const settings: JsonObject = {};
  for (const [name, value] of parameters) {
    if (NOT_SETTINGS.has(name) || !/^[a-z][A-Za-z]{1,40}$/.test(name)) continue;
    settings[name] = readValue(name, value);
  }
  return settings;
}

function readValue(name: string, value: string): JsonObject[string] {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (!JSON_SETTINGS.has(name) || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as JsonObject[string];
  } catch {
    return value;
  }
}
