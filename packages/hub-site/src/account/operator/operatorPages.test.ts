import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountsRoute } from './accountsPage';
import { auditRoute } from './auditPage';
import { collectionsRoute } from './collectionsPage';
import { reportsRoute } from './reportsPage';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('H-12 the pages of operators', () => {
  let site: SiteTest;
  let olga: Visitor;
  let ana: Visitor;
  beforeAll(async () => {
    site = await startSiteTest([reportsRoute, collectionsRoute, accountsRoute, auditRoute]);
    // The first account of a server is its operator.
    olga = await site.person('olga');
    ana = await site.person('ana');
  });
  afterAll(() => site.server.server.close(0));

  const call = async (path: string, { headers }: Visitor, body?: object) =>
    (await (await site.server.call(path, { headers, ...(body && { body }) })).json()) as Record<string, unknown>;
  const text = async (path: string) => (await olga.get(path)).html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  /** The names of the forms of a page. */
  const forms = async (path = '/operator') =>
    [...(await olga.get(path)).html.matchAll(/name="form" value="([^"]+)"/g)].map(([, name = '']) => name);
  const publish = async (name: string) =>
    String((await call('/v1/skillset/create', ana, { name, visibility: 'public' }))['id']);
  const report = (id: string) =>
    site.server.call(`/v1/hub/skillset/${id}/report`, {
      body: { reason: 'rights', text: 'My text <b>copied</b>' },
      headers: { Origin: 'http://localhost:3000' },
    });

  it.each(['/operator', '/operator/collections', '/operator/accounts', '/operator/audit'])(
    '%s is for operators; for others there is no such page, and strangers sign in first',
    async (path) => {
      expect((await olga.get(path)).status).toBe(200);
      expect((await ana.get(path)).status).toBe(404);
      expect((await site.anybody().get(path)).location).toContain('/signin?callbackUrl=');
    },
  );

  it('show reports, close them, and take an item down with its reason', async () => {
    const [kept, taken] = [await publish('Kept'), await publish('Copied')];
    await report(kept);
    await report(taken);
    const page = (await olga.get('/operator')).html;
    expect(page).toContain('Violates rights');
    expect(page).toContain('My text &lt;b&gt;copied&lt;/b&gt;');
    const [close = ''] = (await forms()).filter((name) => name.startsWith('close-'));
    await olga.send('/operator', { form: close });
    const [takedown = ''] = (await forms()).filter((name) => name.startsWith(`takedown-skillset-${taken}-`));
    const refused = await olga.send('/operator', { form: takedown, reason: ' ' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('This field is needed.')]);
    expect((await olga.send('/operator', { form: takedown, reason: 'Somebody’s text' })).location).toBe(
      '/operator?saved',
    );
    expect(await text('/operator')).toContain('No open reports.');
    expect(await text('/operator')).toContain('Somebody’s text');
    expect((await call(`/v1/skillset/${taken}/fetch`, ana))['visibility']).toBe('private');
    await olga.send('/operator', { form: `restore-skillset-${taken}` });
    expect(await text('/operator')).not.toContain('Somebody’s text');
    expect((await call(`/v1/skillset/${taken}/fetch`, ana))['visibility']).toBe('public');
  });

  it('pause all replies and let them go on, and show which it is', async () => {
    expect(await forms()).toContain('pause');
    await olga.send('/operator', { form: 'pause' });
    expect(await forms()).toContain('resume');
    expect((await call('/v1/operator/pause/fetch', olga))['isPaused']).toBe(true);
    expect((await ana.send('/operator', { form: 'resume' })).status).toBe(404);
    await olga.send('/operator', { form: 'resume' });
    expect((await call('/v1/operator/pause/fetch', olga))['isPaused']).toBe(false);
  });

  it('make, change and delete collections', async () => {
    const id = await publish('Chosen');
    const fields = { form: 'collection', title: 'Best', slug: 'best', description: '', position: '2' };
    const refused = await olga.send('/operator/collections', { ...fields, items: 'skillset nothing' });
    expect([refused.status, refused.html.includes('skillset nothing')]).toEqual([422, true]);
    await olga.send('/operator/collections', { ...fields, items: `skillset ${id} Worth\u00a0it\n\n` });
    expect((await olga.get('/operator/collections?edit=best')).html).toContain('skillset chosen Worth it');
    expect((await call('/v1/hub/collection/best/fetch', ana))['position']).toBe(2);
    await olga.send('/operator/collections', { form: 'delete', slug: 'best' });
    expect(await text('/operator/collections')).toContain('No collections yet.');
  });

  it('list accounts with their usage, page by page and by name, without the made-up address of a team', async () => {
    await call('/v1/workspace/create', ana, { name: 'Shop team' });
    const list = await text('/operator/accounts');
    for (const shown of ['olga@example.com', 'ana@example.com', 'Shop team']) expect(list).toContain(shown);
    expect(await text('/operator/accounts?q=shop')).not.toContain('ana@example.com');
    expect(await text('/operator/accounts?q=%25')).toContain('No account matches');
    const first = await call('/v1/operator/account/list?take=2', olga);
    const second = await call(`/v1/operator/account/list?take=2&cursor=${String(first['cursor'])}`, olga);
    const all = [first, second].flatMap(({ items }) => items as { id: string; name: string; email: string | null }[]);
    expect([new Set(all.map(({ id }) => id)).size, second['cursor']]).toEqual([3, null]);
    expect(all.find(({ name }) => name === 'Shop team')?.email).toBeNull();
    expect((await site.server.call('/v1/operator/account/list', { headers: ana.headers })).status).toBe(403);
  });

  it('show what was done on the server', async () => {
    const log = await text('/operator/audit');
    expect(log).toContain('hub.takedown');
    expect(log).toContain('Download everything as CSV');
  });
});
