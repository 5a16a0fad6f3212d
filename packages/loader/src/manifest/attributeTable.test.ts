import { describe, expect, it } from 'vitest';
import { CONFIG_FIELDS, LOADER_KEYS } from '../../../widget-core/src/config/widgetConfig';
import { ATTRIBUTES, toSettingName } from './attributeTable';
import { nearest } from './nearest';

/** Settings that no attribute can say, and attributes that stand for a part of a setting. */
const ONLY_BY_SCRIPT = ['functions', 'languages'];
const PARTS: Readonly<Record<string, string>> = { offsetX: 'offset', offsetY: 'offset', timeout: 'timeoutMs', triggerAfter: 'triggers', triggerScroll: 'triggers', triggerExit: 'triggers', triggerUrl: 'triggers' };

describe('L-3 the table of attributes', () => {
  it('has every setting of the widget and of the loader, and nothing else', () => {
    const settings = ATTRIBUTES.map(({ name }) => toSettingName(name)).map((name) => PARTS[name] ?? name).filter((name) => name !== 'config');
    expect([...new Set(settings)].sort()).toEqual([...new Set([...Object.keys(CONFIG_FIELDS), ...LOADER_KEYS])].filter((name) => !ONLY_BY_SCRIPT.includes(name)).sort());
  });

  it('has each name once', () => {
    expect(new Set(ATTRIBUTES.map(({ name }) => name)).size).toBe(ATTRIBUTES.length);
  });

  it('says the defaults of the widget', () => {
    for (const entry of ATTRIBUTES) {
      const fallback = (CONFIG_FIELDS as Readonly<Record<string, { fallback: unknown }>>)[toSettingName(entry.name)]?.fallback;
      if (typeof fallback === 'boolean' || typeof fallback === 'number') expect(entry.fallback, entry.name).toBe(String(fallback));
    }
  });
});

describe('the nearest name', () => {
  const names = ATTRIBUTES.map(({ name }) => name);
  it.each([['bar-titel', 'bar-title'], ['bartitel', 'bar-title'], ['colour-scheme', 'color-scheme'], ['widgte', 'widget'], ['positon', 'position'], ['bas', 'base']])('of %s is %s', (written, meant) => {
    expect(nearest(written, names)).toBe(meant);
  });
  it('is none when nothing is near', () => {
    expect(nearest('analytics', names)).toBeUndefined();
    expect(nearest('x', ['config'])).toBeUndefined();
  });
});
