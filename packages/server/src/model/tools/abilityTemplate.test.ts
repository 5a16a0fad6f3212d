import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import { FUZZ } from '../../../../widget-core/src/testing/fuzzRuns';
import { fillRequest, fillText, misplacedArgument, readAbility } from './abilityTemplate';

/** Percent-decoding as a lenient server does it: what is no encoding stays. */
function decodeLoosely(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

describe('an ability’s instruction', () => {
  it('gives its blocks, the rest, and the arguments they name', () => {
    const read = readAbility(
      'Be polite.\n\n```fetch\nGET https://api.example.com/orders/{{order: the number on the invoice}}' +
        '?q={{order}}&l={{lang}}\n```\n\nThen say when it comes.\n\n```js\nkept()\n```',
    );
    expect(read.blocks).toEqual([{ type: 'fetch', template: expect.stringContaining('GET https://api.example.com') }]);
    expect(read.instruction).toBe('Be polite.\n\n\n\nThen say when it comes.\n\n```js\nkept()\n```');
    expect(read.parameters).toEqual({
      type: 'object',
      properties: { order: { type: 'string', description: 'the number on the invoice' }, lang: { type: 'string' } },
      required: ['order', 'lang'],
    });
  });

  it('stays a text when the reader of markdown gives up', () => {
    const hostile = '>'.repeat(4000);
    expect(readAbility(hostile)).toMatchObject({ instruction: hostile, blocks: [] });
  });
});

describe('a request with arguments', () => {
  const fill = (template: string, args: JsonObject = {}, secrets: Record<string, string> = {}) =>
    fillRequest(template, { args, secrets: new Map(Object.entries(secrets)) });

  it('encodes in the address, keeps headers to one line, and writes JSON into JSON', () => {
    const template =
      'POST https://api.example.com/a/{{id}}?q={{q}}\nAuthorization: Bearer {{key}}\nHost: evil.test\n\n{"name":"{{name}}","list":{{list}},"none":{{none}}}';
    expect(
      fill(template, { id: 'A 7:ü', q: 'a&b=c', key: 'x\r\nX-Evil: 1', name: '"},{"a":"', list: [1, '"'] }),
    ).toEqual({
      method: 'POST',
      url: 'https://api.example.com/a/A%207%3A%C3%BC?q=a%26b%3Dc',
      headers: { authorization: 'Bearer x X-Evil: 1', 'content-type': 'application/json' },
      body: '{"name":"\\"},{\\"a\\":\\"","list":[1,"\\""],"none":null}',
    });
    expect(
      fill('POST https://api.example.com/a\n\n{"text":"Order \\"{{a}}\\": {{b: in "words"}}","n":{{n}}}', {
        a: '","admin":"',
        b: { c: 1 },
        n: 2,
      }),
    ).toMatchObject({ body: '{"text":"Order \\"\\",\\"admin\\":\\"\\": {\\"c\\":1}","n":2}' });
    expect(fill('POST https://api.example.com/a\n\na={{a}}&b=2', { a: '1&admin=1' })).toMatchObject({
      body: 'a=1%26admin%3D1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(fill('https://api.example.com')).toMatchObject({
      method: 'GET',
      url: 'https://api.example.com',
      body: undefined,
    });
  });

  it('A801: takes scheme and host from the author alone', () => {
    for (const template of [
      'GET https://{{host}}/a',
      'GET {{url}}',
      'GET https://a.example{{x}}/',
      'GET https://a.example:{{port}}/',
      'GET https://a.example\\{{x}}/',
      'GET http{{x}}://a.example/',
      'GET https://user@a.example/',
      'GET file:///etc/passwd',
      'TRACE https://a.example/',
      'GET https://a.example/\nbroken',
    ]) {
      expect(typeof fill(template, { host: '169.254.169.254', url: 'http://localhost', x: '.evil.test' })).toBe(
        'string',
      );
    }
  });

  const REFUSED = /^The argument card stands for one segment of the address/;
  it.each([
    '',
    ' ',
    '.',
    '..',
    ' .. ',
    '%2e',
    '%2e%2e',
    '%2E.',
    '.%2e',
    '%252e%252E',
    '%25252e.',
    '%u002e%u002e',
    '%%32%65.',
    '..;',
    '..;v=1',
    '%2e%2e%3b',
    '/',
    'a/b',
    '../b',
    '..%2f',
    '%2F',
    'a%2fb',
    'a%252Fb',
    '\\',
    '..\\',
    '%5c',
    '%255C..',
    '%c0%ae%c0%ae',
    '%C0%AF',
    '\0',
    'a%00',
    'a\nb',
    '%0d%0a',
    '\t..',
    '\u007f',
    null,
    { a: '/' },
    `%${'25'.repeat(20)}2e`,
  ])('FS-7: %j as an argument cannot leave its segment of the path', (card) => {
    for (const path of [
      '/customers/42/cards/{{card}}',
      '/customers/42/cards/{{card}}/pay?force=1',
      '/{{ card : the card? #1 }}/a',
    ]) {
      const template = `DELETE https://api.example.com${path}\nAuthorization: Bearer {{secret.KEY}}`;
      expect([fill(template, { card }, { KEY: 'k' }), misplacedArgument(template, { card })]).toEqual([
        expect.stringMatching(REFUSED),
        expect.stringMatching(REFUSED),
      ]);
    }
  });

  it('FS-7: parts of one segment cannot make dots together', () => {
    expect(fill('GET https://api.example.com/a/{{x}}{{y}}/b', { x: '.', y: '.' })).toMatch(/^The argument x/);
    expect(fill('GET https://api.example.com/a/%2e{{x}}/b', { x: '.' })).toMatch(/^The argument x/);
    expect(fill('GET https://api.example.com/a/{{x}}{{y}}', { x: '%2', y: 'e' })).toMatch(/^The argument x/);
    expect(fill('GET https://api.example.com/a/{{x}}{{y}}', { x: 'a%2', y: 'fb' })).toMatch(/^The argument x/);
  });

  it('FS-7: an encoded slash of the author’s own divides segments, too', () => {
    const template = 'GET https://gitlab.example.com/api/v4/projects/{{group}}%2F{{project}}/issues';
    expect(fill(template, { group: 'a', project: 'b' })).toMatchObject({
      url: 'https://gitlab.example.com/api/v4/projects/a%2Fb/issues',
    });
    expect(fill(template, { group: 'a', project: '..' })).toMatch(/^The argument project/);
    expect(fill(template, { group: '', project: 'b' })).toMatch(/^The argument group/);
  });

  it('FS-7: leaves alone what stays in its segment, and what is no part of the path', () => {
    const url = (template: string, x: string) =>
      (fill(`GET https://api.example.com${template}`, { x }) as { url: string }).url;
    expect(url('/files/{{x}}.json', 'a.b')).toBe('https://api.example.com/files/a.b.json');
    expect(url('/files/{{x}}', '100%')).toBe('https://api.example.com/files/100%25');
    expect(url('/files/{{x}}', '...')).toBe('https://api.example.com/files/...');
    expect(url('/files/{{x}}', 'x;y')).toBe('https://api.example.com/files/x%3By');
    expect(url('/files/{{x}}', '\uD800')).toBe('https://api.example.com/files/%EF%BF%BD');
    expect(url('/files?path={{x}}', '../a')).toBe('https://api.example.com/files?path=..%2Fa');
    expect(url('/files?path={{x}}', '')).toBe('https://api.example.com/files?path=');
    expect(url('?path=/{{x}}/b', '..')).toBe('https://api.example.com?path=/../b');
  });

  it('FS-7: whatever argument is accepted, origin and segments of the path are the template’s', () => {
    const hostile = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '.',
            '..',
            '%',
            '2e',
            '%2e',
            '%2f',
            '%25',
            '%5c',
            '/',
            '\\',
            ';',
            '?',
            '#',
            '@',
            ':',
            ' ',
            '\t',
            '%00',
            '%u002e',
            '%c0%ae',
            '\uD800',
          ),
          fc.string({ unit: 'binary', maxLength: 4 }),
        ),
        { maxLength: 6 },
      )
      .map((pieces) => pieces.join(''));
    const argument = fc.oneof(
      { weight: 6, arbitrary: hostile },
      { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
      { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<Json> },
    );
    let accepted = 0;
    fc.assert(
      fc.property(
        argument,
        argument,
        fc.constantFrom(
          '/a/{{x}}',
          '/a/{{x}}/b',
          '/{{x}}/b/{{y}}',
          '/a/{{x}}{{y}}/c',
          '/a/v{{x}}.json',
          '/a/.{{x}}/c',
          '/a/{{x}}?q={{y}}#/{{x}}',
          '/a/%2e{{x}}/b/{{y: where? /there}}',
        ),
        (x, y, path) => {
          const filled = fill(`GET https://api.example.com${path}`, { x, y });
          if (typeof filled === 'string') return true;
          accepted += 1;
          const wanted =
            path
              .replaceAll(/\{\{[^}]*\}\}/g, '{{}}')
              .split(/[?#]/)[0]
              ?.split('/') ?? [];
          const url = new URL(filled.url);
          // As a server sees it that decodes twice.
          const seen = [url.pathname, decodeLoosely(url.pathname), decodeLoosely(decodeLoosely(url.pathname))];
          return (
            url.origin === 'https://api.example.com' &&
            seen.every((pathname) => {
              const segments = pathname.split(/[/\\]/);
              const stand = (segment: string, index: number): boolean =>
                wanted[index]?.includes('{{') ? !['', '.', '..'].includes(segment) : segment === wanted[index];
              return segments.length === wanted.length && segments.every(stand);
            })
          );
        },
      ),
      FUZZ,
    );
    expect(accepted).toBeGreaterThan(10);
  });

  it('A601: puts secrets into headers, and never where an argument asks for one', () => {
    const template =
      'POST https://api.example.com/\nAuthorization: Bearer {{ secret.TOKEN }}\nX-Key: {{secret.KEY}}\n\n{"a":"{{name}}"}';
    const secrets = { KEY: 'a&"b', TOKEN: 't-1\r\nX: y' };
    expect(fill(template, { name: '{{secret.TOKEN}}' }, secrets)).toEqual({
      method: 'POST',
      url: 'https://api.example.com/',
      headers: { authorization: 'Bearer t-1 X: y', 'x-key': 'a&"b', 'content-type': 'application/json' },
      body: '{"a":"{{secret.TOKEN}}"}',
    });
    expect(fill(template, {}, { KEY: 'k' })).toBe('The secret TOKEN is not set');
    expect(readAbility(`\`\`\`fetch\n${template}\n\`\`\``).parameters).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    });
    expect(fillText('{{secret.KEY}} {{a}}', { a: '{{secret.KEY}}' })).toBe('{{secret.KEY}}');
    expect(fill('GET https://{{secret.KEY}}/', {}, { KEY: 'evil.test' })).toMatch(/^The secret KEY may only/);
  });

  it.each([
    ['GET https://api.example.com/?key={{secret.KEY}}', 'The secret KEY may only be sent in a header'],
    ['POST https://api.example.com/\n\n{"k":"{{secret.KEY}}"}', 'The secret KEY may only be sent in a header'],
    ['GET https://api.example.com/{{secret.KEY}}/a', 'The secret KEY may only be sent in a header'],
    ['GET http://api.example.com/\nAuthorization: {{secret.KEY}}', expect.stringMatching(/needs an https address$/)],
    ['GET http://api.example.com/{{visitor.sub}}', expect.stringMatching(/needs an https address$/)],
  ])('A601 A812: %j is not sent: its secret, or its visitor, could be read on the way', (template, why) => {
    const visitor = new Map([['sub', 'ana']]);
    expect(fillRequest(template, { args: {}, secrets: new Map([['KEY', 'k']]), visitor })).toEqual(why);
  });

  it('A812: a host that the operator names may be asked without TLS, at that port alone', () => {
    const template = 'GET http://crm.internal:8080/a\nAuthorization: {{secret.KEY}}';
    const secrets = new Map([['KEY', 'k']]);
    const sent = (host: string) =>
      fillRequest(template, { args: {}, secrets, isTrustedHost: (url) => url.host === host });
    expect(sent('crm.internal:8080')).toMatchObject({ url: 'http://crm.internal:8080/a' });
    expect(sent('crm.internal')).toMatch(/needs an https address$/);
  });

  it('A811: fills in who the visitor is from the proof, whatever the arguments are called', () => {
    const template =
      'POST https://api.example.com/{{visitor.sub}}/a?m={{visitor.email}}\nX-Role: {{visitor.claims.role}}\n\n' +
      '{"of":"{{visitor.sub}}","n":{{visitor.claims.level}}}';
    const visitor = new Map<string, string | number>([
      ['sub', 'ana 1'],
      ['email', 'ana@example.com'],
      ['claims.role', 'gold'],
      ['claims.level', 3],
    ]);
    const args = { 'visitor.sub': 'ben', sub: 'ben', visitor: { sub: 'ben' }, 'claims.role': 'admin' };
    expect(fillRequest(template, { args, secrets: new Map(), visitor })).toEqual({
      method: 'POST',
      url: 'https://api.example.com/ana%201/a?m=ana%40example.com',
      headers: { 'x-role': 'gold', 'content-type': 'application/json' },
      body: '{"of":"ana 1","n":3}',
    });
    expect(fillRequest(template, { args, secrets: new Map() })).toBe(
      'It is not proven who the visitor is: sub is not known',
    );
    expect(readAbility(`\`\`\`fetch\n${template}\n\`\`\``).parameters).toEqual({
      type: 'object',
      properties: {},
      required: [],
    });
    const elsewhere = new Map([['sub', '../ben']]);
    expect(
      fillRequest('GET https://api.example.com/{{visitor.sub}}', { args: {}, secrets: new Map(), visitor: elsewhere }),
    ).toMatch(/^The argument visitor\.sub stands for one segment/);
  });

  it('types an argument by its place, and by the schema of its author', () => {
    const template =
      'POST https://api.example.com/{{id}}\n\n{"list":{{list}},"text":"{{text}}","n":{{n}},"again":{{id}}}';
    const { properties } = readAbility(`\`\`\`fetch\n${template}\n\`\`\``, {
      n: { type: 'integer', minimum: 1 },
      unknown: { type: 'string' },
    }).parameters;
    expect(properties).toEqual({ id: {}, list: {}, text: { type: 'string' }, n: { type: 'integer', minimum: 1 } });
  });

  it('fills a search', () => {
    expect(fillText(' {{ a }} and {{b}} ', { a: 'x', b: 2 })).toBe('x and 2');
  });
});
