import { abilityFieldsSchema, ARGUMENT_TYPES, REQUEST_METHODS, type AbilityRequest } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../../../../widget-core/src/testing/fuzzRuns';
import { fillRequest, readAbility } from './abilityTemplate';
import { readRequestFields, writeRequest } from './abilityTemplateFields';

const fields = (request: v.InferInput<typeof abilityFieldsSchema>): AbilityRequest =>
  v.parse(abilityFieldsSchema, request);
const block = (template: string) => `\`\`\`fetch\n${template}\n\`\`\``;

describe('OW-20 a request as fields', () => {
  it('is written as the specification has it, with descriptions in the text and types beside it', () => {
    const written = writeRequest(
      fields({
        address: 'https://shop.example/orders/{{number}}',
        query: [{ name: 'expand', value: 'line items & more' }],
        headers: [{ name: 'Authorization', value: 'Bearer {{secret.SHOP_KEY}}' }],
        arguments: [
          { name: 'number', description: 'the number on the invoice' },
          { name: 'day', type: 'date', isRequired: false },
        ],
        note: 'Say when it arrives.',
      }),
    );
    expect(written).toEqual({
      instruction:
        '```fetch\nGET https://shop.example/orders/{{number: the number on the invoice}}?expand=line%20items%20%26%20more' +
        '&day={{day}}\nAuthorization: Bearer {{secret.SHOP_KEY}}\n```\n\nSay when it arrives.',
      parameters: { day: { type: 'string', format: 'date', default: null } },
    });
    expect(readAbility(written.instruction, written.parameters).parameters).toEqual({
      type: 'object',
      properties: {
        number: { type: 'string', description: 'the number on the invoice' },
        day: { type: 'string', format: 'date' },
      },
      required: ['number'],
    });
  });

  it.each([
    ['POST', '', '{\n  "a": {{a}},\n  "b": {{b}}\n}'],
    ['POST', '{"c": {{c}}}', '{"c": {{c}},\n  "a": {{a}},\n  "b": {{b}}\n}'],
    ['PUT', 'c=1', 'c=1&a={{a}}&b={{b}}'],
  ] as const)('adds arguments that no value contains to the body: %s %s', (method, body, whole) => {
    const written = writeRequest(
      fields({ method, address: 'https://a.example/', body, arguments: [{ name: 'a' }, { name: 'b', type: 'json' }] }),
    );
    expect(readRequestFields(written.instruction, written.parameters)?.body).toBe(whole);
  });

  it('leaves out what the model leaves out: query values and headers of optional arguments', () => {
    const template = 'GET https://a.example/?q={{q}}&lang={{lang}}&x=1#top\nX-Lang: {{lang}}';
    const sent = (args: JsonObject) => fillRequest(template, { args, secrets: new Map() });
    expect(sent({ q: 'a' })).toMatchObject({ url: 'https://a.example/?q=a&x=1#top', headers: {} });
    expect(sent({ q: '', lang: 'de' })).toMatchObject({
      url: 'https://a.example/?q=&lang=de&x=1#top',
      headers: { 'x-lang': 'de' },
    });
  });

  it('leaves out members of a JSON body whose optional arguments are left out, at every depth', () => {
    const template =
      'POST https://a.example/\n\n{"a": {{a}}, "b": {"c": {{c}}, "d": "{{c}}"}, "list": [{{c}}], "e": {{e}}}';
    const optional = new Set(['a', 'c']);
    const sent = (args: JsonObject, body = template) => fillRequest(body, { args, secrets: new Map(), optional });
    expect(sent({ e: 'absent' })).toMatchObject({ body: '{"b":{"d":""},"list":[null],"e":"absent"}' });
    expect(sent({ a: null, c: 1, e: 2 })).toMatchObject({
      body: '{"a": null, "b": {"c": 1, "d": "1"}, "list": [1], "e": 2}',
    });
    expect(sent({}, 'POST https://a.example/\n\n{"a": {{a}}, broken}')).toMatchObject({ body: '{"a": null, broken}' });
  });

  it.each([
    'Just words.',
    'Two.\n\n```fetch\nGET https://a.example/\n```\n\n```fetch\nGET https://a.example/b\n```',
    '```search\n{{question}}\n```',
    block('GET https://a.example/?flag'),
    block('GET https://a.example/#part'),
    block('GET https://a.example/?{{name}}=1'),
    block('TRACE https://a.example/'),
    block('GET https://a.example/\nno header'),
    block('GET https://a.example/{{a: one}}?b={{a: two}}'),
  ])('stays text where fields cannot show all of it: %j', (instruction) => {
    expect(readRequestFields(instruction)).toBeNull();
  });

  it('stays text where a schema belongs to no argument, and keeps a schema that no type names', () => {
    const instruction = block('GET https://a.example/{{a}}');
    expect(readRequestFields(instruction, { b: { type: 'string' } })).toBeNull();
    expect(readRequestFields(instruction, { a: { type: 'string', maxLength: 9 } })?.arguments).toEqual([
      { name: 'a', type: 'schema', description: '', isRequired: true, schema: { type: 'string', maxLength: 9 } },
    ]);
  });

  it('keeps the words around the request, and a body with fences', () => {
    const body = 'before\n```\ninside\n```\nafter';
    const { instruction } = writeRequest(
      fields({
        method: 'POST',
        address: 'https://a.example/',
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
        body,
      }),
    );
    expect(readAbility(instruction).blocks).toHaveLength(1);
    expect(readRequestFields(instruction)?.body).toBe(body);
    const read = readRequestFields(`Be polite.\n\n${block('GET https://a.example/')}\n\nThen say it.`);
    expect(read?.note).toMatch(/^Be polite\.\s+Then say it\.$/);
  });
});

