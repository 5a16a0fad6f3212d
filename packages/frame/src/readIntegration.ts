import type { Integration } from '@sotto/widget-core';
import { integrationSchema, MAX_RELOADS } from '@sotto/widget-core/internal';
import * as v from 'valibot';

/** The widget's settings from the page; undefined if they are missing or malformed. */
export function readIntegration(page: Document): Integration | undefined {
  const text = page.getElementById('sotto-integration')?.textContent;
  if (text == null) return undefined;
  try {
    const read = v.safeParse(integrationSchema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The address for the next attempt. Attempts are counted in its `reload` parameter, which works without storage.
 *
 * @returns undefined after the last attempt
 */
export function nextReload(address: string): string | undefined {
  const url = new URL(address);
  const count = Number(url.searchParams.get('reload') ?? 0);
  const tried = Number.isSafeInteger(count) && count >= 0 ? count : MAX_RELOADS;
  if (tried >= MAX_RELOADS) return undefined;
  url.searchParams.set('reload', String(tried + 1));
  return url.href;
}

/** The address without the counter, for a visitor who presses Reload. */
export function freshAddress(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('reload');
  return url.href;
}
