import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SHOP = 'https://shop.example';

interface Site {
  origin: string;
  firstSeenAt: number;
  lastSeenAt: number;
}

describe('H-12 where a widget has been seen', () => {
  const clock = createManualClock();
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest({ clock });
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));

  async function makeWidget(fields: object = {}): Promise<string> {
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    return ana.make('/v1/integration/widget/create', { name: 'Help', botId, ...fields });
  }
  const sitesOf = async (id: string): Promise<Site[]> =>
    (await ana.ask(`/v1/integration/widget/${id}/site/list`)).body['items'] as Site[];
  const open = (id: string, origin: string): Promise<Response> =>
    test.call(`/v1/integration/widget/${id}/session/create`, { body: {}, headers: { Origin: origin } });

  it('is noted when a page reads its settings, when its frame is loaded, and when a session is made', async () => {
    for (const see of [
      (id: string) => test.call(`/integrations/widget/${id}/config.mjs`, { headers: { Origin: SHOP } }),
      (id: string) => test.call(`/integrations/widget/${id}/frame`, { headers: { Referer: `${SHOP}/cart?secret=1` } }),
      (id: string) => open(id, SHOP),
    ]) {
      const id = await makeWidget();
      expect(await sitesOf(id)).toEqual([]);
      await see(id);
      expect(await sitesOf(id)).toEqual([{ origin: SHOP, firstSeenAt: clock.now(), lastSeenAt: clock.now() }]);
    }
  });

  it('is noted at most once a minute, and keeps when it was first seen', async () => {
    const id = await makeWidget();
    const first = clock.now();
    await open(id, SHOP);
    clock.advance(30_000);
    await open(id, SHOP);
    expect((await sitesOf(id))[0]?.lastSeenAt).toBe(first);
    clock.advance(90_000);
    await open(id, SHOP);
    expect(await sitesOf(id)).toEqual([{ origin: SHOP, firstSeenAt: first, lastSeenAt: clock.now() }]);
  });

  it('SV-38 a minute of page views is one statement, and the owner sees what the first of them was', async () => {
    const id = await makeWidget();
    const view = () => test.call(`/integrations/widget/${id}/config.mjs`, { headers: { Origin: SHOP } });
    await view();
    const seen = await sitesOf(id);
    // A statement would put the row back.
    await test.database.execute(sql`delete from widget_sites where widget_id = ${id}`);
    clock.advance(60_000);
    await Promise.all(Array.from({ length: 20 }, view));
    expect(await sitesOf(id)).toEqual([]);
    clock.advance(1);
    await view();
    expect(await sitesOf(id)).toEqual([{ ...seen[0], firstSeenAt: clock.now(), lastSeenAt: clock.now() }]);
  });

  it('SV-38 a site that could not be noted is noted at the next page view', async () => {
    const id = await makeWidget();
    await test.database.execute(sql`alter table widget_sites rename to away`);
    expect((await open(id, SHOP)).status).toBe(200);
    await test.database.execute(sql`alter table away rename to widget_sites`);
    await open(id, SHOP);
    expect(await sitesOf(id)).toMatchObject([{ origin: SHOP }]);
  });

  it('is not this server itself, nothing unreadable, and no site the widget is not for', async () => {
    const id = await makeWidget({ allowedOrigins: [SHOP] });
    for (const origin of ['http://localhost:3000', 'null', 'https://other.example', 'javascript:1', 'x'])
      await test.call(`/integrations/widget/${id}/config.mjs`, { headers: { Origin: origin } });
    expect(await sitesOf(id)).toEqual([]);
  });

  it('keeps the twenty latest', async () => {
    const id = await makeWidget();
    for (let index = 0; index < 23; index++) {
      clock.advance(1_000);
      await open(id, `https://site${index}.example`);
    }
    const sites = await sitesOf(id);
    expect([sites.length, sites[0]?.origin, sites.at(-1)?.origin]).toEqual([
      20,
      'https://site22.example',
      'https://site3.example',
    ]);
  });

  it('is told to the owner alone', async () => {
    const id = await makeWidget();
    const ben = await test.person('ben');
    expect((await ben.ask(`/v1/integration/widget/${id}/site/list`)).status).toBe(404);
    expect((await test.call(`/v1/integration/widget/${id}/site/list`)).status).toBe(401);
  });
});
