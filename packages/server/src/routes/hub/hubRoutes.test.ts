import type { Card, HubItem, RatingSummary } from '@sotto/hub-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hubUses } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;

/** A Hub with people on it, and shortcuts for what they do. */
async function setUp() {
  const clock = createManualClock();
  const test: BuilderTest = await startBuilderTest({ clock });
  const read = async <Body>(path: string, person?: Person): Promise<Body> =>
    (await (await test.call(path, { headers: person?.headers ?? {} })).json()) as Body;
  const list = async (query = '', type = 'skillset') =>
    read<{
      items: Card[];
      cursor: string | null;
      total: number;
      facets: Record<'tags' | 'languages' | 'licences', { value: string; count: number }[]>;
    }>(`/v1/hub/${type}/list?${query}`);
  const names = async (query = '') => (await list(query)).items.map(({ name }) => name);
  const item = async (id: string, person?: Person) => read<HubItem>(`/v1/hub/skillset/${id}/fetch`, person);
  const publish = (person: Person, fields: object) =>
    person.make('/v1/skillset/create', { visibility: 'public', ...fields });
  /** Somebody's conversation with a thing. */
  const tries = async (id: string, messages: number, person?: Person) => {
    const headers = person?.headers ?? {};
    const session = (await (
      await test.call(`/v1/hub/skillset/${id}/session/create`, { body: {}, headers })
    ).json()) as { id: string; token: string };
    for (let count = 0; count < messages; count += 1)
      await (
        await test.call(`/v1/conversation/${session.id}/complete`, {
          body: { id: clientId(), text: 'Hello' },
          token: session.token,
          headers: { Accept: 'application/json' },
        })
      ).text();
  };
  const clones = (id: string, person: Person) => person.make('/v1/skillset/create', { clonedFrom: { id, version: 1 } });
  return { clock, test, list, names, item, publish, tries, clones, read };
}
type Hub = Awaited<ReturnType<typeof setUp>>;

