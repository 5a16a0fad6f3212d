import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { skillsetRoutes } from './skillsetPages';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('S-3 secrets of abilities on the page of their skillset', () => {
  let site: SiteTest;
  let ana: Visitor;
  let path: string;
  beforeAll(async () => {
    site = await startSiteTest(skillsetRoutes);
    ana = await site.person('ana');
    const { location } = await ana.send('/skillsets/new', { form: 'thing', name: 'Orders' });
    path = (location ?? '').replace(/\?.*/, '');
    await ana.send(path, {
      form: 'new-ability',
      name: 'find order',
      instruction: '```fetch\nGET https://api.example.com/orders\nAuthorization: Bearer {{secret.SHOP_KEY}}\n```',
    });
  });
  afterAll(() => site.server.server.close(0));

  const read = async () => (await ana.get(path)).html;
  const idIn = (html: string): string => /name="form" value="secret-([\w-]+)"/.exec(html)?.[1] ?? '';

  it('are named while they are missing, set, replaced and deleted, and their values are in no page', async () => {
    expect(await read()).toContain('is not set, so these abilities fail: find order.');
    const made = await ana.send(path, {
      form: 'new-secret',
      name: 'SHOP_KEY',
      value: 'first-value',
      anchor: 'secrets',
    });
    expect(made.location).toBe(`${path}?saved#secrets`);
    const html = await read();
    expect([html.includes('is not set'), html.includes('<code>SHOP_KEY</code>'), html.includes('first-value')]).toEqual(
      [false, true, false],
    );
    const id = idIn(html);
    await ana.send(path, { form: `secret-${id}`, name: 'SHOP_KEY', value: 'second-value' });
    expect(idIn(await read())).toBe(id);
    expect(await read()).not.toContain('second-value');
    await ana.send(path, { form: `delete-secret-${id}` });
    expect(await read()).toContain('is not set, so these abilities fail');
  });

  it('come back without their value when the name is refused', async () => {
    const { status, html } = await ana.send(path, { form: 'new-secret', name: 'two words', value: 'typed-value' });
    expect([status, html.includes('value="two words"'), html.includes('typed-value')]).toEqual([422, true, false]);
    expect(html).toContain('Expected letters, digits and _.');
  });
});
