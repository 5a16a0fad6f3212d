// @vitest-environment happy-dom
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi, isCallFailure } from './callApi';

const schema = v.object({ id: v.string() });
const notices = () =>
  [...document.querySelectorAll('.notice')].map((notice) => notice.querySelector('span')?.textContent);

function answer(body: unknown, status = 200) {
  const fetched = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

beforeEach(() => {
  document.body.innerHTML = '';
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('H-15 a call of the site', () => {
  it('says what goes on, and nothing more when it is done', async () => {
    let finish = (_: Response): void => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (finish = resolve)));
    const call = callApi('/api/v1/x', schema, { body: {}, loading: 'Cloning…', failure: 'It could not be cloned' });
    expect(notices()).toEqual(['Cloning…']);
    finish(Response.json({ id: 'x_1' }));
    expect(await call).toEqual({ id: 'x_1' });
    expect(notices()).toEqual([]);
  });

  it.each([
    [
      'the server says why',
      { code: 'NOT_FOUND', message: 'There is no such skillset' },
      404,
      'It failed: There is no such skillset',
    ],
    ['the answer is no JSON', '<html>', 502, 'It failed: The server answered with something unreadable'],
    ['the answer has another form', { id: 7 }, 200, 'It failed: The server answered in an unexpected form'],
  ])('tells the failure in words when %s', async (_, body, status, text) => {
    answer(body, status);
    await expect(callApi('/api/v1/x', schema, { failure: 'It failed' })).rejects.toSatisfy(isCallFailure);
    expect(notices()).toEqual([text]);
  });

  it.each([
    ['the server broke', 500, 'It failed: Something broke (request req_9)'],
    ['somebody asked for too much', 400, 'It failed: Something broke'],
  ])('H-14 names the request in the log when %s', async (_, status, text) => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        Response.json({ code: 'X', message: 'Something broke' }, { status, headers: { 'X-Request-Id': 'req_9' } }),
      ),
    );
    await expect(callApi('/api/v1/x', schema, { failure: 'It failed' })).rejects.toSatisfy(isCallFailure);
    expect(notices()).toEqual([text]);
  });

  it('tells that the server could not be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(callApi('/api/v1/x', schema, { failure: 'It failed' })).rejects.toMatchObject({ code: 'NETWORK' });
    expect(notices()).toEqual(['It failed: The server could not be reached']);
  });

  it('opens the dialog of its code instead of a notice [H-8]', async () => {
    const seen: unknown[] = [];
    document.addEventListener('sotto:alert', (event) => seen.push((event as CustomEvent).detail), { once: true });
    answer({ code: 'LIMITS_REACHED', message: 'Limits reached' }, 429);
    await expect(callApi('/api/v1/x', schema, { failure: 'It failed' })).rejects.toMatchObject({
      code: 'LIMITS_REACHED',
    });
    expect(seen).toEqual([{ code: 'LIMITS_REACHED' }]);
    expect(notices()).toEqual([]);
  });

  it('carries a key with every write, another for another write, and the given one for a repeated write', async () => {
    const fetched = answer({ id: 'x_1' });
    const keyOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers).get('Idempotency-Key');
    await callApi('/api/v1/x', schema, { body: {}, failure: '' });
    await callApi('/api/v1/x', schema, { body: {}, failure: '' });
    await callApi('/api/v1/x', schema, { body: {}, failure: '', key: 'mine' });
    await callApi('/api/v1/x', schema, { failure: '' });
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf(1)).not.toBe(keyOf(0));
    expect([keyOf(2), keyOf(3)]).toEqual(['mine', null]);
  });
});
