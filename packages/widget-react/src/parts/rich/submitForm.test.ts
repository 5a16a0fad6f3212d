import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FORM_TIMEOUT_MS, readFormTarget, submitForm } from './submitForm';

const POLICY = {
  serverOrigin: 'https://chat.example.com',
  hostAddress: 'https://shop.example.com/cart',
  formOrigins: ['https://forms.example.org'],
};

describe('T3 where a form may send', () => {
  it.each([
    ['/api/returns', 'https://chat.example.com/api/returns'],
    ['https://chat.example.com/x', 'https://chat.example.com/x'],
    ['https://shop.example.com/x', 'https://shop.example.com/x'],
    ['https://forms.example.org/x', 'https://forms.example.org/x'],
  ])('allows %s', (url, address) => {
    expect(readFormTarget(url, POLICY)).toMatchObject({ address });
  });

  it.each([
    'https://evil.test/x',
    'http://chat.example.com/x',
    'https://chat.example.com.evil.test/',
    'https://chat.example.com@evil.test/',
    'https://user:pass@chat.example.com/x',
    'https://chat.example.com:8443/x',
    '//evil.test/x',
    '/\\evil.test',
    '/%09/evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@evil.test',
    'returns',
    '',
  ])('refuses %s', (url) => {
    expect(readFormTarget(url, POLICY).address).toBeUndefined();
  });

  it('names whoever would have received it', () => {
    expect(readFormTarget('https://evil.test/x', POLICY).host).toBe('evil.test');
    expect(readFormTarget('javascript:alert(1)', POLICY).host).toBe('javascript:alert(1)');
  });
});

describe('W-22 sending a form', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const submission = {
    method: 'POST',
    address: 'https://chat.example.com/api',
    values: { order: 'A-1', pieces: 2, more: { a: [1] }, nothing: null },
  } as const;
  const answering = (body: string, status = 200) => vi.fn(() => Promise.resolve(new Response(body, { status })));

  it('posts JSON, without cookies and not on to another address', async () => {
    const fetch = answering('{"message":"Thanks"}');
    expect(await submitForm(submission, fetch)).toEqual({ isSent: true, message: 'Thanks' });
    const [address, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(address).toBe('https://chat.example.com/api');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      body: '{"order":"A-1","pieces":2,"more":{"a":[1]},"nothing":null}',
    });
    expect(new Headers(init.headers).get('Content-Type')).toBe('application/json');
  });

  it('puts the values of GET into the query', async () => {
    const fetch = answering('ok');
    expect(
      await submitForm({ ...submission, method: 'GET', address: 'https://chat.example.com/api?v=1' }, fetch),
    ).toEqual({ isSent: true });
    const [address, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(address).toBe('https://chat.example.com/api?v=1&order=A-1&pieces=2&more=%7B%22a%22%3A%5B1%5D%7D&nothing=');
    expect(init.body).toBeUndefined();
  });

  it('says what the address said about a failure, and nothing when it did not come to that', async () => {
    expect(await submitForm(submission, answering('{"message":"Unknown order"}', 422))).toEqual({
      isSent: false,
      message: 'Unknown order',
    });
    expect(await submitForm(submission, answering('<html>', 500))).toEqual({ isSent: false });
    expect(await submitForm(submission, () => Promise.reject(new TypeError('offline')))).toEqual({ isSent: false });
  });

  it('gives up after half a minute', async () => {
    const outcome = submitForm(
      submission,
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        }),
    );
    await vi.advanceTimersByTimeAsync(FORM_TIMEOUT_MS);
    expect(await outcome).toEqual({ isSent: false });
    expect(vi.getTimerCount()).toBe(0);
  });
});
