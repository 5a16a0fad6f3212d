import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../../../../../widget-core/src/testing/fuzzRuns';
import { writeRequest } from '../abilityTemplateFields';
import { ImportRefused } from './draft';
import { readCurl } from './readCurl';

const read = (command: string, taken: string[] = []) => readCurl(command, new Set(taken));
const textOf = (command: string) =>
  writeRequest(read(command).request)
    .instruction.replaceAll(/```(?:fetch)?\n?/g, '')
    .trim();
const refusal = (command: string): string => {
  try {
    read(command);
    return 'imported';
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
};

describe('OW-20 a curl command as an ability', () => {
  it.each([
    [
      'Chrome, bash',
      `curl 'https://shop.example/api/orders?id=7&full=1' \\\n  -H 'accept: application/json' \\\n` +
        `  -H 'accept-language: de' \\\n  -H 'sec-ch-ua: "Chromium";v="140"' \\\n  -H 'user-agent: Mozilla/5.0' \\\n  --compressed`,
      'GET https://shop.example/api/orders?id=7&full=1\naccept: application/json',
    ],
    [
      'Chrome, bash, with a quote in the body',
      `curl 'https://shop.example/api' --data-raw $'{"say":"it\\'s \\u0021 here\\n"}'`,
      `POST https://shop.example/api\n\n{"say":"it's ! here\n"}`,
    ],
    [
      'Chrome, cmd',
      `curl ^"https://shop.example/api?a=1^&b=2^" ^\r\n  -H ^"content-type: application/json^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"$x^\\^"^}^"`,
      'POST https://shop.example/api?a=1&b=2\ncontent-type: application/json\n\n{"a":"$x"}',
    ],
    [
      'Firefox',
      `curl --url 'https://shop.example/' -X POST --compressed -H 'Accept: */*' -H 'Connection: keep-alive' ` +
        `-H 'Content-Type: application/json' --data-raw '{"a":1}'`,
      'POST https://shop.example/\nContent-Type: application/json\n\n{"a":1}',
    ],
    [
      'Postman',
      `curl --location --request PUT 'https://shop.example/orders/7' \\\n--header 'Content-Type: application/json' \\\n--data '{\n    "note": "a"\n}'`,
      'PUT https://shop.example/orders/7\nContent-Type: application/json\n\n{\n    "note": "a"\n}',
    ],
    [
      'short options together',
      `curl -sSLXPOST -d a=1 -d 'b=2 3' https://shop.example/`,
      'POST https://shop.example/\n\na=1&b=2 3',
    ],
    [
      '--data-urlencode',
      `curl https://shop.example/ --data-urlencode 'q=a&b ü' --data-urlencode '=x y'`,
      'POST https://shop.example/\n\nq=a%26b%20%C3%BC&x%20y',
    ],
    [
      '-G',
      `curl -G https://shop.example/s?x=1 -d limit=3 --data-urlencode 'q=a b'`,
      'GET https://shop.example/s?x=1&limit=3&q=a%20b',
    ],
    [
      '--json',
      `curl --json '{"a": 1}' https://shop.example/`,
      'POST https://shop.example/\nContent-Type: application/json\n\n{"a": 1}',
    ],
    ['an address without quotes', 'curl https://shop.example/?a=1&b=2 | jq .', 'GET https://shop.example/?a=1&b=2'],
    ['a host without a scheme', 'curl shop.example/orders', 'GET https://shop.example/orders'],
    [
      'lines without backslashes',
      "$ curl -X POST\n  https://shop.example/a\n  -H 'X-A: 1'",
      'POST https://shop.example/a\nX-A: 1',
    ],
    [
      'double quotes',
      'curl "https://shop.example/a" -H "X-A: say \\"hi\\"" -d "{\\"a\\":1}"',
      'POST https://shop.example/a\nX-A: say "hi"\n\n{"a":1}',
    ],
    ['DELETE', "curl -X 'DELETE' 'https://shop.example/a/7' -H 'accept: */*'", 'DELETE https://shop.example/a/7'],
  ])('%s', (_, command, text) => {
    expect(textOf(command)).toBe(text);
  });

  it.each([
    [
      'Stripe',
      `curl https://api.stripe.com/v1/charges/ch_1 -u "sk_test_4eC39HqLyjWDarjtT1zdp7dc:"`,
      'Authorization: Basic {{secret.STRIPE_COM_KEY}}',
      { name: 'STRIPE_COM_KEY', value: Buffer.from('sk_test_4eC39HqLyjWDarjtT1zdp7dc:').toString('base64') },
    ],
    [
      'Shopify',
      `curl -X GET "https://your-shop.myshopify.com/admin/orders/450789469.json" -H "X-Shopify-Access-Token: {access_token}"`,
      'X-Shopify-Access-Token: {{secret.ACCESS_TOKEN}}',
      { name: 'ACCESS_TOKEN' },
    ],
    [
      'a variable of the shell',
      `curl https://a.example/ -H "Authorization: Bearer $API_KEY"`,
      'Authorization: Bearer {{secret.API_KEY}}',
      { name: 'API_KEY' },
    ],
    [
      'a bearer token',
      `curl https://a.example/ -H 'authorization: Bearer abc'`,
      'authorization: Bearer {{secret.A_EXAMPLE_KEY}}',
      { name: 'A_EXAMPLE_KEY', value: 'abc' },
    ],
    [
      'cookies of a browser',
      `curl https://a.example/ -b 'sid=1; x=2'`,
      'Cookie: {{secret.A_EXAMPLE_COOKIE}}',
      { name: 'A_EXAMPLE_COOKIE', value: 'sid=1; x=2' },
    ],
    [
      'a header with a name of its own',
      `curl https://a.example/ -H 'X-Thing: shpat_0123456789abcdef'`,
      'X-Thing: {{secret.A_EXAMPLE_KEY}}',
      { name: 'A_EXAMPLE_KEY', value: 'shpat_0123456789abcdef' },
    ],
    [
      'user and password in the address',
      `curl https://ana:pass@a.example/`,
      'Authorization: Basic {{secret.A_EXAMPLE_KEY}}',
      { name: 'A_EXAMPLE_KEY', value: Buffer.from('ana:pass').toString('base64') },
    ],
  ])('a key becomes a secret and leaves the text: %s', (_, command, header, secret) => {
    const { secrets, request } = read(command);
    expect(secrets).toEqual([secret]);
    const { instruction } = writeRequest(request);
    expect(instruction).toContain(header);
    if ('value' in secret) expect(instruction).not.toContain(secret.value);
  });

  it('a secret takes no name that another has', () => {
    expect(read(`curl https://a.example/ -H 'X-Api-Key: k'`, ['A_EXAMPLE_KEY']).secrets).toEqual([
      { name: 'A_EXAMPLE_KEY_2', value: 'k' },
    ]);
  });

  it('places to fill in become arguments', () => {
    const { request, name } = read(
      'curl "https://a.example/v1/orders/{order_id}/items/:item?lang=<language>&q=$TERM" -d \'{}\'',
    );
    expect(request.address).toBe('https://a.example/v1/orders/{{order_id}}/items/{{item}}');
    expect(request.query).toEqual([
      { name: 'lang', value: '{{language}}' },
      { name: 'q', value: '{{term}}' },
    ]);
    expect(request.arguments.map((each) => each.name)).toEqual(['order_id', 'item', 'language', 'term']);
    expect(name).toBe('create items');
  });

  it.each([
    ['a text', /begins with curl/],
    ['Invoke-WebRequest -Uri "https://a.example/"', /Copy as cURL/],
    ['curl https://a.example/ -d @- <<EOF\n{}\nEOF', /Files|<</],
    ['curl https://a.example/ -d "x" <<EOF\n{}\nEOF', /Text after << cannot be imported/],
    ['curl https://a.example/ -d @body.json', /Files/],
    ['curl https://a.example/ -d "$(cat body.json)"', /\$\(…\)/],
    ['curl `pwd`', /cannot be run here/],
    ["curl 'https://a.example/", /quote is not closed/],
    ['curl https://a.example/ -F file=@a.png', /Forms with files/],
    ['curl -I https://a.example/', /HEAD/],
    ['curl --frobnicate https://a.example/', /--frobnicate is not supported/],
    ['curl', /no address/],
    ['curl https://a.example/ https://b.example/', /two addresses/],
    ['curl ftp://a.example/', /no(?:t an)? http or https address/],
    ['curl https://{shop}.example/', /host of the address is not written out/],
    ['curl https://a.example/; curl https://b.example/', /several commands/],
    ['curl "https://a.example/?api_key=abc"', /“api_key” looks like a key in the address/],
    [`curl https://a.example/ -d '{"password":"hunter22"}'`, /“password” looks like a key in the body/],
    ['curl https://a.example/ -d client_secret=abcdefgh', /“client_secret” looks like a key in the body/],
    ['curl -X PURGE https://a.example/', /PURGE is not supported/],
    ['curl https://a.example/ -H', /has no value/],
  ])('refuses clearly: %s', (command, why) => {
    expect(refusal(command)).toMatch(why);
  });

  it('reads any text, and refuses it with a sentence or imports it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '\n',
        ' ',
        '$',
        '`',
        '^',
        '-H ',
        '-d ',
        "$'",
        '{',
        '}',
        '<',
        '>',
        '&',
        '|',
        '\0',
        'https://a.example/',
        '%zz',
        '--json ',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(refusal(`curl ${pieces.join('')}`)).not.toBe('');
      }),
      FUZZ,
    );
  });
});
