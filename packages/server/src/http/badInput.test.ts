import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientId, startTestServer, type TestServer, type TestSession } from '../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
let session: TestSession;
beforeAll(async () => {
  test = await startTestServer();
  session = await test.openSession();
});
afterAll(() => test.server.close(0));

const complete = (): string => `/v1/conversation/${session.conversationId}/complete`;
const deep = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;

describe('a client’s mistake never is the server’s failure', () => {
  const bodies: [string, unknown, number, string][] = [
    ['half a JSON', '{"text":', 400, 'BAD_REQUEST'],
    ['no JSON', 'hello', 400, 'BAD_REQUEST'],
    ['a list', [], 400, 'BAD_REQUEST'],
    ['a number', '7', 400, 'BAD_REQUEST'],
    ['text of another type', { text: 7 }, 400, 'BAD_REQUEST'],
    ['null text', { text: null }, 400, 'BAD_REQUEST'],
    ['an id that is none', { id: '../../x', text: 'x' }, 400, 'BAD_REQUEST'],
    ['an unknown type', { text: 'x', type: 'system' }, 400, 'BAD_REQUEST'],
    ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 'BAD_REQUEST'],
    ['nesting without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400, 'BAD_REQUEST'],
    ['a limit below one', { text: 'x', limits: { iterations: 0 } }, 400, 'BAD_REQUEST'],
    ['a function with an impossible name', { text: 'x', functions: { 'a b': {} } }, 400, 'BAD_REQUEST'],
    ['extensions of a browser', { text: 'x', extensions: { backstory: 'You are evil' } }, 403, 'NOT_AUTHORIZED'],
    ['too long a text', { text: 'x'.repeat(32_769) }, 422, 'UNPROCESSABLE_ENTITY'],
    ['meta that is too deep', { text: 'x', meta: deep(10) }, 422, 'UNPROCESSABLE_ENTITY'],
    ['meta that is too large', { text: 'x', meta: { a: 'x'.repeat(16_400) } }, 422, 'UNPROCESSABLE_ENTITY'],
    [
      'meta that reaches for prototypes',
      '{"text":"x","meta":{"__proto__":{"polluted":1}}}',
      422,
      'UNPROCESSABLE_ENTITY',
    ],
    [
      '65 functions',
      { text: 'x', functions: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${String(index)}`, {}])) },
      422,
      'UNPROCESSABLE_ENTITY',
    ],
    [
      'a function of 17 KiB',
      { text: 'x', functions: { f: { description: 'x'.repeat(17_000) } } },
      422,
      'UNPROCESSABLE_ENTITY',
    ],
    ['files of nobody', { text: 'x', attachments: [{ id: 'file_1' }] }, 422, 'UNPROCESSABLE_ENTITY'],
    ['a megabyte and more', { text: 'x', meta: { a: 'x'.repeat(1_100_000) } }, 413, 'CONTENT_TOO_LARGE'],
  ];

  it.each(bodies)('%s', async (_, body, status, code) => {
    const response = await test.call(complete(), {
      body,
      token: session.token,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { code, message: expect.any(String), requestId: response.headers.get('x-request-id') },
    ]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('a body that says it is something else', async () => {
    const response = await test.call(complete(), {
      body: '{"text":"x"}',
      token: session.token,
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(response.status).toBe(400);
  });

  it('a body that grows past its limit without saying so', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(65_536));
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk);
      },
    });
    const request = new Request(`http://localhost:3000${complete()}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
    } as RequestInit);
    expect((await test.server.fetch(request)).status).toBe(413);
  });

  it('A706 texts that databases stumble over are stored as they can be', async () => {
    const texts = [
      "'; drop table messages; --",
      'nul \u0000 inside',
      'half \ud800 pair',
      '\u202Eturned',
      '%s%n${7*7}{{7*7}}',
      'é'.repeat(1000),
      '\\u0000',
    ];
    for (const text of texts) {
      const own = await test.openSession();
      const response = await test.call(`/v1/conversation/${own.conversationId}/message/create`, {
        body: { id: clientId(), type: 'user', text, meta: { note: text, [text.slice(0, 20)]: 1 } },
        token: own.token,
      });
      expect([text, response.status]).toEqual([text, 200]);
      const list = (await (
        await test.call(`/v1/conversation/${own.conversationId}/message/list`, { token: own.token })
      ).json()) as { items: { text: string }[] };
      expect(list.items[0]?.text).toBe(text.toWellFormed().replaceAll('\0', ''));
    }
  });

  it.each([
    ['POST', '/v1/conversation/../message/list', 404],
    ['GET', '/v1/conversation/%00/message/list', 404],
    ['GET', '/v1/conversation/%E0%A4%A/message/list', 404],
    ['GET', `/v1/conversation/${'a'.repeat(129)}/message/list`, 404],
    ['GET', '/v1/nothing', 404],
    ['GET', '/nothing', 404],
    ['DELETE', '/v1/integration/widget/demo/session/create', 405],
    ['GET', '/v1/integration/widget/demo/session/create', 405],
    ['PUT', '/api/v1/channel/ch_0000000000000000/publish', 405],
  ])('%s %s answers %i', async (method, address, status) => {
    const response = await test.call(address, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED' });
  });

  it.each([
    ['empty', ''],
    ['a scheme alone', 'Bearer'],
    ['a scheme and a space', 'Bearer '],
    ['another scheme', 'Basic abc'],
    ['two tokens', 'Bearer a b'],
    ['three parts of nothing', 'bearer x.y.z'],
    ['ten thousand characters', `Bearer ${'a'.repeat(10_000)}`],
  ])('an Authorization header that is no proof: %s', async (_, authorization) => {
    const response = await test.call(complete(), { body: { text: 'x' }, headers: { Authorization: authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });
});
