import { describe, expect, it } from 'vitest';
import { readForm } from './readForm';

const read = (type: string, value: string | boolean) => readForm([{ name: 'field', type, value }]);

describe('W-22 H-17 reading a form', () => {
  it.each([
    ['text', ' as typed ', { field: ' as typed ' }],
    ['text', '', { field: '' }],
    ['checkbox', true, { field: true }],
    ['checkbox', false, { field: false }],
    ['checkbox', 'true', { field: true }],
    ['checkbox', 'on', { field: true }],
    ['checkbox', 'off', { field: false }],
    ['number', ' 12.5 ', { field: 12.5 }],
    ['number', '', {}],
    ['number', 'twelve', {}],
    ['number', 'Infinity', {}],
    ['object', '  ', { field: null }],
    ['object', 'a: 1\nb: [x]', { field: { a: 1, b: ['x'] } }],
    ['object', '{"a": {"b": null}}', { field: { a: { b: null } } }],
    ['unknown', 'x', { field: 'x' }],
  ])('%s %j', (type, value, values) => {
    const result = read(type, value);
    expect(result.ok && JSON.parse(JSON.stringify(result.values))).toEqual(values);
  });

  it.each(['- a\n- b', 'words', '12', 'a: &a [x]\nb: *a', 'a: !!js/function x', '{'])(
    'yields nothing when an object field holds %j',
    (value) => {
      const result = readForm([
        { name: 'good', type: 'text', value: 'x' },
        { name: 'data', type: 'object', value },
      ]);
      expect(result).toEqual({ ok: false, invalid: ['data'] });
    },
  );

  it('drops blank names and names that begin with an underscore', () => {
    const result = readForm(
      ['', '  ', '_hidden', '__proto__', 'constructor'].map((name) => ({ name, type: 'text', value: 'x' })),
    );
    expect(result.ok && Object.keys(result.values)).toEqual(['constructor']);
    expect(result.ok && Object.getPrototypeOf(result.values)).toBeNull();
  });
});
