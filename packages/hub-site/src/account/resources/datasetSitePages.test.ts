import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../../accountRoutes';
import { systemClock } from '@sotto/widget-core/api';
import { createPublicFetch } from '../../../../server/src/unfurl/publicFetch';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  const publicFetch = createPublicFetch({ clock: systemClock, resolve: async () => ['10.0.0.1'] });
  test = await startSiteTest(accountRoutes, {}, { publicFetch });
  ana = await test.person('ana');
});
afterAll(() => test.server.server.close(0));

describe('FH-14 the page of a dataset without scripts', () => {
  it('FH-14: takes a site and says why it could not be read, and takes a text', async () => {
    const made = await ana.send('/datasets/new', { form: 'thing', name: 'Shop' });
    const path = (made.location ?? '').split('?')[0] ?? '';
    const wrong = await ana.send(path, { form: 'site', url: 'ftp://x' });
    expect([wrong.status, wrong.html.includes('Enter the address of a site, such as example.com')]).toEqual([
      422,
      true,
    ]);
    const inside = await ana.send(path, { form: 'site', url: 'http://10.0.0.1/' });
    expect([inside.status, inside.html.includes('Not a public address: http://10.0.0.1/. Allowed')]).toEqual([
      422,
      true,
    ]);
    expect((await ana.send(path, { form: 'site', url: 'http://inside.example/' })).status).toBe(303);
    await vi.waitFor(
      async () => {
        expect((await ana.get(path)).html).toContain('INTRANET_HOSTS. What was read before is kept.');
      },
      { timeout: 20_000, interval: 200 },
    );
    const [, site = ''] = /value="site-delete-([^"]+)"/.exec((await ana.get(path)).html) ?? [];
    expect((await ana.send(path, { form: `site-delete-${site}` })).status).toBe(303);
    expect((await ana.get(path)).html).not.toContain('inside.example');
    expect((await ana.send(path, { form: 'text', title: 'Do you ship?', text: 'Yes.' })).status).toBe(303);
    expect((await ana.get(path)).html).toContain('Do you ship');
  });
});
