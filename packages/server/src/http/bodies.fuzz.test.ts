import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FUZZ } from '../../../widget-core/src/testing/fuzzRuns';
import { createTestMailer, signInAs } from '../testing/testSignIn';
import { startTestServer, type TestServer, type TestSession } from '../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

interface Call {
  readonly method: string;
  readonly path: string;
}

let test: TestServer;
let session: TestSession;
let person: Record<string, string>;
let calls: readonly Call[];
beforeAll(async () => {
  const mailer = createTestMailer();
  test = await startTestServer({ mailer });
  session = await test.openSession();
  person = await signInAs(test, mailer, 'ada@example.com');
  const { paths } = (await (await test.call('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => ({ method: method.toUpperCase(), path: `/v1${path.replace(/^\/v1/, '')}` })),
  );
});
afterAll(() => test.server.close(0));

const FIELDS = [
  'id',
  'text',
  'type',
  'messages',
  'meta',
  'contact',
  'email',
  'name',
  'identity',
  'functions',
  'attachments',
  'url',
  'query',
  'variables',
  'message',
  'value',
  'conversationId',
  'durationInSeconds',
  'limits',
  'extensions',
  'language',
  'password',
  'plan',
  'slug',
  'visibility',
  'config',
  'abilities',
  'instruction',
  '__proto__',
  'constructor',
  'userId',
  'role',
];
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(
    null,
    '',
    "'; drop table messages; --",
    '../../etc/passwd',
    'http://169.254.169.254/',
    '\u0000',
    '\uD800',
    'user',
    'bot',
    -1,
    1e308,
    2 ** 53,
    'a'.repeat(40_000),
  ),
);
const { value: body } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    {
      weight: 4,
      arbitrary: fc.dictionary(
        fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...FIELDS) },
          { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
        ),
        tie('value'),
        { maxKeys: 6 },
      ),
    },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
  ),
}));
const raw = fc.oneof(
  { weight: 8, arbitrary: body.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
);
const part = fc.oneof(
  fc.constantFrom('demo', 'conv_1', '%00', '..%2f', "'", '%F0%9F%92%A9', 'a'.repeat(129), '__proto__', '0', '-1'),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 6 }).map(encodeURIComponent),
);
const query = fc.dictionary(
  fc.constantFrom('cursor', 'take', 'order', 'q', 'sort', 'type', 'code', 'state', 'v', 'cache', 'strategy', 'page'),
  fc.oneof(
    fc.constantFrom('', '-1', '1e9', 'asc', "'", '%', '\u0000', '[]'),
    fc.string({ unit: 'binary-ascii', maxLength: 6 }),
  ),
  { maxKeys: 3 },
);

/** The body; of a stream that is left open, nothing. */
async function readToEnd(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

describe('A408 A705 A706 any request', () => {
  it('to any call of the API is answered with a code of ours and never is the server’s failure', async () => {
    const request = fc.record({
      call: fc.nat(),
      own: fc.boolean(),
      part,
      query,
      raw,
      who: fc.constantFrom('nobody', 'session', 'person'),
      from: fc.constantFrom(undefined, 'http://localhost:3000', 'https://evil.test', 'null'),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ call, own, part: foreign, query: asked, raw: bytes, who, from }) => {
        const { method, path } = calls[call % calls.length] ?? { method: 'GET', path: '/v1/openapi.json' };
        const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          own && name === 'conversationId'
            ? session.conversationId
            : own && /widget|integration/i.test(name)
              ? 'demo'
              : foreign,
        );
        const response = await test.call(`${address}?${new URLSearchParams(asked).toString()}`, {
          method,
          ...(method !== 'GET' && { body: bytes }),
          ...(who === 'session' && { token: session.token }),
          headers: { ...(who === 'person' && person), ...(from !== undefined && { Origin: from }) },
        });
        const text = await readToEnd(response);
        // What is not set up here says so: no voice, no payment, no mail.
        if (![501, 503].includes(response.status))
          expect([method, address, response.status, text]).toEqual([
            method,
            address,
            expect.toSatisfy((status: number) => status < 500),
            text,
          ]);
        if (response.status >= 400 && response.headers.get('content-type')?.includes('json'))
          expect(JSON.parse(text)).toMatchObject({
            code: expect.stringMatching(/^[A-Z_]+$/),
            message: expect.any(String),
          });
      }),
      { ...FUZZ, numRuns: (FUZZ.numRuns ?? 0) * 4, endOnFailure: true },
    );
    expect(calls.length).toBeGreaterThan(40);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
