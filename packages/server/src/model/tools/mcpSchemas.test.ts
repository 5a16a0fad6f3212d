import { systemClock } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import { startMcpWeb } from '../../testing/mcpWeb';
import { mcpToolName } from './mcpNames';
import { readParameters, repairParameters } from './mcpSchemas';

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
    [
      'a reference at the top, as zod-to-json-schema writes it',
      {
        $ref: '#/definitions/Args',
        definitions: { Args: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
      },
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        definitions: { Args: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
      },
    ],
    [
      'branches that are references, each with the same property in another way',
      {
        anyOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog~1Wolf' }],
        $defs: {
          Cat: {
            type: 'object',
            properties: { kind: { const: 'cat' }, id: { type: 'string' } },
            required: ['kind', 'id'],
          },
          'Dog/Wolf': {
            type: 'object',
            properties: { kind: { const: 'dog' }, id: { type: 'string' } },
            required: ['kind'],
          },
        },
      },
      {
        type: 'object',
        properties: { kind: { anyOf: [{ const: 'cat' }, { const: 'dog' }] }, id: { type: 'string' } },
        required: ['kind'],
        $defs: {
          Cat: {
            type: 'object',
            properties: { kind: { const: 'cat' }, id: { type: 'string' } },
            required: ['kind', 'id'],
          },
          'Dog/Wolf': {
            type: 'object',
            properties: { kind: { const: 'dog' }, id: { type: 'string' } },
            required: ['kind'],
          },
        },
      },
    ],
    [
      'alternatives of which one is no object',
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'references to nowhere, into other files, and in a circle',
      {
        type: 'object',
        properties: {
          a: { $ref: '#/components/schemas/A', description: 'An A' },
          b: { $ref: 'https://example.com/b.json' },
          c: { $ref: './c.json#/C' },
          d: { $ref: '#/$defs/D' },
          e: { $ref: '#/$defs/D/title' },
          f: { $ref: '#/$defs/List%3CF%3E' },
          g: { $dynamicRef: '#node' },
          h: { $ref: '#' },
        },
        $defs: { D: { $ref: '#/$defs/E', title: 'D' }, E: { $ref: '#/$defs/D' }, 'List<F>': { type: 'string' } },
      },
      {
        type: 'object',
        properties: {
          a: { description: 'An A' },
          b: {},
          c: {},
          d: {},
          e: {},
          f: { $ref: '#/$defs/List%3CF%3E' },
          g: {},
          h: { $ref: '#' },
        },
        $defs: { D: { title: 'D' }, E: {}, 'List<F>': { type: 'string' } },
      },
    ],
    [
      'words of draft 4 to 7',
      {
        type: 'object',
        properties: {
          n: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
          pair: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
          more: { type: 'array', items: [{}], additionalItems: { type: 'string' } },
          name: { type: 'string', required: true },
        },
      },
      {
        type: 'object',
        properties: {
          n: { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
          pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: {} },
          more: { type: 'array', prefixItems: [{}], items: { type: 'string' } },
          name: { type: 'string' },
        },
      },
    ],
    [
      'values that a type has not',
      {
        type: 'object',
        properties: {
          a: { type: 'string', enum: ['x', 1, null, 'x'], default: 3 },
          b: { type: ['integer', 'null'], enum: [1, null, 1.5, '1'], default: null },
          c: { type: 'string', enum: [] },
          d: { enum: ['x', 1, null, { y: 1 }, { y: 1 }] },
          e: { type: 'boolean', default: 'true', const: 'yes' },
          f: { type: 'number', default: 2 },
        },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'string', enum: ['x'] },
          b: { type: ['integer', 'null'], enum: [1, null], default: null },
          c: { type: 'string' },
          d: { enum: ['x', 1, null, { y: 1 }] },
          e: { type: 'boolean' },
          f: { type: 'number', default: 2 },
        },
      },
    ],
    [
      'types of other languages',
      {
        type: 'OBJECT',
        properties: { a: { type: 'STRING' }, b: { type: 'any' }, c: { type: null }, d: { type: ['string', 'string'] } },
      },
      { type: 'object', properties: { a: { type: 'string' }, b: {}, c: {}, d: { type: 'string' } } },
    ],
    [
      'empty lists where objects belong, as PHP writes them, and other values that no keyword has',
      {
        type: 'object',
        properties: {
          a: { type: 'object', properties: [], required: null, $defs: [], dependentRequired: [] },
          b: { anyOf: [], description: null, title: 7, minLength: '1', pattern: '(?i)x', uniqueItems: 1 },
          c: true,
          d: false,
          e: 'string',
          f: { type: 'array', items: true },
          g: { type: 'object', required: ['x', 'x'], properties: { x: {} }, minProperties: -1, multipleOf: 0 },
          h: {
            type: 'object',
            patternProperties: { '^x-': true, '(?<n': {} },
            propertyNames: { pattern: '^[\\w-.]+$' },
          },
        },
        required: ['c', 'd'],
      },
      {
        type: 'object',
        properties: {
          a: { type: 'object' },
          b: {},
          c: {},
          e: {},
          f: { type: 'array', items: {} },
          g: { type: 'object', required: ['x'], properties: { x: {} } },
          h: { type: 'object', patternProperties: { '^x-': {} }, propertyNames: { pattern: '^[\\w-.]+$' } },
        },
        required: ['c'],
      },
    ],
    [
      'properties with names of keywords, with dots and with spaces',
      {
        type: 'object',
        properties: {
          $ref: { type: 'string' },
          'a.b': { type: 'object', properties: { required: {} } },
          'c d': {},
          type: {},
        },
        required: ['a.b', 'c d'],
      },
      {
        type: 'object',
        properties: {
          $ref: { type: 'string' },
          'a.b': { type: 'object', properties: { required: {} } },
          'c d': {},
          type: {},
        },
        required: ['a.b', 'c d'],
      },
    ],
    [
      'descriptions of the length of a manual',
      { type: 'object', properties: { a: { description: 'x'.repeat(50_000) } } },
      { type: 'object', properties: { a: { description: 'x'.repeat(1_000) } } },
    ],
  ])('%s', (_, given, expected) => {
    expect(repairParameters(given)).toEqual(expected);
    // What is right stays as it is.
    expect(repairParameters(expected)).toEqual(expected);
  });

  it.each([
    ['no schema', undefined, { type: 'object' }],
    ['null', null, { type: 'object' }],
    ['what no database stores', { type: 'object', title: 'a\0b\ud800' }, { type: 'object', title: 'ab\ufffd' }],
    [
      'names that reach into prototypes',
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{},"constructor":{},"a":{}},"required":["__proto__","a"]}',
      ),
      { type: 'object', properties: { a: {} }, required: ['__proto__', 'a'] },
    ],
    ['a flag', true, undefined],
    ['a list', [], undefined],
  ])('srv-05 %s is kept as JSON, or the tool is left out', (_, given, expected) => {
    expect(readParameters(given)).toEqual(expected);
  });

  it('srv-05 nesting without end is cut, and references without number are read in linear time', () => {
    let deep: object = { type: 'object' };
    for (let depth = 0; depth < 900; depth += 1) deep = { type: 'object', properties: { deep } };
    const read = readParameters(deep);
    expect(JSON.stringify(repairParameters(read)).length).toBeLessThan(2_000);
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${String(index)}`,
        { anyOf: [{ $ref: `#/$defs/d${String(index + 1)}` }, { $ref: `#/$defs/d${String(index + 1)}` }] },
      ]),
    );
    expect(repairParameters({ $ref: '#/$defs/d0', $defs: { ...many, d60: { properties: { a: {} } } } })).toMatchObject({
      type: 'object',
    });
  });

  it.each([
    true,
    false,
    null,
    [],
    'object',
    { type: 'string' },
    { type: ['object', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
  ])('BE-21 %j describes no object', (schema) => {
    expect(repairParameters(schema)).toBeUndefined();
  });

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

  it.each([
    ['only pictures', ['🔥', '🔥🔥', '🌦️']],
    ['digits and dashes first', ['3d_render', '3d-render', 'd_render', '-list', '--list', '_list', '007', '7']],
    ['equal but for case, and but for spaces', ['Search', 'search', 'SEARCH', 'search ', ' search', 'search\t']],
    [
      'longer than 128',
      ['x'.repeat(129), 'x'.repeat(200), `${'x'.repeat(199)}y`, `${'日'.repeat(64)}本`, '日'.repeat(64)],
    ],
    ['of another script', ['検索', '검색', 'بحث', 'поиск', 'naïve', 'nai\u0308ve']],
    ['of prototypes', ['__proto__', 'toString', 'hasOwnProperty', 'prototype']],
    [
      'with marks of addresses',
      ['github/issues.list', 'github.issues/list', 'github:issues list', 'github_issues_list'],
    ],
  ])('srv-06 are distinct: %s', (_, names) => {
    const wire = named(names);
    expect(new Set(wire.map(([, name]) => name)).size).toBe(names.length);
    for (const [, name] of wire) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
  });

  it('srv-06 no tool has the name that another one was given', () => {
    for (const name of ['files.read', 'search']) {
      const given = mcpToolName('s1', name, name === 'search');
      expect(mcpToolName('s2', given, false)).not.toBe(given);
      expect(mcpToolName('s2', given, true)).not.toBe(given);
    }
  });

  it('srv-06 are distinct in a turn of two servers, and beside tools of the bot', async () => {
    const web = await startMcpWeb(systemClock);
    const accepted = await web.accepted();
    const servers = ['mcp_1', 'mcp_2'].map((id) => ({ ...accepted, id }));
    const turn = { visitor: undefined, tokenFor: async () => '', guard: <T>(tool: T) => tool };
    const { signal } = new AbortController();
    const both = await web.mcp.of(servers, { ...turn, taken: [] }, signal);
    const beside = await web.mcp.of(servers.slice(0, 1), { ...turn, taken: ['stock'] }, signal);
    const alone = await web.mcp.of(servers.slice(0, 1), { ...turn, taken: [] }, signal);
    await web.close();
    expect(both.map(({ name }) => name)).toEqual([
      mcpToolName('mcp_1', 'stock', true),
      mcpToolName('mcp_2', 'stock', true),
    ]);
    expect(beside.map(({ name }) => name)).toEqual([mcpToolName('mcp_1', 'stock', true)]);
    expect(alone.map(({ name }) => name)).toEqual(['stock']);
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
