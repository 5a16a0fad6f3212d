import { describe, expect, it } from 'vitest';
import { toQuery, toVector } from './words';

describe('the words of a message', () => {
  it.each([
    ['The KETTLE leaks.', `'/the' '/kettle' '/leaks'`],
    ['kim+1@example.org', `'/kim' '/1' '/example' '/org'`],
    ['yes, yes', `'/yes'`],
    ['Übergänge', `'/übergänge'`],
    // Composed and decomposed, full-width and half-width letters are the same.
    ['u\u0308ber ＡＢＣ', `'/über' '/abc'`],
    ['東京都', `'/東京':2 '/京都':3 '/都':4`],
    ['ポスターｶﾞ', `'/ポス':2 '/スタ':3 '/ター':4 '/ーガ':5 '/ガ':6`],
    // Two runs are no neighbours.
    ['東京 京都', `'/東京':2 '/京':3 '/京都':5 '/都':6`],
    ['2026年', `'/2026' '/年':2`],
    ['สวย', `'/สว':2 '/วย':3 '/ย':4`],
    [`it's \\ 100% <b>`, `'/it' '/s' '/100' '/b'`],
    ['😀 …', ''],
  ])('%s', (text, vector) => {
    expect(toVector(text)).toBe(vector);
  });

  it('a long text has those of its beginning, and a long word is cut', () => {
    expect(toVector(`${'a '.repeat(9_999)}end beyond`)).toBe(`'/a' '/en'`);
    expect(toVector('x'.repeat(500))).toBe(`'/${'x'.repeat(64)}'`);
    expect(toQuery('x'.repeat(200))).toBe(`'/${'x'.repeat(64)}':*`);
  });

  it('a vector stays within the limits of PostgreSQL', () => {
    const places = [...toVector('猫'.repeat(30_000)).matchAll(/\d+/g)].map(([place]) => Number(place));
    expect([places.length, Math.max(...places) <= 16_383]).toEqual([255, true]);
  });
});

describe('a search', () => {
  it.each([
    ['turq', `'/turq':*`],
    ['leaks KETTLE leaks', `'/leaks':* & '/kettle':*`],
    ['kim@example.org', `'/kim':* & '/example':* & '/org':*`],
    ['猫', `'/猫':*`],
    ['方法', `('/方法')`],
    ['東京都 order', `('/東京' <-> '/京都') & '/order':*`],
  ])('%s', (search, query) => {
    expect(toQuery(search)).toBe(query);
  });

  it('without words finds nothing', () => {
    expect(toQuery(`' & ! (:* %`)).toBeUndefined();
  });
});
