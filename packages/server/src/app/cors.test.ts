import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertWidget } from '../db/queries/hub/widgetQueries';
import { seedDatabase } from '../db/seedDatabase';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { openTestPglite } from '../testing/testDatabase';

const OWN = 'http://localhost:3000';
const SHOP = 'https://shop.example.com';
let test: TestServer;

beforeAll(async () => {
  const database = await openTestPglite();
  await seedDatabase(database.db, 1);
  const widget = { botId: 'guide', name: 'Shop', createdAt: 1, updatedAt: 1 };
  await insertWidget(database.db, { ...widget, id: 'shop', allowedOrigins: [SHOP, 'https://*.partner.example'] });
  await insertWidget(database.db, { ...widget, id: 'off', config: { disabled: true } });
  test = await startTestServer({ database });
});
afterAll(() => test.server.close(0));

const create = (widget: string, origin?: string) =>
  test.call(`/v1/integration/widget/${widget}/session/create`, {
    body: {},
    headers: origin === undefined ? {} : { Origin: origin },
  });
const preflight = (path: string, origin: string) =>
  test.call(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    },
  });

describe('A701 CORS and the origin rule', () => {
  it.each([
    [OWN, 200],
    [SHOP, 200],
    ['https://eu.partner.example', 200],
    ['https://partner.example', 403],
    ['https://evilpartner.example', 403],
    ['https://shop.example.com.evil.example', 403],
    ['http://shop.example.com', 403],
    ['https://shop.example.com:8443', 403],
    ['https://evil.example', 403],
    ['null', 403],
    ['', 403],
    ['javascript:alert(1)', 403],
  ])('a browser on %s making a session for a listed widget gets %i', async (origin, status) => {
    const response = await create('shop', origin);
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null);
    expect(response.headers.get('vary')).toContain('Origin');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('an empty list means any site, but never null', async () => {
    expect((await create('demo', 'https://anywhere.example')).headers.get('access-control-allow-origin')).toBe(
      'https://anywhere.example',
    );
    expect((await create('demo', 'null')).status).toBe(403);
    expect((await create('shop')).status).toBe(200);
  });

  it('a page with a mistyped id can read that there is no such widget', async () => {
    const response = await test.call('/v1/integration/widget/shopp/config', { headers: { Origin: SHOP } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, SHOP]);
    const nowhere = await test.call('/v1/integration/widget/shopp/config', { headers: { Origin: 'null' } });
    expect([nowhere.status, nowhere.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });

  it('a token is no way around it', async () => {
    const session = (await (await create('shop', SHOP)).json()) as { conversationId: string; token: string };
    const list = (origin: string) =>
      test.call(`/v1/conversation/${session.conversationId}/message/list`, {
        token: session.token,
        headers: { Origin: origin },
      });
    const allowed = await list(SHOP);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, SHOP]);
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const refused = await list('https://evil.example');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('preflights say what may be sent, for two hours', async () => {
    const allowed = await preflight('/v1/integration/widget/shop/session/create', SHOP);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, Idempotency-Key, Last-Event-ID, X-Timezone, X-File-Name',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    const refused = await preflight('/v1/integration/widget/shop/session/create', 'https://evil.example');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect(
      (await preflight('/v1/conversation/any/complete', 'null')).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  it('FO-5 a preflight of a conversation costs no look at any widget, and is no permission: the call itself refuses', async () => {
    const session = (await (await create('shop', SHOP)).json()) as { conversationId: string; token: string };
    const select = vi.spyOn(test.database, 'select');
    const elsewhere = await preflight(`/v1/conversation/${session.conversationId}/complete`, 'https://evil.example');
    expect([elsewhere.status, select.mock.calls.length]).toEqual([204, 0]);
    select.mockRestore();
    const path = `/v1/conversation/${session.conversationId}/message/create`;
    const refused = await test.call(path, {
      token: session.token,
      headers: { Origin: 'https://evil.example' },
      body: { type: 'user', text: 'mine' },
    });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const list = await test.call(`/v1/conversation/${session.conversationId}/message/list`, {
      token: session.token,
      headers: { Origin: SHOP },
    });
    expect(((await list.json()) as { items: unknown[] }).items).toEqual([]);
  });

  it('failures can be read by an allowed site', async () => {
    const response = await test.call('/v1/conversation/any/complete', {
      body: { text: 'x' },
      headers: { Origin: SHOP },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, SHOP]);
  });

  it('A501 the frame names its embedders', async () => {
    const { frameCsp } = await import('../routes/widget/widgetPageRoutes');
    const csp = frameCsp({ imageOrigins: ['https://cdn.example'], formOrigins: ['https://forms.example'] }, [
      SHOP,
      'https://x.example; script-src *',
    ]);
    expect(csp).toContain(`frame-ancestors 'self' ${SHOP}`);
    expect(csp).toContain(`img-src 'self' data: blob: ${SHOP} https://cdn.example`);
    expect(csp).toContain(`connect-src 'self' ${SHOP} https://forms.example`);
    expect(csp).not.toContain('script-src *');
  });

  it('A502 who embeds is the browser’s to enforce: a forged Origin makes a session, and shows the frame nowhere else', async () => {
    const { frameCsp } = await import('../routes/widget/widgetPageRoutes');
    const made = await create('shop', SHOP);
    expect(made.status).toBe(200);
    expect((await create('shop', 'https://evil.example')).status).toBe(403);
    expect(frameCsp({ imageOrigins: [], formOrigins: [] }, [SHOP])).toMatch(/frame-ancestors 'self' https:\/\/[^ ]+$/);
  });

  it('W-43 a widget that is switched off makes no session', async () => {
    const response = await create('off');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'NOT_AUTHORIZED', message: 'This chat is switched off' });
  });
});
