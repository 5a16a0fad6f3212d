import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest } from '../../testing/builder';
import { endpoint } from '../endpoint';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: BuilderTest;
/** Calls that are not for everybody, with what proves who is calling. */
let calls: { method: string; path: string; proofs: string[] }[];

beforeAll(async () => {
  test = await startBuilderTest();
  const { paths } = (await (await test.call('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  };
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security ? [{ method: method.toUpperCase(), path, proofs: security.flatMap((proof) => Object.keys(proof)) }] : [],
    ),
  );
});
afterAll(() => test.server.close(0));

/** The status of a call on things that nobody has, with a body that no call takes. */
async function statusOf({ method, path }: (typeof calls)[number], headers: Record<string, string>): Promise<number> {
  const response = await test.call(path.replaceAll(/\{\w+\}/g, 'x_none'), {
    method,
    headers,
    ...(method === 'POST' && { body: { nonsense: true } }),
  });
  await response.body?.cancel();
  return response.status;
}

describe('who calls', () => {
  it('is found out before anything else: without a proof, a call that is not for everybody answers 401', async () => {
    expect(calls.length).toBeGreaterThan(130);
    for (const call of calls) expect([call.path, await statusOf(call, {})]).toEqual([call.path, 401]);
  });

  it.each([
    ['a token that was never made', 'Bearer not-a-token'],
    ['a key that was never made', 'Bearer sk_live_0000000000000000000000000000000000000000'],
  ])('is nobody with %s', async (_, Authorization) => {
    for (const call of calls) expect([call.path, await statusOf(call, { Authorization })]).toEqual([call.path, 401]);
  });

  it('is never a key where a person is wanted', async () => {
    const ada = await test.person('ada');
    const made = await ada.ask('/v1/secret/create', { name: 'key', scopes: ['account:read', 'account:write'] });
    const Authorization = `Bearer ${(made.body as { secret: string }).secret}`;
    const forPeople = calls.filter(({ proofs }) => proofs.length === 1 && proofs[0] === 'user');
    expect(forPeople.length).toBeGreaterThan(20);
    for (const call of forPeople)
      expect([call.path, await statusOf(call, { Authorization })]).toEqual([call.path, 403]);
  });

  it('is never a visitor where a key is wanted', async () => {
    const { conversationId, token } = await test.openSession('assistant');
    const path = `/v1/conversation/${conversationId}/session/create`;
    const headers = { Authorization: `Bearer ${token}` };
    expect((await test.call(path, { method: 'POST', headers, body: {} })).status).toBe(401);
    expect((await test.call(`/v1/conversation/${conversationId}/message/list`, { headers })).status).toBe(200);
  });

  it('is what the handler is given, of the type that the call declares', () => {
    const rest = { method: 'GET', path: '/x', summary: '', cost: 'none', errors: [] } as const;
    // @ts-expect-error A call declares who may make it.
    endpoint(rest, async () => new Response());
    endpoint({ ...rest, auth: 'public' }, async (_, { caller }) => {
      // @ts-expect-error Nobody is known in a call that is for everybody.
      return new Response(caller.user.id);
    });
    endpoint({ ...rest, auth: 'user' }, async (_, { caller }) => {
      // @ts-expect-error A key has no sign-in.
      const { sessionId } = caller.session;
      return new Response(`${caller.user.id} ${sessionId}`);
    });
    const { auth } = endpoint(
      { ...rest, auth: 'person' },
      async (_, { caller }) => new Response(caller.session.sessionId),
    );
    expect(auth).toBe('person');
  });
});