const NAMES = ['number', 'lang', 'x', 'date_from'];
const place = fc.constantFrom(...NAMES.map((name) => `{{${name}}}`), '{{secret.KEY}}', '{{visitor.sub}}');
const words = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.constantFrom('a b', '&', '#', '=', '+', '?', '{', '}', '{{', '%', '%20', '%2B', '"', 'ü', '[0]', '`', '```'),
);
const value = fc
  .array(fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: place }), { maxLength: 4 })
  .map((parts) =>
    parts
      .join('')
      .replaceAll(/[\r\n]/g, '')
      .trim(),
  );
const argument = fc.record({
  name: fc.constantFrom(...NAMES),
  type: fc.constantFrom(...ARGUMENT_TYPES),
  description: fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('a {brace}', 'x'.repeat(300), 'two\nlines', 'A?'),
  ),
  isRequired: fc.boolean(),
  options: fc.constantFrom<string[]>(['one'], ['S', 'M', 'two words']),
  schema: fc.constantFrom<JsonObject>(
    { type: 'string', maxLength: 9 },
    { type: 'array' },
    { type: 'number', default: 3 },
  ),
});
const request = fc.record({
  method: fc.constantFrom(...REQUEST_METHODS),
  address: fc.constantFrom('https://a.example', 'https://a.example/{{x}}/a', 'https://a.example/ü b?own=1'),
  query: fc.array(fc.record({ name: fc.constantFrom('q', 'a b', 'filter[x]', 'ü='), value }), { maxLength: 3 }),
  headers: fc.array(fc.record({ name: fc.constantFrom('Accept', 'X-Key'), value }), { maxLength: 2 }),
  body: fc.oneof(
    fc.constantFrom('', '{"a": "{{x}}", "b": {{number}}}', 'a={{lang}}', '{}', '[\n\n  1\n]', '```\nx\n```'),
    value,
  ),
  arguments: fc.uniqueArray(argument, { selector: ({ name }) => name, maxLength: 3 }),
  note: fc.constantFrom('', 'Say it.', '# Title\n\n- one\n- two', '```js\nx()\n```', '<!-- open'),
});

describe('OW-20 fields and text are the same', () => {
  it('fields → text → fields → text is one text, which does the same, for generated requests', () => {
    let shown = 0;
    fc.assert(
      fc.property(request, (generated) => {
        const first = writeRequest(fields(generated));
        const read = readRequestFields(first.instruction, first.parameters);
        if (read === null) return;
        shown += 1;
        const second = writeRequest(read);
        expect(second).toEqual(first);
        expect(readRequestFields(second.instruction, second.parameters)).toEqual(read);
      }),
      FUZZ,
    );
    expect(shown).toBeGreaterThan(((FUZZ.numRuns ?? 0) * 9) / 10);
  });

  it('what was typed into the fields is in them again', () => {
    const plain = request.filter(({ query, address }) => !/%/.test(JSON.stringify(query)) && !address.includes('?'));
    fc.assert(
      fc.property(plain, (generated) => {
        const typed = fields(generated);
        const { instruction, parameters } = writeRequest(typed);
        const read = readRequestFields(instruction, parameters);
        if (read === null) return;
        expect(read.query.slice(0, typed.query.length).map((each) => each.name)).toEqual(
          typed.query.map((each) => each.name),
        );
        expect(read.method).toBe(typed.method);
        expect(read.note).toBe(typed.note);
        for (const { name, type, description, isRequired } of typed.arguments) {
          const again = read.arguments.find((each) => each.name === name);
          expect(again).toMatchObject({ description: description.trim(), isRequired });
          if (type !== 'schema') expect(again?.type === type || (type === 'json' && again?.type === 'text')).toBe(true);
        }
      }),
      FUZZ,
    );
  });

  it('text → fields → text keeps the request and the arguments, for generated texts', () => {
    const line = fc.constantFrom('Accept: */*', 'X-A:  {{x: of it}}', 'Authorization: Bearer {{secret.KEY}}', 'broken');
    const schema = fc.constantFrom<Json>(
      {},
      { type: 'integer' },
      { type: 'string', enum: ['a', ''] },
      { default: null },
    );
    let shown = 0;
    fc.assert(
      fc.property(value, fc.array(line, { maxLength: 2 }), value, schema, words, (query, lines, body, x, note) => {
        const template = [`POST https://a.example/{{ x }}?q=${query}`, ...lines, '', body].join('\n');
        const instruction = `${note}\n\n${block(template)}`;
        const read = readRequestFields(instruction, { x });
        if (read === null) return;
        shown += 1;
        const written = writeRequest(read);
        const args = { x: 3, number: 'a b', lang: 'de', date_from: '2026-01-01' };
        const filling = { args, secrets: new Map([['KEY', 'k']]), visitor: new Map([['sub', 'ana']]) };
        const [before, after] = [readAbility(instruction, { x }), readAbility(written.instruction, written.parameters)];
        expect(after.parameters).toEqual(before.parameters);
        expect(after.instruction).toBe(before.instruction);
        const sent = ({ blocks }: typeof before) => fillRequest(blocks[0]?.template ?? '', filling);
        const [one, two] = [sent(before), sent(after)];
        if (typeof one === 'object' && typeof two === 'object')
          expect({ ...two, url: new URL(two.url).href }).toEqual({ ...one, url: new URL(one.url).href });
        else expect(typeof two).toBe(typeof one);
      }),
      FUZZ,
    );
    expect(shown).toBeGreaterThan(20);
  });
});
