import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../../testing/visit';
import { skillsetRoutes } from '../skillsetPages';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('OW-20 abilities from a curl command or an OpenAPI document', () => {
  let site: SiteTest;
  let ana: Visitor;
  let path: string;
  const DOCUMENT = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop <1>' },
    servers: [{ url: '/v1' }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths: {
      '/orders/{id}': {
        get: {
          summary: 'Look up an order',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        },
        delete: { parameters: [{ $ref: 'other.json' }] },
      },
    },
  });
  beforeAll(async () => {
    site = await startSiteTest(
      skillsetRoutes,
      {},
      {
        publicFetch: async (url) => ({
          url,
          status: url.includes('missing') ? 404 : 200,
          type: 'application/json',
          headers: {},
          bytes: new TextEncoder().encode(DOCUMENT),
        }),
      },
    );
    ana = await site.person('ana');
  });
  afterAll(() => site.server.server.close(0));
  const begin = async (): Promise<void> => {
    const { location } = await ana.send('/skillsets/new', { form: 'thing', name: 'Orders' });
    path = (location ?? '').replace(/\?.*/, '');
  };

  it('a command becomes an ability, opened; its key becomes a secret and is in no page', async () => {
    await begin();
    const command = "curl 'https://shop.example/orders/{id}' -H 'Authorization: Bearer sk-live-secret'";
    const { location } = await ana.send(path, { form: 'import-curl', command });
    expect(location).toMatch(/\?saved&open=(ability_\w+)#ability-\1$/);
    const { html } = await ana.get((location ?? '').replace(/#.*/, ''));
    expect(html).toContain('value="Bearer {{secret.SHOP_EXAMPLE_KEY}}"');
    expect(html).toContain('value="https://shop.example/orders/{{id}}"');
    expect(html).toMatch(/<details class="card-form" open="">\s*<summary><span class="ability-name">look up orders/);
    expect([html.includes('sk-live-secret'), html.includes('is not set')]).toEqual([false, false]);
  });

  it('a command that cannot be imported is refused with its reason, and stays in the field', async () => {
    await begin();
    const { status, html } = await ana.send(path, { form: 'import-curl', command: 'curl https://a.example/ -F a=@b' });
    expect([status, html.includes('curl https://a.example/ -F a=@b</textarea>')]).toEqual([422, true]);
    expect(html).toContain('Forms with files (-F) cannot be sent by an ability');
    const local = await ana.send(path, { form: 'import-curl', command: 'curl http://localhost/ -H "X-Key: k"' });
    expect(local.html).toContain('Not a public address');
    expect((await ana.get(path)).html).not.toContain('<code>LOCALHOST_KEY</code>');
  });

  it('a document is listed by its address, and the chosen operations are imported', async () => {
    await begin();
    const url = 'https://shop.example/openapi.json';
    const { status, html } = await ana.send(path, { form: 'import-openapi', do: 'read', url });
    expect([status, html.includes('Shop &lt;1&gt;')]).toEqual([200, true]);
    expect(html).toContain('<code>GET /orders/{id}</code>');
    expect(html).toMatch(
      /<input type="checkbox" disabled="" name="operation" value="DELETE[^>]*>.*refers to another document/s,
    );
    const chosen = { form: 'import-openapi', do: 'import', url, operation: ['GET /orders/{id}'] };
    const done = await ana.send(path, chosen);
    const page = await ana.get((done.location ?? '').replace(/#.*/, ''));
    expect(page.html).toContain('value="https://shop.example/v1/orders/{{id}}"');
    expect(page.html).toContain('The secret <code>SHOP_EXAMPLE_KEY</code> is not set');
    const none = await ana.send(path, { ...chosen, operation: [] });
    expect([none.status, none.html.includes('Choose at least one')]).toEqual([422, true]);
    expect(none.html).toContain('<code>GET /orders/{id}</code>');
  });

  it('a document that cannot be read is refused with its reason', async () => {
    await begin();
    const refused = (fields: Record<string, string>) =>
      ana.send(path, { form: 'import-openapi', do: 'read', ...fields });
    expect((await refused({})).html).toContain('Paste the document, or its address');
    expect((await refused({ url: 'https://shop.example/missing' })).html).toContain('answered with the status 404');
    expect((await refused({ document: 'swagger: "2.0"' })).html).toContain('This is Swagger 2.0');
    // Longer ones of this kind keep the reader of YAML busy for minutes: it has its own thread and ten seconds.
    expect((await refused({ document: '? '.repeat(30_000) })).html).toMatch(
      /takes too much to read|neither JSON nor YAML/,
    );
  });
});
