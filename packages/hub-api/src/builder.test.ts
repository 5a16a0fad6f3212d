import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  abilitySecretRequestSchema,
  botCreateRequestSchema,
  itemListQuerySchema,
  skillsetCreateRequestSchema,
  skillsetUpdateRequestSchema,
  visitorListQuerySchema,
  widgetCreateRequestSchema,
  widgetUpdateRequestSchema,
} from './builder';
import { mcpServerRequestSchema, mcpServerTestResponseSchema } from './abilities';

const messages = (schema: v.GenericSchema, input: unknown): string[] =>
  (v.safeParse(schema, input).issues ?? []).map(({ message }) => message);

describe('what the server takes of a thing that somebody builds', () => {
  it('S-2: a skillset needs nothing, and its tags are written in one way', () => {
    expect(v.parse(skillsetCreateRequestSchema, {})).toEqual({});
    expect(v.parse(skillsetCreateRequestSchema, { tags: [' Order Help ', 'Über-uns'] }).tags).toEqual([
      'order help',
      'über-uns',
    ]);
  });

  it.each([
    ['a tag with a sign in it', { tags: ['a_b'] }, 'A tag has 1 to 40 letters, digits, spaces and hyphens'],
    ['a tag that ends in a hyphen', { tags: ['a-'] }, 'A tag has 1 to 40 letters, digits, spaces and hyphens'],
    ['a tag of 41 letters', { tags: ['a'.repeat(41)] }, 'A tag has 1 to 40 letters, digits, spaces and hyphens'],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) }, 'At most 10'],
    ['a language in words', { language: 'English' }, 'Expected a language such as en'],
  ])('S-2: refuses %s, and says why', (_, input, message) => {
    expect(messages(skillsetCreateRequestSchema, input)).toEqual([message]);
  });

  it('S-2: a thing is private, protected or public, and a version counts from 1', () => {
    for (const visibility of ['private', 'protected', 'public'])
      expect(v.is(skillsetCreateRequestSchema, { visibility })).toBe(true);
    expect(v.is(skillsetCreateRequestSchema, { visibility: 'hidden' })).toBe(false);
    expect(v.is(skillsetUpdateRequestSchema, { version: 1 })).toBe(true);
    for (const version of [0, 1.5, '1']) expect(v.is(skillsetUpdateRequestSchema, { version })).toBe(false);
  });

  it('a bot has at most twenty skillsets and a temperature of 0 to 2', () => {
    const ids = (length: number): string[] => Array.from({ length }, (_, index) => `skillset_${index}`);
    expect(v.is(botCreateRequestSchema, { skillsets: ids(20), temperature: 2 })).toBe(true);
    expect(messages(botCreateRequestSchema, { skillsets: ids(21) })).toEqual(['At most 20']);
    for (const temperature of [-0.1, 2.1]) expect(v.is(botCreateRequestSchema, { temperature })).toBe(false);
  });
});

