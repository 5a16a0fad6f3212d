import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PAGE = 'https://shop.example.com/shoes/44';

describe('OW-24 page, language and country of a visitor', () => {
  let test: BuilderTest;
  let ana: Person;
  let widgetId: string;
  beforeAll(async () => {
    test = await startBuilderTest({ config: { trustedProxies: 1, countryHeader: 'CF-IPCountry' } });
    ana = await test.person('ana');
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
  });
  afterAll(() => test.server.close(0));

  async function open(body: object, headers: Record<string, string> = {}, at = test): Promise<TestSession> {
    const path = `/v1/integration/widget/${widgetId}/session/create`;
    const response = await at.call(path, { body, headers });
    expect(response.status).toBe(200);
    return (await response.json()) as TestSession;
  }
  async function visitOf(session: TestSession) {
    const { page, language, country } = (await ana.ask(`/v1/conversation/${session.conversationId}/fetch`)).body;
    return [page, language, country];
  }

  it('are kept with the conversation, without the query and the fragment, and listed', async () => {
    const headers = {
      'Accept-Language': 'pt-PT,pt;q=0.9,en;q=0.8',
      'CF-IPCountry': 'pt',
      'X-Forwarded-For': '203.0.113.9',
    };
    const session = await open({ page: `${PAGE}?order=1234#pay` }, headers);
    expect(await visitOf(session)).toEqual([PAGE, 'pt-PT', 'PT']);
    await (await test.send(session, { id: clientId(), text: 'Hello' })).text();
    const { items } = (await ana.ask('/v1/inbox/list')).body as { items: object[] };
    expect(items).toMatchObject([{ page: PAGE, language: 'pt-PT', country: 'PT' }]);
  });

  it.each([
    ['ftp://files.example.com/x', ['', 'XX']],
    ['no address', ['*', 'Portugal']],
    [`https://long.example.com/${'x'.repeat(2_048)}`, ['<b>', 'T1']],
    ['javascript:alert(1)', [`${'a'.repeat(60)}`, '']],
  ])('are unknown where they are of no use: %s', async (page, [language = '', country = '']) => {
    const headers = { 'Accept-Language': language, 'CF-IPCountry': country, 'X-Forwarded-For': '203.0.113.9' };
    expect(await visitOf(await open({ page }, headers))).toEqual([null, null, null]);
  });

  it('have no country by a header that no trusted proxy has set', async () => {
    const direct = await startBuilderTest({ config: { trustedProxies: 0, countryHeader: 'CF-IPCountry' } });
    const owner = await direct.person('ana');
    const path = '/v1/integration/widget';
    const id = await owner.make(`${path}/create`, { botId: await owner.make('/v1/bot/create', { name: 'Bot' }) });
    const opened = await direct.call(`${path}/${id}/session/create`, { body: {}, headers: { 'CF-IPCountry': 'PT' } });
    const { conversationId } = (await opened.json()) as TestSession;
    expect((await owner.ask(`/v1/conversation/${conversationId}/fetch`)).body['country']).toBeNull();
    await direct.server.close(0);
  });

  it('name no password of an address, and what the page itself says comes first', async () => {
    expect(await visitOf(await open({ page: 'https://ana:secret@shop.example.com/' }))).toContain(
      'https://shop.example.com/',
    );
    expect(await visitOf(await open({ page: PAGE, meta: { page: '/checkout' } }))).toContain('/checkout');
  });

  it('are those of the visitor and not of a program, and stay those of the beginning', async () => {
    const headers = { ...ana.headers, 'Accept-Language': 'de', 'CF-IPCountry': 'DE', 'X-Forwarded-For': '203.0.113.9' };
    const session = await open({ page: PAGE }, { 'Accept-Language': 'de' });
    expect(await visitOf(session)).toEqual([PAGE, 'de', null]);
    const again = await test.call(`/v1/integration/widget/${widgetId}/session/create`, {
      body: { page: 'https://shop.example.com/other', conversationId: session.conversationId },
      token: session.token,
      headers: { 'Accept-Language': 'fr' },
    });
    expect(((await again.json()) as { resumed: boolean }).resumed).toBe(true);
    expect(await visitOf(session)).toEqual([PAGE, 'de', null]);
    const { secret = '' } = (await ana.ask('/v1/secret/create', { name: 'Program' })).body as { secret?: string };
    const made = await open({ page: PAGE }, { ...headers, Authorization: `Bearer ${secret}`, Cookie: '' });
    expect(await visitOf(made)).toEqual([PAGE, null, null]);
  });
});
