import { describe, expect, it } from 'vitest';
import { findMisfit } from './checkArguments';

const order = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    size: { enum: ['s', 'm'] },
    tags: { type: 'array', items: { type: 'string', minLength: 2 }, maxItems: 2 },
    to: { anyOf: [{ type: 'null' }, { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }] },
  },
  required: ['id'],
  additionalProperties: false,
} as const;

describe('W-40 the arguments of a function are checked before it runs', () => {
  it.each([
    [{ id: 'A-1' }],
    [{ id: 'A-1', count: 9, size: 'm', tags: ['ab', 'cd'], to: null }],
    [{ id: 'A-1', to: { city: 'Ghent' } }],
  ])('%j fits', (value) => {
    expect(findMisfit(order, value)).toBeUndefined();
  });

  it.each([
    [null, 'arguments must be of type object'],
    [[], 'arguments must be of type object'],
    [{}, 'arguments.id is missing'],
    [{ id: 'A-1234' }, 'arguments.id has the wrong length'],
    [{ id: 'A-1', count: 1.5 }, 'arguments.count must be of type integer'],
    [{ id: 'A-1', count: 10 }, 'arguments.count is out of range'],
    [{ id: 'A-1', size: 'xl' }, 'arguments.size must be one of ["s","m"]'],
    [{ id: 'A-1', tags: ['ab', 'c'] }, 'arguments.tags[1] has the wrong length'],
    [{ id: 'A-1', tags: ['ab', 'cd', 'ef'] }, 'arguments.tags has the wrong number of items'],
    [{ id: 'A-1', to: {} }, 'arguments.to fits none of the allowed forms'],
    [{ id: 'A-1', admin: true }, 'arguments.admin is not known'],
    [JSON.parse('{"id":"A-1","__proto__":{"admin":true}}'), 'arguments.__proto__ is not known'],
  ])('%j: %s', (value, sentence) => {
    expect(findMisfit(order, value)).toBe(sentence);
  });

  it('oneOf wants exactly one of its forms', () => {
    const one = { oneOf: [{ type: 'number' }, { minimum: 5 }] };
    expect(findMisfit(one, 3)).toBeUndefined();
    expect(findMisfit(one, 7)).toBe('arguments fits more than one of the allowed forms');
  });

  it('an empty schema, unknown words and patterns check nothing', () => {
    expect(findMisfit({}, 7)).toBeUndefined();
    expect(findMisfit({ type: 'date' }, 7)).toBeUndefined();
    expect(findMisfit({ pattern: '^(a+)+$' } as object, 'x')).toBeUndefined();
  });
});
