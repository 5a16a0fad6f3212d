import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('S-2, S-3: what people make', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
  });
  afterAll(() => test.server.close(0));

  it('S-2 makes a skillset, private unless said otherwise, with an address of its name', async () => {
    const id = await ana.make('/api/v1/skillset/create', { name: 'Order status!', description: 'Looks up orders' });
    const { body } = await ana.ask(`/v1/skillset/${id}/fetch`);
    expect(body).toMatchObject({
      id,
      slug: 'order-status',
      name: 'Order status!',
      description: 'Looks up orders',
      visibility: 'private',
      version: 1,
      abilities: [],
      mcpServers: [],
      page: {},
    });
    const second = await ben.ask(
      `/v1/skillset/${await ben.make('/v1/skillset/create', { name: 'Order status' })}/fetch`,
    );
    expect(second.body['slug']).toMatch(/^order-status-[0-9a-f]{8}$/);
    expect((await test.call('/v1/skillset/create', { body: { name: 'x' } })).status).toBe(401);
  });

  it('S-3 adds abilities in their order, changes and deletes them, and counts changes', async () => {
    const id = await ana.make('/v1/skillset/create', { clonedFrom: { id: 'skillset_other', version: 3 } });
    const first = await ana.make(`/api/v1/skillset/${id}/ability/create`, {
      name: 'Find',
      description: 'd',
      instruction: 'i',
    });
    const second = await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'Cancel' });
    await ana.make(`/v1/skillset/${id}/ability/${first}/update`, { instruction: 'new' });
    const { body } = await ana.ask(`/v1/skillset/${id}/fetch`);
    expect(body).toMatchObject({
      clonedFrom: { id: 'skillset_other', version: 3 },
      version: 4,
      abilities: [
        { id: first, name: 'Find', description: 'd', instruction: 'new' },
        { id: second, name: 'Cancel' },
      ],
    });
    await ana.make(`/v1/skillset/${id}/ability/${first}/delete`);
    expect((await ana.ask(`/v1/skillset/${id}/fetch`)).body['abilities']).toHaveLength(1);
    expect((await ana.ask(`/v1/skillset/${id}/ability/${first}/update`, {})).status).toBe(404);
  });

  it('makes nothing twice under one key', async () => {
    const headers = { ...ana.headers, 'Idempotency-Key': 'clone-1234-0' };
    const make = (name: string) => test.call('/v1/skillset/create', { body: { name }, headers });
    const [first, again] = [await make('Once'), await make('Once')];
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await make('Other')).status).toBe(422);
  });

  it('lists own things page by page, newest first', async () => {
    const carl = await test.person('carl');
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push(await carl.make('/v1/bot/create', { name: `Bot ${count}` }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await carl.ask(`/v1/bot/list?take=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...(body['items'] as { id: string }[]).map(({ id }) => id));
      cursor = body['cursor'] as string | null;
    } while (cursor !== null);
    expect(seen.sort()).toEqual(made.sort());
    expect((await carl.ask('/v1/bot/list?cursor=nonsense')).status).toBe(400);
    expect((await carl.ask('/v1/bot/list?cursor=MScgT1IgMT0x')).status).toBe(400);
  });

  it('makes bots and widgets, and keeps a bot that still answers somewhere', async () => {
    const skillset = await ana.make('/v1/skillset/create', { name: 'S' });
    const bot = await ana.make('/v1/bot/create', {
      name: 'B',
      backstory: 'Be kind',
      temperature: 0.5,
      skillsets: [skillset],
    });
    const widget = await ana.make('/v1/integration/widget/create', {
      name: 'W',
      botId: bot,
      config: { barTitle: 'Hello' },
      allowedOrigins: ['https://shop.example'],
    });
    expect((await ana.ask(`/v1/integration/widget/${widget}/fetch`)).body).toMatchObject({
      botId: bot,
      config: { barTitle: 'Hello' },
      hasIdentitySecret: false,
    });
    expect(JSON.stringify(await (await test.call(`/v1/integration/widget/${widget}/config`)).json())).not.toContain(
      'Be kind',
    );
    expect((await ana.ask(`/v1/bot/${bot}/delete`, {})).status).toBe(409);
    await test.call(`/v1/integration/widget/${widget}/session/create`, {
      body: {},
      headers: { Origin: 'https://shop.example' },
    });
    await ana.make(`/v1/integration/widget/${widget}/delete`);
    await ana.make(`/v1/bot/${bot}/delete`);
    expect((await ana.ask(`/v1/bot/${bot}/fetch`)).status).toBe(404);
  });

  it('W-3 shows visitors the name of a widget where its title was left empty, as the studio says', async () => {
    const botId = await ana.make('/v1/bot/create', { name: 'B' });
    const id = await ana.make('/v1/integration/widget/create', {
      name: 'Ask the shop',
      botId,
      config: { barTitle: '' },
    });
    expect(await (await test.call(`/v1/integration/widget/${id}/config`)).json()).toMatchObject({
      config: { barTitle: 'Ask the shop' },
    });
    expect(await (await test.call(`/integrations/widget/${id}/config.json`)).json()).toMatchObject({
      barTitle: 'Ask the shop',
    });
    expect(await (await test.call(`/w/${id}`)).text()).toContain('<title>Ask the shop');
  });

  it("A605: other people's things are as unknown as none, whatever is tried", async () => {
    const skillset = await ana.make('/v1/skillset/create', { name: 'Mine', visibility: 'public' });
    const ability = await ana.make(`/v1/skillset/${skillset}/ability/create`, { name: 'A' });
    const bot = await ana.make('/v1/bot/create', { name: 'Mine' });
    const widget = await ana.make('/v1/integration/widget/create', { botId: bot });
    const dataset = await ana.make('/v1/dataset/create', { name: 'Mine' });
    const calls = [
      ...['fetch'].flatMap((call) =>
        [
          `/v1/skillset/${skillset}/${call}`,
          `/v1/bot/${bot}/${call}`,
          `/v1/dataset/${dataset}/${call}`,
          `/v1/integration/widget/${widget}/${call}`,
        ].map((path) => [path, undefined] as const),
      ),
      ...['update', 'delete'].flatMap((call) =>
        [
          `/v1/skillset/${skillset}/${call}`,
          `/v1/bot/${bot}/${call}`,
          `/v1/dataset/${dataset}/${call}`,
          `/v1/integration/widget/${widget}/${call}`,
          `/v1/skillset/${skillset}/ability/${ability}/${call}`,
        ].map((path) => [path, {}] as const),
      ),
      [`/v1/skillset/${skillset}/ability/create`, {}] as const,
      [`/v1/skillset/${skillset}/mcp/create`, { name: 'm', url: 'https://mcp.example' }] as const,
      [`/v1/integration/widget/${widget}/identity/create`, {}] as const,
      [`/v1/dataset/${dataset}/search`, { search: 'x' }] as const,
      [`/v1/dataset/${dataset}/file/list`, undefined] as const,
    ];
    for (const [path, body] of calls) {
      const [foreign, unknown] = [
        await ben.ask(path, body),
        await ben.ask(path.replace(/_[0-9A-Z]{26}/, '_00000000000000000000000000'), body),
      ];
      expect([path, foreign.status, foreign.body['message']]).toEqual([path, 404, unknown.body['message']]);
    }
    for (const fields of [{ botId: bot }])
      expect((await ben.ask('/v1/integration/widget/create', fields)).status).toBe(422);
    for (const fields of [{ skillsets: [skillset] }, { datasets: [dataset] }])
      expect((await ben.ask('/v1/bot/create', fields)).status).toBe(422);
    expect((await ana.ask(`/v1/skillset/${skillset}/fetch`)).body['abilities']).toHaveLength(1);
  });

  it("FT-2: another account's delete call leaves a dataset and its documents as they are", async () => {
    const dataset = await ana.make('/v1/dataset/create', { name: 'Prices', visibility: 'public' });
    const uploaded = await test.call(`/v1/dataset/${dataset}/file/upload`, {
      body: new TextEncoder().encode('Tea costs four euros.'),
      headers: { ...ana.headers, 'Content-Type': 'application/octet-stream', 'X-File-Name': 'prices.txt' },
    });
    const { id } = (await uploaded.json()) as { id: string };
    const keyed = await test.call(`/v1/dataset/${dataset}/delete`, {
      body: {},
      headers: { ...ben.headers, 'Idempotency-Key': 'key-of-a-stranger' },
    });
    expect([keyed.status, (await ben.ask(`/v1/dataset/${dataset}/delete`, {})).status]).toEqual([404, 404]);
    expect((await ana.ask(`/v1/dataset/${dataset}/file/list`)).body['items']).toMatchObject([
      { id, name: 'prices.txt' },
    ]);
    expect((await ana.ask(`/v1/dataset/${dataset}/search`, { search: 'tea' })).body['passages']).toMatchObject([
      { text: 'Tea costs four euros.' },
    ]);
    // Their owner's call takes them along.
    await ana.make(`/v1/dataset/${dataset}/delete`);
    expect((await ana.ask(`/v1/dataset/${dataset}/file/list`)).status).toBe(404);
  });

  it('FT-6: a skillset takes a hundred abilities and not one more, and a free place is a place', async () => {
    const id = await ana.make('/v1/skillset/create', { name: 'Full' });
    const add = (name: string) => ana.ask(`/v1/skillset/${id}/ability/create`, { name });
    const made: string[] = [];
    for (let count = 1; count <= 100; count += 1) {
      const { status, body } = await add(`Ability ${count}`);
      expect([count, status]).toEqual([count, 200]);
      made.push(String(body['id']));
    }
    expect(await add('One too many')).toMatchObject({
      status: 422,
      body: { code: 'UNPROCESSABLE_ENTITY', message: 'A skillset has at most 100 abilities' },
    });
    expect(
      ((await ana.ask(`/v1/skillset/${id}/fetch`)).body['abilities'] as { id: string }[]).map((ability) => ability.id),
    ).toEqual(made);
    await ana.make(`/v1/skillset/${id}/ability/${String(made[0])}/delete`);
    expect((await add('In its place')).status).toBe(200);
  });

  it('A705: nobody sets what is not theirs to set', async () => {
    const id = await ben.make('/v1/skillset/create', {
      name: 'x',
      ownerId: 'somebody',
      id: 'mine',
      slug: 'admin',
      version: 99,
      createdAt: 1,
      __proto__: { visibility: 'public' },
      constructor: { prototype: { polluted: true } },
    });
    const { body } = await ben.ask(`/v1/skillset/${id}/fetch`);
    expect(body).toMatchObject({ slug: 'x', version: 1, visibility: 'private' });
    // A version says what is changed (FH-8); it cannot be set.
    expect(
      (await ben.ask(`/v1/skillset/${id}/update`, { ownerId: 'somebody', version: 5, slug: 'taken' })).status,
    ).toBe(409);
    await ben.make(`/v1/skillset/${id}/update`, { ownerId: 'somebody', version: 1, slug: 'taken' });
    expect((await ben.ask(`/v1/skillset/${id}/fetch`)).body).toMatchObject({ slug: 'x', version: 2 });
    const polluted = await test.call('/v1/skillset/create', {
      body: '{"name":"p","page":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}',
      headers: ben.headers,
    });
    expect(polluted.status).toBe(422);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('A706: strange words stay words, and large bodies are refused', async () => {
    const strange = [
      "'; drop table skillsets; --",
      '\u202egnp.exe',
      '{{7*7}}',
      '../../etc/passwd',
      'NULL',
      '%00',
      '🙂'.repeat(40),
    ];
    for (const name of strange) {
      const id = await ben.make('/v1/skillset/create', { name });
      const { body } = await ben.ask(`/v1/skillset/${id}/fetch`);
      expect(body['name']).toBe(name);
      expect(body['slug']).toMatch(/^[a-z0-9-]+$/);
    }
    expect((await ben.ask('/v1/skillset/create', { name: 'x'.repeat(201) })).status).toBe(400);
    expect(
      (
        await test.call('/v1/skillset/create', {
          body: JSON.stringify({ description: 'x'.repeat(1_100_000) }),
          headers: ben.headers,
        })
      ).status,
    ).toBe(413);
    expect(
      (
        await test.call('/v1/skillset/create', {
          body: `{"page":${'{"a":'.repeat(80)}1${'}'.repeat(80)}}`,
          headers: ben.headers,
        })
      ).status,
    ).toBe(400);
  });

  it('lets a key of the account do what the account may', async () => {
    const { body } = await ana.ask('/v1/secret/create', { name: 'CI' });
    const made = await test.call('/v1/skillset/create', {
      body: { name: 'By program' },
      token: String(body['secret']),
    });
    const { id } = (await made.json()) as { id: string };
    expect((await ana.ask(`/v1/skillset/${id}/fetch`)).status).toBe(200);
  });
});
