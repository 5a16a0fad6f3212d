import { ASSISTANT_HEADER } from '@sotto/hub-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { abilities } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

describe('S-5 GraphQL', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
  });
  afterAll(() => test.server.close(0));
  const ask = async (person: Person, query: string, variables: object = {}) =>
    (await person.ask('/api/v1/graphql', { query, variables })).body as Answer;

  it('answers who somebody is and what they have, page by page', async () => {
    for (let count = 0; count < 3; count += 1)
      await ana.make('/v1/skillset/create', {
        name: `S${count}`,
        visibility: 'public',
        description: count === 1 ? '100% cats' : '',
      });
    const { data } = await ask(
      ana,
      '{ me { email } usage { plan messages { used limit } } mine(type: skillset, first: 2) { items { name } cursor } }',
    );
    expect(data).toMatchObject({
      me: { email: 'ana@example.com' },
      usage: { plan: 'ultimate', messages: { used: 0, limit: null } },
    });
    const mine = data?.['mine'] as { items: object[]; cursor: string };
    expect(mine.items).toHaveLength(2);
    const next = await ask(
      ana,
      'query ($after: String) { mine(type: skillset, first: 2, after: $after) { items { id name } cursor } }',
      { after: mine.cursor },
    );
    expect(next.data?.['mine']).toMatchObject({ items: [{}], cursor: null });
    expect((await ask(ben, '{ hub(type: skillset, q: "CATS") { items { name } } }')).data).toEqual({
      hub: { items: [{ name: 'S1' }] },
    });
    expect((await ask(ben, '{ hub(type: skillset, q: "%") { items { name } } }')).data).toEqual({
      hub: { items: [{ name: 'S1' }] },
    });
  });

  it('A605: shows nobody what is not theirs', async () => {
    const secret = await ana.make('/v1/skillset/create', { name: 'Secret' });
    await ana.make(`/v1/skillset/${secret}/ability/create`, { name: 'A' });
    const query = 'query ($id: ID!) { skillset(id: $id) { name abilities { name } } }';
    expect((await ask(ana, query, { id: secret })).data).toEqual({
      skillset: { name: 'Secret', abilities: [{ name: 'A' }] },
    });
    expect((await ask(ben, query, { id: secret })).data).toEqual({ skillset: null });
    expect((await ask(ben, '{ mine(type: skillset) { items { name } } }')).data).toEqual({ mine: { items: [] } });
    expect((await test.call('/v1/graphql', { body: { query: '{ me { id } }' } })).status).toBe(401);
  });

  it('reads only, unless the server allows changes', async () => {
    const mutation = 'mutation { createSkillset(input: { name: "M" }) { id name } }';
    expect(await ask(ana, mutation)).toEqual({
      errors: [{ message: 'This server answers queries only', extensions: { code: 'NOT_AUTHORIZED' } }],
    });
    const open = await startBuilderTest({ config: { allowsGraphqlMutations: true } });
    const [carl, dora] = [await open.person('carl'), await open.person('dora')];
    const made = (await ask(carl, mutation)).data?.['createSkillset'] as { id: string };
    const ability = await ask(
      carl,
      'mutation ($id: ID!) { createAbility(skillsetId: $id, input: { name: "A", instruction: "I" }) { name instruction } }',
      { id: made.id },
    );
    expect(ability.data).toEqual({ createAbility: { name: 'A', instruction: 'I' } });
    const foreign = await ask(dora, 'mutation ($id: ID!) { deleteSkillset(id: $id) }', { id: made.id });
    expect(foreign.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(
      (
        await ask(carl, 'mutation ($id: ID!) { updateSkillset(id: $id, input: { visibility: "everybody" }) { id } }', {
          id: made.id,
        })
      ).errors,
    ).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
    await open.server.close(0);
  });

  it('A704: refuses what is too deep, too wide or too long before doing it', async () => {
    const wide = `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: hub(type: skillset, first: 200) { items { id name slug } }`).join(' ')} }`;
    const variable =
      'query ($n: Int) { ' +
      Array.from({ length: 40 }, (_, index) => `a${index}: hub(type: bot, first: $n) { items { id name slug } }`).join(
        ' ',
      ) +
      ' }';
    const deep = `{ ${'skillset(id: "a") { abilities { '.repeat(6)} id ${'} }'.repeat(6)} }`;
    const circle = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
    const long = `{ ${'me { id } '.repeat(1500)} }`;
    for (const query of [
      wide,
      variable,
      deep,
      circle,
      long,
      '{ nothing }',
      '{',
      '{ mine(type: skillset, first: 100000) { items { id } } }',
    ]) {
      const { data, errors } = await ask(ana, query);
      expect([query.slice(0, 30), data ?? null, errors?.[0]?.extensions.code]).toEqual([
        query.slice(0, 30),
        null,
        'BAD_REQUEST',
      ]);
    }
    expect((await ask(ana, '{ __schema { queryType { name } } }')).data).toEqual({
      __schema: { queryType: { name: 'Query' } },
    });
  });
});

describe('SV-14 GraphQL does what the calls beside it do', () => {
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest({ config: { allowsGraphqlMutations: true } });
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));
  const ask = async (headers: Record<string, string>, query: string, variables: object = {}) =>
    (await (await test.call('/v1/graphql', { body: { query, variables }, headers })).json()) as Answer;
  const keyWith = async (...scopes: string[]): Promise<Record<string, string>> => {
    const { secret } = (await ana.ask('/v1/secret/create', { name: scopes.join(), scopes })).body;
    return { Authorization: `Bearer ${String(secret)}` };
  };
  const CREATE = 'mutation ($id: ID!, $input: AbilityInput!) { createAbility(skillsetId: $id, input: $input) { id } }';
  const countOf = async (id: string): Promise<number> =>
    ((await ana.ask(`/v1/skillset/${id}/fetch`)).body['abilities'] as object[]).length;

  it('SV-14: a skillset has at most 100 abilities', async () => {
    const id = await ana.make('/v1/skillset/create', { name: 'Full' });
    const times = { createdAt: 1, updatedAt: 1 };
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `ability_full${String(index)}`,
      skillsetId: id,
      ...times,
    }));
    await test.database.insert(abilities).values(rows);
    const byHttp = await ana.ask(`/v1/skillset/${id}/ability/create`, { name: 'One more' });
    const { errors } = await ask(ana.headers, CREATE, { id, input: { name: 'One more' } });
    expect([byHttp.status, errors]).toMatchObject([
      422,
      [{ message: byHttp.body['message'], extensions: { code: 'UNPROCESSABLE_ENTITY' } }],
    ]);
    expect(await countOf(id)).toBe(100);
  });

  it('SV-14: an ability that asks nobody is in the audit log', async () => {
    const id = await ana.make('/v1/skillset/create', { name: 'Trusting' });
    const input = { name: 'Cancel', effect: 'act', needsApproval: false };
    const { data } = await ask(ana.headers, CREATE, { id, input });
    const { id: targetId } = data?.['createAbility'] as { id: string };
    const [newest] = (await ana.ask('/v1/audit/list')).body['items'] as object[];
    expect(newest).toMatchObject({ action: 'ability.update', targetId, details: { needsApproval: false } });
  });

  it('SV-14: a key that may only read asks for everything, and changes nothing', async () => {
    const key = await keyWith('visitors:read', 'build:read', 'account:read');
    const id = await ana.make('/v1/skillset/create', { name: 'Kept' });
    const query = `{ me { id } usage { plan } skillset(id: "${id}") { name } mine(type: skillset) { cursor }
      hub(type: bot) { cursor } conversations { cursor } contacts { cursor } votes { cursor } }`;
    const { data, errors } = await ask(key, query);
    expect([errors, data]).toMatchObject([undefined, { skillset: { name: 'Kept' } }]);
    const refused = [
      { extensions: { code: 'NOT_AUTHORIZED' }, message: expect.stringContaining('build:write') as string },
    ];
    for (const mutation of [
      'mutation { createSkillset(input: { name: "Made" }) { id } }',
      `mutation { updateSkillset(id: "${id}", input: { name: "Changed" }) { id } }`,
      `mutation { createAbility(skillsetId: "${id}", input: { name: "Added" }) { id } }`,
      `mutation { deleteSkillset(id: "${id}") }`,
    ])
      expect((await ask(key, mutation)).errors).toMatchObject(refused);
    const { name, abilities: left } = (await ana.ask(`/v1/skillset/${id}/fetch`)).body;
    expect([name, left]).toEqual(['Kept', []]);
    expect(JSON.stringify((await ana.ask('/v1/skillset/list')).body)).not.toContain('Made');
  });

  it.each([
    ['me { id }', 'account:read'],
    ['usage { plan }', 'account:read'],
    ['skillset(id: "skillset_none") { id }', 'build:read'],
    ['mine(type: bot) { cursor }', 'build:read'],
    ['hub(type: bot) { cursor }', 'build:read'],
    ['conversations { cursor }', 'visitors:read'],
    ['contacts { cursor }', 'visitors:read'],
    ['votes { cursor }', 'visitors:read'],
  ])('SV-14: %s needs the scope of the call beside it, %s, and no other', async (field, scope) => {
    expect((await ask(await keyWith(scope), `{ ${field} }`)).errors).toBeUndefined();
    const others = [
      'chat',
      'visitors:write',
      'build:write',
      'account:write',
      'account:read',
      'build:read',
      'visitors:read',
    ];
    const { errors } = await ask(await keyWith(...others.filter((each) => each !== scope)), `{ ${field} }`);
    expect(errors).toMatchObject([
      { message: `This key may not do that: it has no scope ${scope}`, extensions: { code: 'NOT_AUTHORIZED' } },
    ]);
  });

  it('SV-14: a change that is sent again with its key is made once', async () => {
    const headers = { ...ana.headers, 'Idempotency-Key': 'the-same-key' };
    const mutation = 'mutation { createSkillset(input: { name: "Only one" }) { id } }';
    const [first, again] = [await ask(headers, mutation), await ask(headers, mutation)];
    expect([first.errors, again]).toEqual([undefined, first]);
    const { items } = (await ana.ask('/v1/skillset/list')).body as { items: { name: string }[] };
    expect(items.filter(({ name }) => name === 'Only one')).toHaveLength(1);
  });

  it('SV-14: the assistant gets what visitors left neither way', async () => {
    for (const path of ['contact/list', 'contact/export', 'vote/list', 'vote/export']) {
      const response = await test.call(`/v1/${path}`, {
        method: path.endsWith('/export') ? 'POST' : 'GET',
        headers: { ...ana.headers, [ASSISTANT_HEADER]: 'request' },
      });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });
});

describe('the page of the API', () => {
  it('shows every call without scripts, under a strict policy', async () => {
    const test = await startBuilderTest();
    const response = await test.call('/v1/docs');
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page).not.toMatch(/<script|style="|onclick/);
    // Without an icon of its own Safari asks for /favicon.ico, which the policy refuses: an error of the page.
    expect(page).toContain('<link rel="icon" href="data:,">');
    expect(response.headers.get('content-security-policy')).toContain('; img-src data:;');
    for (const path of [
      '/v1/skillset/create',
      '/v1/hub/skillset/{id}/session/create',
      '/v1/graphql',
      '/v1/billing/checkout',
    ])
      expect(page).toContain(`<code>${path}</code>`);
    await test.server.close(0);
  });
});
