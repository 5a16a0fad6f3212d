import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('H-3 H-12 reading conversations as an owner', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let widgetId: string;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
  });
  afterAll(() => test.server.close(0));

  async function talk(): Promise<TestSession> {
    const session = await test.openSession(widgetId);
    await (await test.send(session, { id: clientId(), text: 'hello' })).text();
    return session;
  }

  it('lists those of own widgets and own trials, the newest first', async () => {
    const { conversationId } = await talk();
    const skillsetId = await ana.make('/v1/skillset/create', { name: 'Orders' });
    const { body } = await ana.ask(`/v1/hub/skillset/${skillsetId}/session/create`, {});
    const trial = String(body['id']);
    await (
      await test.send(
        { conversationId: trial, token: String(body['token']), expiresAt: Number(body['expiresAt']) },
        { id: clientId(), text: 'hello' },
      )
    ).text();
    const unbegun = await ana.make(`/v1/hub/skillset/${skillsetId}/session/create`);
    const { items } = (await ana.ask('/v1/conversation/list')).body as {
      items: { id: string; widgetId: string; trial: unknown }[];
    };
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([trial, conversationId]));
    expect(items.map(({ id }) => id)).not.toContain(unbegun);
    expect(items.find(({ id }) => id === trial)?.trial).toEqual({ type: 'skillset', id: skillsetId });
    expect((await ben.ask('/v1/conversation/list')).body['items']).toEqual([]);
  });

  it('shows what was said and how long the bot took', async () => {
    const { conversationId } = await talk();
    const { status, body } = await ana.ask(`/v1/conversation/${conversationId}/fetch`);
    expect(status).toBe(200);
    expect((body['messages'] as { type: string; text: string }[]).map(({ type }) => type)).toEqual(['user', 'bot']);
    expect(body['replies']).toMatchObject([{ status: 'done' }]);
  });

  it('does not exist for others', async () => {
    const { conversationId } = await talk();
    expect((await ben.ask(`/v1/conversation/${conversationId}/fetch`)).status).toBe(404);
    expect((await test.call(`/v1/conversation/${conversationId}/fetch`)).status).toBe(401);
  });
});

describe('H-12 putting abilities into an order', () => {
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest();
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));

  it('keeps the order for everybody who reads them, and new ones come behind', async () => {
    const id = await ana.make('/v1/skillset/create', { name: 'Orders' });
    const [a, b, c] = [
      await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'a' }),
      await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'b' }),
      await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'c' }),
    ];
    expect((await ana.ask(`/v1/skillset/${id}/ability/order`, { ids: [c, a, b] })).status).toBe(200);
    await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'd' });
    const { body } = await ana.ask(`/v1/skillset/${id}/fetch`);
    expect((body['abilities'] as { name: string }[]).map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('refuses an order that leaves one out, names one twice, or one that is not there', async () => {
    const id = await ana.make('/v1/skillset/create', { name: 'Orders' });
    const [a, b] = [
      await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'a' }),
      await ana.make(`/v1/skillset/${id}/ability/create`, { name: 'b' }),
    ];
    for (const ids of [[a], [a, a], [a, b, 'abl_none']])
      expect((await ana.ask(`/v1/skillset/${id}/ability/order`, { ids })).status).toBe(409);
  });
});
