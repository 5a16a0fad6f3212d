import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sotto/widget-core/api';
import { checkArguments } from './checkArguments';

const ORDER: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string', minLength: 2 }, pattern: { type: 'number' }, kind: { enum: ['a', 'b'] } },
  required: ['id'],
  additionalProperties: false,
};

describe('W-40 arguments of a function', () => {
  it('fit their schema', () => {
    expect(checkArguments('{"id":"A-1","pattern":3,"kind":"a"}', ORDER)).toEqual({
      args: { id: 'A-1', pattern: 3, kind: 'a' },
    });
    expect(checkArguments('{}', {})).toEqual({ args: {} });
  });

  it.each([
    '{"id":1}',
    '{"id":"A"}',
    '{}',
    '{"id":"A-1","kind":"c"}',
    '{"id":"A-1","more":1}',
    '{"id":"A-1","pattern":"x"}',
    '[]',
    'null',
    '{"id":',
    '{"__proto__":{},"id":"A-1"}',
  ])('that do not fit are complained about: %s', (text) => {
    expect(checkArguments(text, ORDER)).toMatchObject({ complaint: expect.stringMatching(/^The arguments/) as string });
  });

  it('name the field that is wrong', () => {
    expect(checkArguments('{"id":1}', ORDER)).toMatchObject({ complaint: expect.stringContaining('#/id') as string });
  });

  it('are not checked by anything that a page could use to keep the server busy', () => {
    const evil: JsonObject = { properties: { id: { pattern: '^(a+)+$' } } };
    expect(checkArguments(`{"id":"${'a'.repeat(40)}!"}`, evil)).toHaveProperty('args');
    const defs = Object.fromEntries(
      Array.from({ length: 60 }, (_entry, index) => [
        `d${String(index)}`,
        { allOf: [{ $ref: `#/$defs/d${String(index + 1)}` }, { $ref: `#/$defs/d${String(index + 1)}` }] },
      ]),
    );
    expect(checkArguments('{"id":"x"}', { $ref: '#/$defs/d0', $defs: defs })).toHaveProperty('args');
  });

  it('are let through by a schema that is none', () => {
    expect(checkArguments('{"a":1}', { type: 'nonsense', properties: 7, items: 'x' })).toBeDefined();
  });
});