describe('H-9 lists of the Hub', () => {
  let hub: Hub;
  let ana: Person;
  let ben: Person;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    hub = await setUp();
    [ana, ben] = [await hub.test.person('ana'), await hub.test.person('ben')];
    for (const fields of [
      {
        name: 'Parcel tracker',
        description: 'Finds where an order is.',
        tags: ['commerce', 'support'],
        language: 'en',
        licence: 'CC0-1.0',
      },
      { name: 'Order', description: 'Writes purchase forms.', tags: ['commerce'], language: 'en', licence: 'MIT' },
      { name: 'Wetter', description: 'Says what to wear.', tags: ['everyday', 'order'], language: 'de' },
      { name: 'Hidden order', visibility: 'protected', tags: ['commerce'] },
      { name: 'Private order', visibility: 'private', tags: ['commerce'] },
    ]) {
      ids[fields.name] = await hub.publish(ana, fields);
      hub.clock.advance(DAY_MS);
    }
  });
  afterAll(() => hub.test.server.close(0));

  it('have what is public and nothing else, newest first when asked', async () => {
    expect(await hub.names('sort=newest')).toEqual(['Wetter', 'Order', 'Parcel tracker']);
    const { items, total } = await hub.list('sort=newest&take=1');
    expect([total, items[0]]).toEqual([
      3,
      expect.objectContaining({
        type: 'skillset',
        slug: 'wetter',
        user: { id: expect.any(String), name: 'ana', image: null },
        counters: { clones: 0, tries: 0 },
        rating: null,
      }),
    ]);
  });

  it('find words: an exact name first, then name, tags, description; also parts of a name, and marks of a pattern as they are', async () => {
    expect(await hub.names('q=order')).toEqual(['Order', 'Wetter', 'Parcel tracker']);
    expect(await hub.names('q=track')).toEqual(['Parcel tracker']);
    expect(await hub.names('q=finding')).toEqual(['Parcel tracker']);
    for (const odd of ['%25', '%5C', "'%3B drop table skillsets", '%26%7C!()'])
      expect([odd, await hub.names(`q=${odd}`)]).toEqual([odd, []]);
    expect((await hub.list('q=order&sort=nothing')).items).toBeUndefined();
  });

  it('are narrowed down by tag, language, licence and age, and tell by what else', async () => {
    expect(await hub.names('tag=commerce&sort=newest')).toEqual(['Order', 'Parcel tracker']);
    expect(await hub.names('language=de')).toEqual(['Wetter']);
    expect(await hub.names('licence=MIT')).toEqual(['Order']);
    expect(await hub.names('updated=3')).toEqual(['Wetter']);
    const { total, facets } = await hub.list('tag=commerce');
    expect([total, facets]).toEqual([
      2,
      {
        tags: [
          { value: 'commerce', count: 2 },
          { value: 'support', count: 1 },
        ],
        languages: [{ value: 'en', count: 2 }],
        licences: [
          { value: 'CC0-1.0', count: 1 },
          { value: 'MIT', count: 1 },
        ],
      },
    ]);
  });

  it('come in pages, by cursor and by number', async () => {
    const first = await hub.list('sort=newest&take=2');
    const second = await hub.list(`sort=newest&take=2&cursor=${String(first.cursor)}`);
    expect([first.items.length, second.items.map(({ name }) => name), second.cursor]).toEqual([
      2,
      ['Parcel tracker'],
      null,
    ]);
    expect((await hub.list('sort=newest&take=2&page=2')).items).toEqual(second.items);
    expect((await hub.test.call('/v1/hub/skillset/list?cursor=nonsense')).status).toBe(400);
  });

  it('order by clones, by tries of the week against age, and by change', async () => {
    await hub.clones(ids['Parcel tracker'] ?? '', ben);
    await hub.tries(ids['Wetter'] ?? '', 1);
    expect(await hub.names('sort=cloned')).toEqual(['Parcel tracker', 'Wetter', 'Order']);
    // Three points for a clone against one for a try, both about as old.
    expect(await hub.names('sort=trending')).toEqual(['Parcel tracker', 'Wetter', 'Order']);
    hub.clock.advance(8 * DAY_MS);
    await hub.tries(ids['Wetter'] ?? '', 1);
    // What happened more than a week ago trends no more.
    expect((await hub.names('sort=trending'))[0]).toBe('Wetter');
    expect((await hub.names(''))[0]).toBe('Wetter');
    await ana.make(`/v1/skillset/${ids['Order'] ?? ''}/update`, { description: 'Changed' });
    expect((await hub.names('sort=updated'))[0]).toBe('Order');
  });

  it('show people with what they have published, and nobody who has published nothing', async () => {
    const { user } = (await hub.item(ids['Order'] ?? '')).item;
    const profile = await hub.read<{ user: object; totals: object; items: Card[] }>(
      `/v1/hub/user/${user?.id ?? ''}/fetch`,
    );
    expect(profile).toMatchObject({ user: { name: 'ana' }, totals: { clones: 1, tries: 2 } });
    expect(profile.items.map(({ name }) => name)).toEqual(['Wetter', 'Order', 'Parcel tracker']);
    expect(JSON.stringify(profile)).not.toContain('@example.com');
    const { user: quiet } = (await ben.ask('/v1/auth/session')).body as { user: { id: string } };
    expect((await hub.test.call(`/v1/hub/user/${quiet.id}/fetch`)).status).toBe(404);
  });

  it('name every public thing for site maps', async () => {
    const index = await hub.read<{ items: { slug: string }[] }>('/v1/hub/skillset/index');
    expect(index.items.map(({ slug }) => slug)).toEqual(['parcel-tracker', 'order', 'wetter']);
  });

  it('H-5 name other things of the same author that are public', async () => {
    expect((await hub.item(ids['Order'] ?? '')).related.map(({ name }) => name)).toEqual(['Wetter', 'Parcel tracker']);
  });
});

