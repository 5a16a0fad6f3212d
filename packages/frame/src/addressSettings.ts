import type { JsonObject } from '@sotto/widget-core';

/** Settings in an address may take this much, in characters (8 KiB). Contract 2.6. */
export const ADDRESS_SETTINGS_MAX = 8192;

/** Parameters that are not settings, or that must never come by address: it ends in logs and histories. */
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
 * Settings in the frame's address, for embeds without a loader (contract 2.6); a part of its own, because a loader
 * sends them by init.
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
