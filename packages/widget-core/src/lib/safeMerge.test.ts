import { describe, expect, it } from 'vitest';
import { isPlainObject, safeMerge } from './safeMerge';

describe('W-34 settings over settings', () => {
  it('merges objects key by key and replaces everything else', () => {
    const handler = (): void => undefined;
    expect(safeMerge({ a: { x: 1, y: [1, 2] }, b: 1, c: handler }, { a: { y: [3] }, b: null })).toEqual({
      a: { x: 1, y: [3] },
      b: null,
      c: handler,
    });
  });

  it('leaves both sides as they were and shares no object with them', () => {
    const base = { a: { x: 1 } };
    const over = { b: { y: 1 } };
    const merged = safeMerge(base, over);
    (merged['a'] as Record<string, unknown>)['x'] = 2;
    (merged['b'] as Record<string, unknown>)['y'] = 2;
    expect([base, over]).toEqual([{ a: { x: 1 } }, { b: { y: 1 } }]);
  });

  it('changes nothing for undefined', () => {
    expect(safeMerge({ a: 1 }, { a: undefined })).toEqual({ a: 1 });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('is deaf to %s at every level', (key) => {
    const foreign = JSON.parse(`{"${key}":{"polluted":true},"deep":{"${key}":{"polluted":true},"kept":1}}`) as Record<
      string,
      unknown
    >;
    const merged = safeMerge({ deep: {} }, foreign);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((() => undefined) as unknown as Record<string, unknown>).not.toHaveProperty('polluted');
    expect(Object.keys(merged)).toEqual(['deep']);
    expect(Object.keys(merged['deep'] as object)).toEqual(['kept']);
    expect(Object.getPrototypeOf(merged['deep'])).toBe(Object.prototype);
  });

  it('ends on settings that contain themselves', () => {
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    expect(() => safeMerge({}, endless)).not.toThrow();
  });
});

describe('isPlainObject', () => {
  it('tells data from everything else', () => {
    expect([{}, Object.create(null), JSON.parse('{}')].every(isPlainObject)).toBe(true);
    expect(
      [null, undefined, [], 'a', 1, new Date(), new Map(), () => undefined, new (class Thing {})()].some(isPlainObject),
    ).toBe(false);
  });
});