describe('H-6 counters', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await setUp();
  });
  afterAll(() => hub.test.server.close(0));

  it('count accounts that copied everything, and conversations in which a visitor spoke; never the author', async () => {
    const [ana, ben, carl] = [
      await hub.test.person('ana'),
      await hub.test.person('ben'),
      await hub.test.person('carl'),
    ];
    const id = await hub.publish(ana, { name: 'Counted' });
    await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'One' });
    const counters = async () => (await hub.item(id)).item.counters;

    const copy = await hub.clones(id, ben);
    expect(await counters()).toEqual({ clones: 0, tries: 0 });
    await ben.make(`/v1/skillset/${copy}/ability/create`, { name: 'One' });
    expect((await counters()).clones).toBe(1);
    const again = await hub.clones(id, ben);
    await ben.make(`/v1/skillset/${again}/ability/create`, { name: 'One' });
    await ana.make(`/v1/skillset/${await hub.clones(id, ana)}/ability/create`, { name: 'One' });
    expect((await counters()).clones).toBe(1);

    await hub.tries(id, 0);
    await hub.tries(id, 1, ana);
    expect((await counters()).tries).toBe(0);
    await hub.tries(id, 2);
    await hub.tries(id, 1, carl);
    expect(await counters()).toEqual({ clones: 1, tries: 2 });
  });

  it('SV-36 stay when who tried and copied is erased, in one row for each thing, and go with the thing', async () => {
    const [dora, emil, fay] = [
      await hub.test.person('dora'),
      await hub.test.person('emil'),
      await hub.test.person('fay'),
    ];
    const id = await hub.publish(dora, { name: 'Kept count' });
    await dora.make(`/v1/skillset/${id}/ability/create`, { name: 'One' });
    const rows = async () =>
      (await hub.test.database.select().from(hubUses).where(eq(hubUses.itemId, id)))
        .map(({ kind, subject, count }) => ({ kind, subject, count }))
        .sort((one, other) => one.kind.localeCompare(other.kind));
    for (const [person, name] of [
      [emil, 'emil'],
      [fay, 'fay'],
    ] as const) {
      await person.make(`/v1/skillset/${await hub.clones(id, person)}/ability/create`, { name: 'One' });
      for (let count = 0; count < 2; count += 1) await hub.tries(id, 1, person);
      const gone = await person.ask('/v1/account/delete', { email: `${name}@example.com` });
      expect(gone.status).toBe(200);
    }
    expect((await hub.item(id)).item.counters).toEqual({ clones: 2, tries: 4 });
    expect(await rows()).toEqual([
      { kind: 'clone', subject: 'erased', count: 2 },
      { kind: 'try', subject: 'erased', count: 4 },
    ]);
    await dora.make(`/v1/skillset/${id}/delete`, {});
    expect(await rows()).toEqual([]);
  });

  it('tell where a copy comes from, as long as that may be seen', async () => {
    const [ana, ben] = [await hub.test.person('ana'), await hub.test.person('ben')];
    const id = await hub.publish(ana, { name: 'Original' });
    const copy = await hub.clones(id, ben);
    expect((await hub.item(copy, ben)).item.clonedFrom).toEqual({ id, name: 'Original', slug: 'original' });
    await ana.make(`/v1/skillset/${id}/update`, { visibility: 'private' });
    expect((await hub.item(copy, ben)).item.clonedFrom).toEqual({ id, name: null, slug: null });
  });
});

describe('H-6 ratings', () => {
  let hub: Hub;
  let ana: Person;
  beforeAll(async () => {
    hub = await setUp();
    ana = await hub.test.person('ana');
  });
  afterAll(() => hub.test.server.close(0));

  const rate = (person: Person, id: string, value: number, comment = '') =>
    person.ask(`/v1/hub/skillset/${id}/rating/upsert`, { value, comment });

  it('come from people who sent three messages or copied it; not from its author, not from strangers', async () => {
    const [ben, carl] = [await hub.test.person('ben'), await hub.test.person('carl')];
    const id = await hub.publish(ana, { name: 'Rated' });
    expect((await rate(ana, id, 5)).status).toBe(403);
    await hub.tries(id, 2, ben);
    expect([(await rate(ben, id, 4)).status, (await hub.item(id, ben)).viewer.mayRate]).toEqual([422, false]);
    await hub.tries(id, 1, ben);
    expect((await hub.item(id, ben)).viewer.mayRate).toBe(true);
    expect((await rate(ben, id, 4, ' Good ')).body).toMatchObject({ average: 4, count: 1, histogram: [0, 0, 0, 1, 0] });
    await hub.clones(id, carl);
    expect((await rate(carl, id, 1)).body).toMatchObject({ average: 2.5, count: 2 });
    expect((await hub.test.call(`/v1/hub/skillset/${id}/rating/upsert`, { body: { value: 5 } })).status).toBe(401);
    for (const value of [0, 6, 4.5, '5'])
      expect((await ben.ask(`/v1/hub/skillset/${id}/rating/upsert`, { value })).status).toBe(400);
  });

  it('are one for each account: changed, listed with their words, taken back', async () => {
    const dora = await hub.test.person('dora');
    const id = await hub.publish(ana, { name: 'Changed' });
    await hub.clones(id, dora);
    await rate(dora, id, 2, 'Meh');
    await rate(dora, id, 5, 'Better now');
    const { items, count } = await hub.read<
      RatingSummary & { items: { value: number; comment: string; user: object }[] }
    >(`/v1/hub/skillset/${id}/rating/list`);
    expect([count, items]).toEqual([
      1,
      [
        expect.objectContaining({
          value: 5,
          comment: 'Better now',
          user: { id: expect.any(String), name: 'dora', image: null },
        }),
      ],
    ]);
    expect((await hub.item(id, dora)).viewer.rating).toEqual({ value: 5, comment: 'Better now' });
    expect((await dora.ask(`/v1/hub/skillset/${id}/rating/delete`, {})).status).toBe(200);
    expect([
      (await dora.ask(`/v1/hub/skillset/${id}/rating/delete`, {})).status,
      (await hub.item(id)).item.rating,
    ]).toEqual([404, null]);
  });

  it('draw few ratings to the prior when they order a list, and never show that number', async () => {
    const people = await Promise.all(['e1', 'e2', 'e3', 'e4'].map((name) => hub.test.person(name)));
    const [one, many, none] = [
      await hub.publish(ana, { name: 'One five', tags: ['order'] }),
      await hub.publish(ana, { name: 'Two fives', tags: ['order'] }),
      await hub.publish(ana, { name: 'None', tags: ['order'] }),
    ];
    const bad = await hub.publish(ana, { name: 'A four', tags: ['order'] });
    const cast = async (id: string, person: Person | undefined, value: number) => {
      if (!person) return;
      await hub.clones(id, person);
      // Ratings from one network within an hour would be held.
      hub.clock.advance(3_600_001);
      await rate(person, id, value);
    };
    await cast(one, people[0], 5);
    await cast(many, people[1], 5);
    await cast(many, people[2], 5);
    await cast(bad, people[3], 4);
    expect(await hub.names('sort=rated&tag=order')).toEqual(['Two fives', 'One five', 'None', 'A four']);
    expect((await hub.item(none)).item.rating).toBeNull();
    expect((await hub.list('tag=order&q=four')).items[0]?.rating).toEqual({ average: 4, count: 1 });
  });
});

