import type { JsonObject } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { writeRequest } from '../abilityTemplateFields';
import { ImportRefused } from './draft';
import { readOpenApi } from './openApi';

const DOCUMENT: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://{region}.shop.example/v1/', variables: { region: { default: 'eu' } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      login: { type: 'http', scheme: 'bearer' },
    },
    parameters: {
      Id: { name: 'order-id', in: 'path', required: true, schema: { type: 'string' }, description: 'the number' },
    },
    schemas: {
      Size: { type: 'string', enum: ['S', 'M'] },
      Order: {
        type: 'object',
        required: ['size'],
        properties: {
          id: { type: 'string', readOnly: true },
          size: { $ref: '#/components/schemas/Size' },
          'gift wrap': { type: 'boolean' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
      Part: { type: 'object', properties: { of: { $ref: '#/components/schemas/Part' }, count: { type: 'integer' } } },
    },
  },
  paths: {
    '/orders/{order-id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        summary: 'Look up an order',
        parameters: [
          { name: 'day', in: 'query', schema: { type: 'string', format: 'date' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'integer' } },
          { name: 'Accept', in: 'header', schema: { type: 'string' } },
        ],
      },
      put: {
        security: [{ login: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
      },
      delete: { security: [] },
    },
    '/files': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
    '/login': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
          },
        },
      },
    },
  },
};
const read = (document: JsonObject, keys: string[] = [], taken: string[] = [], address?: string) =>
  readOpenApi({ text: JSON.stringify(document), keys, taken, address });
