import { describe, expect, it } from 'vitest';
import { mcpToolName } from './mcpNames';
import { repairParameters } from './mcpSchemas';

describe('BE-20 schemas that model APIs refuse', () => {
  it.each([
    ['no properties', { type: 'object' }, { type: 'object', properties: {} }],
    ['a name that is not there', { type: 'object', required: ['ghost'] }, { type: 'object', properties: {} }],
    [
      'one of two is not there',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'ghost'] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'an empty schema of further properties',
      { type: 'object', additionalProperties: {} },
      { type: 'object', properties: {}, additionalProperties: true },
    ],
    [
      'properties of a text',
      {
        type: 'object',
        properties: { data: { type: 'string', properties: { x: { type: 'string' } }, required: ['x'] } },
      },
      { type: 'object', properties: { data: { type: 'string' } } },
    ],
    [
      'a reference to itself',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { who: { $ref: '#/$defs/Person' } },
        $defs: {
          Person: { type: 'object', properties: { boss: { $ref: '#/$defs/Person' } }, required: ['boss', 'x'] },
        },
      },
      {
        type: 'object',
        properties: { who: { $ref: '#/$defs/Person' } },
        $defs: { Person: { type: 'object', properties: { boss: { $ref: '#/$defs/Person' } }, required: ['boss'] } },
      },
    ],
    [
      'alternatives at the top',
      {
        type: 'object',
        anyOf: [{ required: ['id'] }, { required: ['email'] }],
        properties: { id: { type: ['string', 'null'] }, u: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
      },
      {
        type: 'object',
        properties: { id: { type: ['string', 'null'] }, u: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
      },
    ],
    [
      'alternatives with properties of their own',
      {
        type: 'object',
        oneOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: {} } }],
      },
      { type: 'object', properties: { a: { type: 'string' }, b: {} } },
    ],
    [
      'parts that all hold',
      { type: 'object', allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'an array of anything, also inside',
      { type: 'object', properties: { list: { type: 'array' }, deep: { type: 'array', items: { type: 'array' } } } },
      {
        type: 'object',
        properties: {
          list: { type: 'array', items: {} },
          deep: { type: 'array', items: { type: 'array', items: {} } },
        },
      },
    ],
    ['no type', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
  ])('%s', (_, given, expected) => {
    expect(repairParameters(given)).toEqual(expected);
  });

  it.each([true, false, null, [], 'object', { type: 'string' }, { type: ['object', 'null'] }])(
    'BE-21 %j describes no object',
    (schema) => {
      expect(repairParameters(schema)).toBeUndefined();
    },
  );

  it('leaves a good one as it is, and refuses one that is too deep to be JSON of anybody', () => {
    const good = {
      type: 'object',
      properties: { n: { type: 'integer', exclusiveMinimum: 0 }, k: { const: 'x' }, e: { enum: ['a', 1] } },
      required: ['n'],
      additionalProperties: false,
    };
    expect(repairParameters(good)).toEqual(good);
    let deep: object = { type: 'array' };
    for (let depth = 0; depth < 2_000; depth += 1) deep = { type: 'array', items: deep };
    expect(repairParameters({ type: 'object', properties: { deep } })).toBeUndefined();
  });
});

describe('BE-22 names of tools', () => {
  const NAMES = [
    'files.read',
    'files_read',
    'files/read',
    'x'.repeat(120),
    `${'x'.repeat(119)}y`,
    'größe',
    'constructor',
  ];
  const named = (names: readonly string[]) => names.map((name) => [name, mcpToolName('s1', name, false)] as const);

  it('are distinct, of at most 64 characters that every model API takes, and the same in any order', () => {
    const wire = new Map(named(NAMES));
    expect(new Set(wire.values()).size).toBe(NAMES.length);
    for (const name of wire.values()) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    expect(new Map(named(NAMES.toReversed()))).toEqual(new Map([...wire].toReversed()));
    expect(wire.get('files_read')).toBe('files_read');
    expect(wire.get('constructor')).toBe('constructor');
    expect(wire.get('files.read')).toMatch(/^files_read_[0-9a-f]{8}$/);
  });

  it('are those of a server where two have the same, whichever comes first', () => {
    const [one, other] = [mcpToolName('s1', 'search', true), mcpToolName('s2', 'search', true)];
    expect(one).not.toBe(other);
    expect(mcpToolName('s1', 'search', true)).toBe(one);
    expect(
      [mcpToolName('s1', '文件', false), mcpToolName('s1', '7', false)].every((name) => /^tool_\w{8}$/.test(name)),
    ).toBe(true);
  });
});