describe('H-1 reports', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await setUp();
  });
  afterAll(() => hub.test.server.close(0));

  it('are taken from anybody on the site, with a reason of the list', async () => {
    const ana = await hub.test.person('ana');
    const id = await hub.publish(ana, { name: 'Odd' });
    const report = async (body: object, headers: Record<string, string> = { Origin: 'http://localhost:3000' }) =>
      (await hub.test.call(`/v1/hub/skillset/${id}/report`, { body, headers })).status;
    expect([
      await report({ reason: 'spam', text: 'Look at it' }),
      await report({ reason: 'dislike' }),
      await report({ reason: 'other', text: 'x'.repeat(2001) }),
      await report({ reason: 'spam' }, { Origin: 'https://evil.test' }),
    ]).toEqual([200, 400, 422, 403]);
    expect(
      (
        await hub.test.call('/v1/hub/skillset/nothing/report', {
          body: { reason: 'spam' },
          headers: { Origin: 'http://localhost:3000' },
        })
      ).status,
    ).toBe(404);
  });
});

describe('H-1 blueprints', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await setUp();
  });
  afterAll(() => hub.test.server.close(0));

  it('show the parts that everybody may see, and the steps', async () => {
    const [ana, ben] = [await hub.test.person('ana'), await hub.test.person('ben')];
    const [open, secret] = [
      await hub.publish(ana, { name: 'Open part' }),
      await ana.make('/v1/skillset/create', { name: 'Secret part' }),
    ];
    const bot = await ana.make('/v1/bot/create', { name: 'Bot part', visibility: 'public' });
    const id = await ana.make('/v1/blueprint/create', {
      name: 'Whole',
      visibility: 'public',
      parts: { skillsets: [open, secret], bots: [bot], datasets: [], widgets: [] },
      steps: '1. Clone it',
    });
    const { item } = await hub.read<HubItem>(`/v1/hub/blueprint/whole/fetch`);
    expect([item.steps, item.parts?.map(({ type, name }) => `${type} ${name}`)]).toEqual([
      '1. Clone it',
      ['skillset Open part', 'bot Bot part'],
    ]);
    await ana.make(`/v1/blueprint/${id}/update`, {
      steps: '1. Read it',
      parts: { skillsets: [open], bots: [], datasets: [], widgets: [] },
    });
    expect((await ana.ask(`/v1/blueprint/${id}/fetch`)).body).toMatchObject({
      version: 2,
      steps: '1. Read it',
      parts: { skillsets: [open] },
    });
    expect([
      (await ben.ask(`/v1/blueprint/${id}/update`, { steps: '' })).status,
      (await ben.ask(`/v1/blueprint/${id}/delete`, {})).status,
    ]).toEqual([404, 404]);
    await ana.make(`/v1/blueprint/${id}/delete`);
    expect((await hub.test.call(`/v1/hub/blueprint/${id}/fetch`)).status).toBe(404);
  });
});
