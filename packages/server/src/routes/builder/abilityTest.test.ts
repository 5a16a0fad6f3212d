import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import type { PublicFetch } from '../../unfurl/publicFetch';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('S-3 a test of an ability', () => {
  let test: BuilderTest;
  let ana: Person;
  let skillset: string;
  const sent: { url: string; method: string | undefined; headers: unknown; body: string | undefined }[] = [];
  const publicFetch: PublicFetch = async (url, { method, headers, body }) => {
    sent.push({ url, method, headers, body });
    const text = JSON.stringify({ order: 7, echo: headers });
    return { url, status: 200, type: 'application/json', headers: {}, bytes: new TextEncoder().encode(text) };
  };
  beforeAll(async () => {
    test = await startBuilderTest({ publicFetch });
    ana = await test.person('ana');
    skillset = await ana.make('/v1/skillset/create', { name: 'Orders' });
    await ana.make(`/v1/skillset/${skillset}/secret/upsert`, { name: 'KEY', value: 's3cret-value' });
  });
  afterAll(() => test.server.close(0));

  const add = (fields: object) => ana.make(`/v1/skillset/${skillset}/ability/create`, fields);
  const run = (id: string, args?: object, person = ana) =>
    person.ask(`/v1/skillset/${skillset}/ability/${id}/test`, args === undefined ? {} : { arguments: args });
  const CANCEL = {
    name: 'Cancel',
    instruction:
      'Say that it is done.\n\n```fetch\nPOST https://api.example/orders/{{number}}\nAuthorization: Bearer {{secret.KEY}}\n\n{"why": "{{reason}}"}\n```',
    parameters: { number: { type: 'string', maxLength: 4 } },
  };

  it('makes the real request with its secret, without a question, and gives the real answer without the secret', async () => {
    const { status, body } = await run(await add(CANCEL), { number: '7', reason: 'late' });
    expect(status).toBe(200);
    expect(sent.at(-1)).toMatchObject({
      url: 'https://api.example/orders/7',
      method: 'POST',
      headers: { authorization: 'Bearer s3cret-value' },
      body: '{"why": "late"}',
    });
    expect(body).toMatchObject({
      hasFailed: false,
      durationMs: expect.any(Number) as number,
      value: {
        instruction: expect.stringContaining('Say that') as string,
        results: [{ status: 200, body: { order: 7 } }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('s3cret-value');
    const { items } = (await ana.ask('/v1/audit/list')).body as { items: { action: string }[] };
    expect(items.map(({ action }) => action)).toContain('ability.test');
  });

  it('sends nothing for arguments that do not fit, and says why', async () => {
    const before = sent.length;
    const id = await add(CANCEL);
    expect((await run(id, { number: 'far too long', reason: 'x' })).status).toBe(422);
    expect((await run(id)).status).toBe(422);
    const misplaced = await run(id, { number: '../x', reason: 'x' });
    expect([misplaced.status, misplaced.body['hasFailed']]).toEqual([200, true]);
    expect(sent.length).toBe(before);
  });

  it('says what is missing: a secret, datasets, a proven visitor', async () => {
    const missing = await run(await add({ instruction: '```fetch\nGET https://a.example/\nX: {{secret.NONE}}\n```' }));
    expect(missing.body).toMatchObject({
      hasFailed: true,
      value: { results: [{ error: 'The secret NONE is not set' }] },
    });
    const search = await run(await add({ instruction: '```search\nhours\n```' }));
    expect(search.body['hasFailed']).toBe(true);
    const proven = await run(await add({ ...CANCEL, requires: 'verified' }), { number: '7', reason: 'x' });
    expect([proven.status, proven.body['message']]).toEqual([
      422,
      expect.stringContaining('your site has identified') as string,
    ]);
  });

  it('is sent by its own people, and never by the assistant', async () => {
    const id = await add(CANCEL);
    const ben = await test.person('ben');
    const before = sent.length;
    expect((await run(id, { number: '7', reason: 'x' }, ben)).status).toBe(404);
    const assistant = await test.call(`/v1/skillset/${skillset}/ability/${id}/test`, {
      body: { arguments: { number: '7', reason: 'x' } },
      headers: { ...ana.headers, 'X-Sotto-Assistant': 'request' },
    });
    expect([assistant.status, sent.length]).toEqual([403, before]);
  });
});
