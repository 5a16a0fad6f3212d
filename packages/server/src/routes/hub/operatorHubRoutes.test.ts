import type { HubItem } from '@sotto/hub-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { startPaymentProvider } from '../../testing/paymentProvider';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('H-12 what operators do for the Hub', () => {
  const clock = createManualClock();
  let provider: Awaited<ReturnType<typeof startPaymentProvider>>;
  let test: BuilderTest;
  let operator: Person;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    provider = await startPaymentProvider();
    test = await startBuilderTest({
      clock,
      config: {
        publicUrl: 'http://localhost:3000',
        stripe: provider.settings,
      },
      billingUrl: provider.url,
    });
    // The first account of a server is its operator.
    operator = await test.person('olga');
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
  });
  afterAll(async () => {
    await test.server.close(0);
    await provider.close();
  });

  const publish = (fields: object) => ana.make('/v1/skillset/create', { visibility: 'public', ...fields });
  const status = async (path: string, person?: Person) =>
    (await test.call(path, { headers: person?.headers ?? {} })).status;
  const items = async <Item>(path: string) => (await operator.ask(path)).body['items'] as Item[];

  it('is theirs alone', async () => {
    const id = await publish({ name: 'Guarded' });
    const calls: [string, unknown][] = [
      ['/v1/operator/report/list', undefined],
      ['/v1/operator/report/report_x/close', {}],
      ['/v1/operator/rating/list', undefined],
      ['/v1/operator/rating/rating_x/release', {}],
      ['/v1/operator/rating/rating_x/delete', {}],
      [`/v1/operator/hub/skillset/${id}/takedown`, { reason: 'x' }],
      [`/v1/operator/hub/skillset/${id}/restore`, {}],
      ['/v1/operator/collection/upsert', { slug: 'a', title: 'A' }],
      ['/v1/operator/collection/a/delete', {}],
      ['/v1/operator/referral/list', undefined],
      ['/v1/operator/takedown/list', undefined],
      ['/v1/operator/pause/fetch', undefined],
      ['/v1/operator/account/list', undefined],
    ];
    for (const [path, body] of calls) {
      const anonymous = await test.call(path, { ...(body !== undefined && { body }) });
      expect([path, (await ana.ask(path, body)).status, anonymous.status]).toEqual([path, 403, 401]);
    }
    expect(await status(`/v1/hub/skillset/${id}/fetch`)).toBe(200);
  });

  it('takes a thing down: only its author sees it, with the reason, and cannot publish it again until it is restored', async () => {
    const id = await publish({ name: 'Taken', visibility: 'protected' });
    expect((await operator.ask(`/v1/operator/hub/skillset/${id}/takedown`, { reason: ' ' })).status).toBe(400);
    expect((await operator.ask(`/v1/operator/hub/skillset/${id}/takedown`, { reason: 'Somebody’s text' })).status).toBe(
      200,
    );
    expect([
      await status(`/v1/hub/skillset/${id}/fetch`),
      await status(`/v1/hub/skillset/${id}/fetch`, ben),
      await status(`/v1/hub/skillset/${id}/fetch`, ana),
    ]).toEqual([404, 404, 200]);
    expect(((await ana.ask(`/v1/hub/skillset/${id}/fetch`)).body as HubItem).item).toMatchObject({
      visibility: 'private',
      takenDown: 'Somebody’s text',
    });
    const refused = await ana.ask(`/v1/skillset/${id}/update`, { visibility: 'public' });
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      'The operators of this Hub took this down: Somebody’s text',
    ]);
    expect((await ana.ask(`/v1/skillset/${id}/update`, { description: 'Mended', visibility: 'private' })).status).toBe(
      200,
    );
    // Said again with another reason, it still knows how visible the thing was.
    await operator.make(`/v1/operator/hub/skillset/${id}/takedown`, { reason: 'Another reason' });
    await operator.make(`/v1/operator/hub/skillset/${id}/restore`);
    const { item } = (await ana.ask(`/v1/hub/skillset/${id}/fetch`)).body as HubItem;
    expect([item.visibility, item.takenDown, await status(`/v1/hub/skillset/${id}/fetch`)]).toEqual([
      'protected',
      undefined,
      200,
    ]);
    expect((await operator.ask(`/v1/operator/hub/skillset/${id}/restore`, {})).status).toBe(404);
    expect((await ana.ask(`/v1/skillset/${id}/update`, { visibility: 'public' })).status).toBe(200);
  });

  it('takes what is listed out of lists, collections, profiles and site maps', async () => {
    const id = await publish({ name: 'Listed' });
    await operator.make('/v1/operator/collection/upsert', {
      slug: 'one',
      title: 'One',
      items: [{ type: 'skillset', id: 'listed' }],
    });
    await operator.make(`/v1/operator/hub/skillset/${id}/takedown`, { reason: 'x' });
    for (const path of ['/v1/hub/skillset/list?q=listed', '/v1/hub/skillset/index', '/v1/hub/collection/one/fetch'])
      expect([path, (await (await test.call(path)).text()).includes(id)]).toEqual([path, false]);
  });

  it('reads reports with what they are about, and closes them', async () => {
    const id = await publish({ name: 'Reported' });
    for (const [index, text] of ['First', 'Second'].entries()) {
      clock.advance(index);
      await test.call(`/v1/hub/skillset/${id}/report`, {
        body: { reason: 'misleading', text },
        headers: { Origin: 'http://localhost:3000' },
      });
    }
    const [first, second] = await items<{ id: string; text: string }>('/v1/operator/report/list');
    expect([first, second?.text]).toEqual([
      expect.objectContaining({ type: 'skillset', itemId: id, name: 'Reported', reason: 'misleading', text: 'First' }),
      'Second',
    ]);
    await operator.make(`/v1/operator/report/${first?.id ?? ''}/close`);
    expect((await items<{ text: string }>('/v1/operator/report/list')).map(({ text }) => text)).toEqual(['Second']);
    expect((await operator.ask(`/v1/operator/report/${first?.id ?? ''}/close`, {})).status).toBe(404);
  });

  it('H-6 lets held ratings count, or deletes them', async () => {
    const id = await publish({ name: 'Stormed' });
    for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) {
      const person = await test.person(name);
      await person.make('/v1/skillset/create', { clonedFrom: { id, version: 1 } });
      await person.ask(`/v1/hub/skillset/${id}/rating/upsert`, { value: 1, comment: name });
    }
    const count = async () =>
      ((await (await test.call(`/v1/hub/skillset/${id}/rating/list`)).json()) as { count: number }).count;
    const held = await items<{ id: string; comment: string; itemId: string }>('/v1/operator/rating/list');
    // Both were given in the same millisecond.
    expect([await count(), held.map(({ comment }) => comment).sort(), held[0]?.itemId]).toEqual([3, ['r4', 'r5'], id]);
    await operator.make(`/v1/operator/rating/${held[0]?.id ?? ''}/release`);
    await operator.make(`/v1/operator/rating/${held[1]?.id ?? ''}/delete`);
    expect([
      await count(),
      (await items('/v1/operator/rating/list')).length,
      (await operator.ask(`/v1/operator/rating/${held[0]?.id ?? ''}/release`, {})).status,
    ]).toEqual([4, 0, 404]);
  });

  it('makes, changes and deletes collections of public things', async () => {
    const [one, two] = [await publish({ name: 'Chosen one' }), await publish({ name: 'Chosen two' })];
    const read = async () =>
      (await (await test.call('/v1/hub/collection/best/fetch')).json()) as {
        title: string;
        items: { note: string; card: { id: string } }[];
      };
    await operator.make('/v1/operator/collection/upsert', {
      slug: 'best',
      title: 'Best',
      items: [
        { type: 'skillset', id: 'chosen-two', note: 'Why' },
        { type: 'skillset', id: one },
      ],
    });
    expect((await read()).items.map(({ note, card }) => [note, card.id])).toEqual([
      ['Why', two],
      ['', one],
    ]);
    await operator.make('/v1/operator/collection/upsert', {
      slug: 'best',
      title: 'Better',
      items: [{ type: 'skillset', id: one }],
    });
    expect([(await read()).title, (await read()).items.length]).toEqual(['Better', 1]);
    const secret = await ana.make('/v1/skillset/create', { name: 'Secret' });
    for (const [fields, code] of [
      [{ items: [{ type: 'skillset', id: secret }] }, 422],
      [{ slug: 'Not a slug' }, 400],
      [{ title: '' }, 400],
    ] as const) {
      expect([
        fields,
        (await operator.ask('/v1/operator/collection/upsert', { slug: 'best', title: 'Best', ...fields })).status,
      ]).toEqual([fields, code]);
    }
    expect([
      (await operator.ask('/v1/operator/collection/best/delete', {})).status,
      (await operator.ask('/v1/operator/collection/best/delete', {})).status,
      (await test.call('/v1/hub/collection/best/fetch')).status,
    ]).toEqual([200, 404, 404]);
  });

  it('H-13 counts purchases that were begun by people somebody sent, by month and without the people', async () => {
    for (const referral of ['friend', 'friend', 'blog', undefined, ''])
      await ana.ask('/api/billing/checkout', {
        plan: 'basic',
        returnTo: '/',
        ...(referral !== undefined && { referral }),
      });
    await ana.ask('/api/billing/checkout', { plan: 'free', returnTo: '/', referral: 'refused' });
    expect(await items('/v1/operator/referral/list')).toEqual([
      { referral: 'friend', checkouts: 2 },
      { referral: 'blog', checkouts: 1 },
    ]);
    expect(await items('/v1/operator/referral/list?period=2020-01')).toEqual([]);
  });
});
