import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest } from '../testing/visit';
import { listRoutes } from './ListPage';
import { searchRoute } from './SearchPage';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('H-9 the search pages of the Hub', () => {
  let site: SiteTest;
  const read = async (path: string) => (await site.anybody().get(path)).html.replaceAll(/<[^>]+>/g, '');
  beforeAll(async () => {
    site = await startSiteTest([searchRoute, ...listRoutes]);
    const { headers } = await site.person('ana');
    for (const [kind, fields] of [
      ['skillset', { name: 'Parcel tracker', tags: ['commerce'] }],
      ['skillset', { name: 'Shipping labels', tags: ['commerce'] }],
      ['bot', { name: 'Parcle bot', tags: ['odd names'] }],
    ] as const) {
      const body = { visibility: 'public', ...fields };
      await site.server.call(`/v1/${kind}/create`, { body, headers });
    }
  });
  afterAll(() => site.server.server.close(0));

  it('name the words that were searched instead, on the page of all kinds and on a list', async () => {
    const all = await read('/hub/search?q=shiping');
    expect(all).toContain('Nothing has all the words of shiping. These items match shipping.');
    expect(all).toContain('Shipping labels');
    const list = await read('/hub/skillsets?q=shiping+unicorns');
    expect(list).toContain('These skillsets match some of the words of shipping unicorns.');
  });

  it('show what has the words as they are written, and nothing similar beside it', async () => {
    const text = await read('/hub/search?q=parcle');
    expect(text).toContain('Parcle bot');
    expect(text).not.toContain('Parcel tracker');
    expect(text).not.toContain('Nothing has');
  });

  it('offer tags and trending items where nothing was found', async () => {
    const { html } = await site.anybody().get('/hub/search?q=zzzzqqq');
    expect(html).toContain('Nothing fits');
    expect(html).toContain('href="/hub/search?q=odd+names"');
    expect(html).toContain('Parcel tracker');
    const list = (await site.anybody().get('/hub/skillsets?q=zzzzqqq')).html;
    expect(list).toContain('href="/hub/skillsets?tag=commerce"');
    expect(list).not.toContain('odd names');
    expect((await site.anybody().get('/hub/skillsets')).html).not.toContain('Trending</h2>');
  });

  it('begin with the kind that has most', async () => {
    const { headers } = await site.person('ben');
    for (const [kind, name] of [
      ['skillset', 'Garden rules'],
      ['bot', 'Garden guide'],
      ['bot', 'Garden planner'],
    ])
      await site.server.call(`/v1/${String(kind)}/create`, { body: { visibility: 'public', name }, headers });
    const text = await read('/hub/search?q=garden');
    expect(text).toContain('Garden rules');
    expect(text.indexOf('Garden planner')).toBeLessThan(text.indexOf('Garden rules'));
    expect(text).toContain('Garden planner');
  });
});
