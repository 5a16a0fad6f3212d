import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noteAssistantCall } from '../../db/queries/hub/assistantCallQueries';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('H-10 what the assistant does in somebody’s name', () => {
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest();
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));

  const asAssistant = (
    path: string,
    body?: object,
    person: { headers: Record<string, string> } = ana,
    tool = 'request',
  ) => test.call(path, { ...(body && { body }), headers: { ...person.headers, 'X-Sotto-Assistant': tool } });
  const calls = async (person = ana) => (await person.ask('/v1/assistant/call/list')).body['items'] as object[];

  it('is kept for them to read: what was sent, how it was answered, also when it failed', async () => {
    expect(await calls()).toEqual([]);
    await asAssistant('/api/v1/skillset/create', { name: 'Made by the assistant' });
    await asAssistant('/v1/skillset/skillset_none/fetch');
    await asAssistant('/v1/graphql', { query: '{ me { id } }' }, ana, 'graphql');
    await ana.ask('/v1/skillset/list');
    expect(await calls()).toMatchObject([
      { tool: 'graphql', method: 'POST', path: '/v1/graphql', sent: '{"query":"{ me { id } }"}', status: 200 },
      { tool: 'request', method: 'GET', path: '/v1/skillset/skillset_none/fetch', sent: 'null', status: 404 },
      {
        tool: 'request',
        method: 'POST',
        path: '/api/v1/skillset/create',
        sent: '{"name":"Made by the assistant"}',
        status: 200,
      },
    ]);
    expect(await calls(await test.person('ben'))).toEqual([]);
  });

  it('is kept with at most 1,000 characters of what was sent', async () => {
    const dana = await test.person('dana');
    await asAssistant('/v1/skillset/create', { name: 'Long', description: 'd'.repeat(3_000) }, dana);
    const [call] = (await calls(dana)) as { sent: string }[];
    expect(call?.sent).toMatch(/^\{"name":"Long"/);
    expect(call?.sent.length).toBeLessThanOrEqual(1_000);
  });

  it('SV-11 is kept without the people and the secrets that it was about', async () => {
    const eva = await test.person('eva');
    await asAssistant('/v1/inbox/list?search=wombat', undefined, eva);
    await asAssistant('/api/v1/conversation/conversation_wombat/note/create', { text: 'On wombat' }, eva);
    await asAssistant('/v1/operator/account/list?q=wombat@example.com', undefined, eva);
    await asAssistant('/v1/workspace/invitation/create', { email: 'wombat@example.com', role: 'editor' }, eva);
    await asAssistant('/v1/skillset/skillset_one/secret/upsert', { name: 'KEY', value: 'wombat' }, eva);
    await asAssistant('/v1/wombat?q=wombat', undefined, eva);
    const kept = await calls(eva);
    expect(JSON.stringify(kept)).not.toContain('wombat');
    expect(kept).toMatchObject([
      { path: 'other', sent: 'null', status: 404 },
      { path: '/v1/skillset/:skillsetId/secret/upsert', sent: 'null' },
      { path: '/v1/workspace/invitation/create', sent: 'null' },
      { path: '/v1/operator/account/list', sent: 'null', status: 403 },
      { method: 'POST', path: '/api/v1/conversation/:conversationId/note/create', sent: 'null', status: 403 },
      { method: 'GET', path: '/v1/inbox/list', sent: 'null', status: 403 },
    ]);
  });

  it('is never about visitors, whatever they have written', async () => {
    const fay = await test.person('fay');
    for (const call of ['inbox/list', 'conversation/list', 'contact/list', 'vote/list', 'insights/unanswered']) {
      const refused = await asAssistant(`/v1/${call}`, undefined, fay);
      expect([call, refused.status, await refused.json()]).toMatchObject([
        ...[call, 403, { message: 'The assistant cannot read the contacts and votes of visitors' }],
      ]);
      expect((await fay.ask(`/v1/${call}`)).status).toBe(200);
    }
    const session = await test.openSession();
    const path = `/v1/conversation/${session.conversationId}/message/list`;
    expect((await asAssistant(path, undefined, fay)).status).toBe(403);
  });

  it('is nothing where they switched it off', async () => {
    const cleo = await test.person('cleo');
    const stateOf = async () => (await cleo.ask('/v1/auth/session')).body['user'] as object;
    expect([(await cleo.ask('/v1/assistant/fetch')).body, await stateOf()]).toMatchObject([
      { isOn: true },
      { usesAssistant: true },
    ]);
    expect((await cleo.ask('/v1/assistant/update', { isOn: false })).body).toEqual({ isOn: false });
    const refused = await asAssistant('/v1/skillset/create', { name: 'No' }, cleo);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { message: 'The assistant is switched off in your account' },
    ]);
    expect((await cleo.ask('/v1/skillset/list')).body['items']).toEqual([]);
    expect([await calls(cleo), await stateOf()]).toMatchObject([[], { usesAssistant: false }]);
    await cleo.ask('/v1/assistant/update', { isOn: true });
    expect((await asAssistant('/v1/skillset/list', undefined, cleo)).status).toBe(200);
  });

  it('needs somebody, and a function that exists', async () => {
    expect((await asAssistant('/v1/skillset/list', undefined, { headers: {} })).status).toBe(401);
    expect((await asAssistant('/v1/skillset/list', undefined, ana, 'shell')).status).toBe(400);
    const key = String((await ana.ask('/v1/secret/create', { name: 'CI' })).body['secret']);
    expect(
      (await test.call('/v1/assistant/update', { body: { isOn: false }, headers: { Authorization: `Bearer ${key}` } }))
        .status,
    ).toBe(403);
  });

  it('is listed page by page, and forgotten after 200 calls', async () => {
    const dan = await test.person('dan');
    const userId = String(((await dan.ask('/v1/auth/session')).body['user'] as { id: string }).id);
    for (let count = 0; count < 205; count += 1)
      await noteAssistantCall(test.database, {
        id: `acall_${String(count).padStart(3, '0')}`,
        userId,
        tool: 'request',
        method: 'GET',
        path: '/v1/x',
        sent: 'null',
        status: 200,
        createdAt: count,
      });
    const first = (await dan.ask('/v1/assistant/call/list?take=100')).body;
    const second = (await dan.ask(`/v1/assistant/call/list?take=100&cursor=${String(first['cursor'])}`)).body;
    expect([
      (first['items'] as { id: string }[])[0]?.id,
      (second['items'] as { id: string }[]).at(-1)?.id,
      second['cursor'],
    ]).toEqual(['acall_204', 'acall_005', null]);
  });
});
