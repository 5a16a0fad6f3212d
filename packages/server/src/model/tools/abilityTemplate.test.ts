import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sotto/widget-core/api';
import { fillRequest, fillText, readAbility } from './abilityTemplate';

describe('an ability’s instruction', () => {
  it('gives its blocks, the rest, and the arguments they name', () => {
    const read = readAbility('Be polite.\n\n```fetch\nGET https://api.example.com/orders/{{order: the number on the invoice}}?q={{order}}&l={{lang}}\n```\n\nThen say when it comes.\n\n```js\nkept()\n```');
    expect(read.blocks).toEqual([{ type: 'fetch', template: expect.stringContaining('GET https://api.example.com') }]);
    expect(read.instruction).toBe('Be polite.\n\n\n\nThen say when it comes.\n\n```js\nkept()\n```');
    expect(read.parameters).toEqual({ type: 'object', properties: { order: { description: 'the number on the invoice' }, lang: {} }, required: ['order', 'lang'] });
  });

  it('stays a text when the reader of markdown gives up', () => {
    const hostile = '>'.repeat(4000);
    expect(readAbility(hostile)).toMatchObject({ instruction: hostile, blocks: [] });
  });
});

describe('a request with arguments', () => {
  const fill = (template: string, args: JsonObject = {}, secrets: Record<string, string> = {}) => fillRequest(template, { args, secrets: new Map(Object.entries(secrets)) });

  it('encodes in the address, keeps headers to one line, and writes JSON into JSON', () => {
    const template = 'POST https://api.example.com/a/{{id}}?q={{q}}\nAuthorization: Bearer {{key}}\nHost: evil.test\n\n{"name":"{{name}}","list":{{list}},"none":{{none}}}';
    expect(fill(template, { id: '../../admin', q: 'a&b=c', key: 'x\r\nX-Evil: 1', name: '"},{"a":"', list: [1, '"'] })).toEqual({
      method: 'POST',
      url: 'https://api.example.com/a/..%2F..%2Fadmin?q=a%26b%3Dc',
      headers: { authorization: 'Bearer x X-Evil: 1', 'content-type': 'application/json' },
      body: '{"name":"\\"},{\\"a\\":\\"","list":[1,"\\""],"none":null}',
    });
    expect(fill('POST https://api.example.com/a\n\na={{a}}&b=2', { a: '1&admin=1' })).toMatchObject({ body: 'a=1%26admin%3D1&b=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(fill('https://api.example.com')).toMatchObject({ method: 'GET', url: 'https://api.example.com', body: undefined });
  });

  it('A801: takes scheme and host from the author alone', () => {
    for (const template of ['GET https://{{host}}/a', 'GET {{url}}', 'GET https://a.example{{x}}/', 'GET https://user@a.example/', 'GET file:///etc/passwd', 'TRACE https://a.example/', 'GET https://a.example/\nbroken']) {
      expect(typeof fill(template, { host: '169.254.169.254', url: 'http://localhost', x: '.evil.test' })).toBe('string');
    }
  });

  it('A601: puts secrets where the author wants them, and never where an argument asks for one', () => {
    const template = 'POST https://api.example.com/?key={{secret.KEY}}\nAuthorization: Bearer {{ secret.TOKEN }}\n\n{"a":"{{name}}","s":"{{secret.KEY}}"}';
    const secrets = { KEY: 'a&"b', TOKEN: 't-1\r\nX: y' };
    expect(fill(template, { name: '{{secret.TOKEN}}' }, secrets)).toEqual({
      method: 'POST',
      url: 'https://api.example.com/?key=a%26%22b',
      headers: { authorization: 'Bearer t-1 X: y', 'content-type': 'application/json' },
      body: '{"a":"{{secret.TOKEN}}","s":"a&\\"b"}',
    });
    expect(fill(template, {}, { KEY: 'k' })).toBe('The secret TOKEN is not set');
    expect(readAbility(`\`\`\`fetch\n${template}\n\`\`\``).parameters).toEqual({ type: 'object', properties: { name: {} }, required: ['name'] });
    expect(fillText('{{secret.KEY}} {{a}}', { a: '{{secret.KEY}}' })).toBe('{{secret.KEY}}');
    expect(fill('GET https://{{secret.KEY}}/', {}, { KEY: 'evil.test' })).toMatch(/^The address/);
  });

  it('fills a search', () => {
    expect(fillText(' {{ a }} and {{b}} ', { a: 'x', b: 2 })).toBe('x and 2');
  });
});