describe('what the server takes of a widget', () => {
  it.each(['https://example.com', 'http://localhost:3000', 'https://*.example.com'])('%s is an origin', (origin) => {
    expect(v.is(widgetUpdateRequestSchema, { allowedOrigins: [origin] })).toBe(true);
  });

  it.each([
    'example.com',
    'https://example.com/',
    'https://a.*.com',
    'ftp://example.com',
    'https://example.com:123456',
    '*',
  ])('%s is none, and the answer shows one', (origin) => {
    expect(messages(widgetUpdateRequestSchema, { allowedOrigins: [origin] })).toEqual([
      'Expected an origin such as https://example.com',
    ]);
  });

  it('its session lasts half an hour to thirty days, the proof of an identity five minutes to a day', () => {
    expect(v.is(widgetUpdateRequestSchema, { sessionDurationMs: 1_800_000, identityFreshnessMs: 300_000 })).toBe(true);
    expect(v.is(widgetUpdateRequestSchema, { sessionDurationMs: 2_592_000_000, identityFreshnessMs: 86_400_000 })).toBe(
      true,
    );
    for (const sessionDurationMs of [1_799_999, 2_592_000_001])
      expect(v.is(widgetUpdateRequestSchema, { sessionDurationMs })).toBe(false);
    for (const identityFreshnessMs of [299_999, 86_400_001])
      expect(v.is(widgetUpdateRequestSchema, { identityFreshnessMs })).toBe(false);
  });

  it('needs a bot to be made, and none to be changed', () => {
    expect(v.is(widgetCreateRequestSchema, {})).toBe(false);
    expect(v.is(widgetUpdateRequestSchema, {})).toBe(true);
  });

  it('says which words its settings for tools and thoughts know, and leaves the others alone', () => {
    expect(v.is(widgetUpdateRequestSchema, { config: { toolResults: 'shared', reasoning: 'folded', own: 1 } })).toBe(
      true,
    );
    expect(messages(widgetUpdateRequestSchema, { config: { toolResults: 'all' } })).toEqual([
      'toolResults must be "private" or "shared"',
    ]);
    expect(messages(widgetUpdateRequestSchema, { config: { reasoning: 'shut' } })).toEqual([
      'reasoning must be "hidden", "folded" or "open"',
    ]);
  });
});

describe('what the server takes of what a skillset calls', () => {
  it('an MCP server is reached over https, with headers of one line', () => {
    expect(
      v.is(mcpServerRequestSchema, {
        name: 'shop',
        url: 'https://mcp.example.com',
        headers: { Authorization: 'Bearer x' },
      }),
    ).toBe(true);
    expect(messages(mcpServerRequestSchema, { name: 'shop', url: 'http://mcp.example.com' })).toEqual([
      'Expected an https address',
    ]);
    expect(
      messages(mcpServerRequestSchema, { name: 'shop', url: 'https://mcp.example.com', headers: { A: 'b\r\nC: d' } }),
    ).toEqual(['Expected one line']);
    expect(
      messages(mcpServerRequestSchema, { name: 'shop', url: 'https://mcp.example.com', headers: { 'a b': 'c' } }),
    ).toEqual(['Expected the name of a header']);
  });

  it('srv-05 the schema of a tool of an MCP server may be as deep as it is kept', () => {
    let parameters: object = { type: 'string' };
    for (let depth = 0; depth < 15; depth += 1) parameters = { properties: { inside: parameters } };
    const tool = {
      name: 't',
      description: '',
      effect: 'read',
      state: 'new',
      digest: 'd',
      needsApproval: true,
      showsApp: false,
    };
    const shown = { tools: [{ ...tool, parameters }], leftOut: [] };
    expect(messages(mcpServerTestResponseSchema, shown)).toEqual([]);
    expect(messages(mcpServerTestResponseSchema, { ...shown, tools: [{ ...tool, parameters: [] }] })).toEqual([
      'Expected a JSON object of at most 32 levels',
    ]);
  });

  it('a secret is called by letters, digits and _, and is not empty', () => {
    expect(v.is(abilitySecretRequestSchema, { name: 'API_KEY', value: 'x' })).toBe(true);
    expect(messages(abilitySecretRequestSchema, { name: '1KEY', value: 'x' })).toEqual([
      'Expected letters, digits and _',
    ]);
    expect(v.is(abilitySecretRequestSchema, { name: 'KEY', value: '' })).toBe(false);
  });
});

describe('lists of own things', () => {
  it.each([
    ['of things', itemListQuerySchema],
    ['of what visitors did', visitorListQuerySchema],
  ])('%s have 20 entries a page unless asked for 1 to 100', (_, schema) => {
    expect(v.parse(schema, {}).take).toBe(20);
    for (const take of ['1', '100']) expect(v.parse(schema, { take }).take).toBe(Number(take));
    for (const take of ['0', '101', '2.5', 'all']) expect(v.is(schema, { take })).toBe(false);
  });
});
