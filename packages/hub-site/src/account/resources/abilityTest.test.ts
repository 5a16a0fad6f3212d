import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { skillsetRoutes } from './skillsetPages';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('S-3 Send test, on the page of a skillset', () => {
  let site: SiteTest;
  let ana: Visitor;
  let path: string;
  let form: string;
  const sent: (string | undefined)[] = [];
  beforeAll(async () => {
    site = await startSiteTest(
      skillsetRoutes,
      {},
      {
        publicFetch: async (url, { body }) => {
          sent.push(url, body);
          const bytes = new TextEncoder().encode('{"arrives":"<Monday>"}');
          return { url, status: 200, type: 'application/json', headers: {}, bytes };
        },
      },
    );
    ana = await site.person('ana');
    const { location } = await ana.send('/skillsets/new', { form: 'thing', name: 'Orders' });
    path = (location ?? '').replace(/\?.*/, '');
    await ana.send(path, {
      form: 'new-ability',
      name: 'find order',
      instruction:
        '```fetch\nPOST https://api.example.com/orders/{{number: of the order}}\n\n{"count": {{count}}}\n```',
      parameters: '{"count": {"type": "integer"}}',
    });
    form = /name="form" value="(test-[\w-]+)"/.exec((await ana.get(path)).html)?.[1] ?? '';
  });
  afterAll(() => site.server.server.close(0));

  it('has a field for each argument, makes the request, and shows the answer below what was typed', async () => {
    const { status, html } = await ana.send(path, { form, 'arg-number': '42', 'arg-count': '3' });
    expect([status, sent]).toEqual([200, ['https://api.example.com/orders/42', '{"count": 3}']]);
    expect(html).toContain('It answered.');
    expect(html).toContain('&lt;Monday&gt;');
    expect(html).toContain('value="42"');
    expect(html).not.toContain('Saved.');
  });

  it('says why nothing was sent when an argument does not fit', async () => {
    const before = sent.length;
    const { status, html } = await ana.send(path, { form, 'arg-number': '42', 'arg-count': 'three' });
    expect([status, sent.length]).toEqual([422, before]);
    expect(html).toContain('The arguments do not fit the parameters');
  });
});