const draft = (key: string, taken: string[] = [], document = DOCUMENT) => read(document, [key], taken).drafts[0];
const written = (key: string, document = DOCUMENT) => {
  const found = draft(key, [], document);
  return found && writeRequest(found.request);
};
const refusal = (text: string): string => {
  try {
    readOpenApi({ text, keys: [], taken: [] });
    return 'read';
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
};

describe('OW-20 an OpenAPI document as abilities', () => {
  it('lists operations, in JSON and YAML: who looks something up, who acts, and what cannot be imported', () => {
    const list = read(DOCUMENT);
    expect(list.operations).toEqual([
      { key: 'GET /orders/{order-id}', summary: 'Look up an order', isActing: false },
      { key: 'PUT /orders/{order-id}', summary: '', isActing: true },
      { key: 'DELETE /orders/{order-id}', summary: '', isActing: true },
      { key: 'POST /files', summary: '', isActing: true, problem: 'Its body cannot be sent: multipart/form-data' },
      { key: 'POST /login', summary: '', isActing: true },
    ]);
    expect(readOpenApi({ text: stringify(DOCUMENT), keys: [], taken: [] })).toEqual(list);
  });

  it('makes parameters arguments, by place and type, and a security scheme a secret', () => {
    expect(draft('GET /orders/{order-id}')).toMatchObject({
      name: 'Look up an order',
      secrets: [{ name: 'EU_SHOP_EXAMPLE_KEY' }],
      request: {
        arguments: [
          { name: 'order_id', type: 'text', description: 'the number', isRequired: true },
          { name: 'day', type: 'date', isRequired: false },
          { name: 'X_Trace', type: 'integer', isRequired: false },
        ],
      },
    });
    expect(written('GET /orders/{order-id}')?.instruction).toBe(
      '```fetch\nGET https://eu.shop.example/v1/orders/{{order_id: the number}}?day={{day}}\nX-Trace: {{X_Trace}}\n' +
        'X-Api-Key: {{secret.EU_SHOP_EXAMPLE_KEY}}\n```',
    );
    expect(draft('GET /orders/{order-id}', ['EU_SHOP_EXAMPLE_KEY'])?.secrets).toEqual([]);
    expect(draft('DELETE /orders/{order-id}')?.secrets).toEqual([]);
  });

  it('makes properties of a JSON body arguments, required ones first, without what only the service sets', () => {
    const { request } = draft('PUT /orders/{order-id}') ?? {};
    expect(request?.body).toBe('{\n  "size": {{size}},\n  "gift wrap": {{gift_wrap}},\n  "parts": {{parts}}\n}');
    expect(request?.headers).toEqual([
      { name: 'Authorization', value: 'Bearer {{secret.EU_SHOP_EXAMPLE_LOGIN}}' },
      { name: 'Content-Type', value: 'application/json' },
    ]);
    expect(request?.arguments).toMatchObject([
      { name: 'order_id' },
      { name: 'size', type: 'choice', options: ['S', 'M'], isRequired: true },
      { name: 'gift_wrap', type: 'boolean', isRequired: false },
      { name: 'parts', type: 'schema', isRequired: false },
    ]);
    expect(draft('POST /login')?.request.body).toBe('a={{a}}');
  });

  it('takes OpenAPI 3.1, and a server relative to where the document was found', () => {
    const document: JsonObject = {
      openapi: '3.1.0',
      paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: { type: ['string', 'null'] } }] } } },
    };
    const { drafts } = read(document, ['GET /a'], [], 'https://a.example/docs/openapi.json');
    expect(drafts[0]?.request).toMatchObject({
      address: 'https://a.example/a',
      arguments: [{ name: 'q', type: 'text' }],
    });
    expect(read(document).operations[0]?.problem).toMatch(/does not name its server/);
  });

  it.each([
    [{ $ref: 'https://evil.example/a.json' }, /refers to another document/],
    [{ $ref: '#/components/parameters/Loop' }, /lead to one another/],
    [{ name: 'sid', in: 'cookie', required: true }, /needs the cookie sid/],
  ])('says what an operation fails of, and reads the others: %j', (parameter, problem) => {
    const document = {
      ...DOCUMENT,
      components: {
        parameters: { Loop: { $ref: '#/components/parameters/Back' }, Back: { $ref: '#/components/parameters/Loop' } },
      },
      paths: { '/a': { get: { security: [], parameters: [parameter] } }, '/b': { get: { security: [] } } },
    } as JsonObject;
    const [first, second] = read(document).operations;
    expect(first?.problem).toMatch(problem);
    expect(second?.problem).toBeUndefined();
  });

  it('refuses a key in the address', () => {
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } } };
    expect(read({ ...DOCUMENT, components, paths: { '/b': { get: {} } } }).operations[0]?.problem).toMatch(
      /only be sent in a header/,
    );
  });

  it.each([
    ['', /neither JSON nor YAML/],
    ['{"openapi": "3.0.0"', /neither JSON nor YAML/],
    ['openapi: [', /neither JSON nor YAML/],
    ['swagger: "2.0"', /Swagger 2\.0/],
    ['{"openapi": "4.0"}', /no OpenAPI document/],
    ['{"openapi": "3.0.0", "paths": {}}', /no operations/],
    [`{"openapi": "3.0.0", "x": "${'x'.repeat(4_000_000)}"}`, /too large/],
    [`openapi: ${'x'.repeat(1_000_000)}`, /too large/],
    [
      `a: &a [${'x,'.repeat(9)}x]\n${'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index] ?? ''},`.repeat(9)}1]`)
        .join('\n')}`,
      /neither JSON nor YAML|no OpenAPI/,
    ],
    [`{"openapi":"3.0.0","paths":${'['.repeat(100_000)}`, /neither JSON nor YAML/],
  ])('refuses %.40j', (text, why) => {
    expect(refusal(text)).toMatch(why);
  });

  it('is not led to what objects inherit, and cuts schemas that never end', () => {
    const document = JSON.parse(
      '{"openapi":"3.0.0","servers":[{"url":"https://a.example"}],"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":' +
        '{"schema":{"$ref":"#/__proto__/x"}}}},"parameters":[{"$ref":"#/constructor/prototype"}]}},"__proto__":{"get":{}}}}',
    ) as JsonObject;
    expect(read(document).operations.map(({ key }) => key)).toEqual(['POST /a']);
    const loop = {
      ...DOCUMENT,
      paths: {
        '/a': {
          post: {
            security: [],
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Part' } } } },
          },
        },
      },
    } as JsonObject;
    expect(JSON.stringify(draft('POST /a', [], loop)).length).toBeLessThan(5_000);
  });
});
