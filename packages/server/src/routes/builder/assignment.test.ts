import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Item {
  readonly id: string;
  readonly assignee: { id: string; name: string } | null;
}

describe('OW-23 assigning a conversation to a member', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let carl: Person;
  let team: string;
  let widget: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    test = await startBuilderTest();
    const people = [await test.person('ana'), await test.person('ben'), await test.person('carl')] as const;
    for (const [index, name] of ['ana', 'ben', 'carl'].entries())
      ids[name] = ((await people[index]?.ask('/v1/auth/session'))?.body['user'] as { id: string }).id;
    team = await people[0].make('/v1/workspace/create', { name: 'Shop' });
    [, , carl] = people;
    const inTeam = (person: Person): Person => {
      const headers = { ...person.headers, Cookie: `${person.headers['Cookie'] ?? ''}; sotto_workspace=${team}` };
      return { ...person, headers, ...callsAs(headers) };
    };
    [ana, ben] = [inTeam(people[0]), inTeam(people[1])];
    await ana.ask('/v1/workspace/invitation/create', { email: 'ben@example.com', role: 'answerer' });
    const token = test.mailer.linkFor('ben@example.com').split('/').at(-1);
    await people[1].ask('/v1/workspace/invitation/accept', { token });
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widget = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
  });
  afterAll(() => test.server.close(0));

  function callsAs(headers: Person['headers']): Pick<Person, 'ask' | 'make'> {
    const ask = async (path: string, body?: unknown) => {
      const response = await test.call(path, { headers, ...(body !== undefined && { body }) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    return { ask, make: async (path, body = {}) => (await ask(path, body)).body['id'] as string };
  }
  async function talk(text: string): Promise<string> {
    const session = await test.openSession(widget);
    await (await test.send(session, { id: clientId(), text })).text();
    return session.conversationId;
  }
  const assign = (who: Person, id: string, userId: string | null) =>
    who.ask(`/v1/conversation/${id}/assign`, { userId });
  const list = async (who: Person, query: string): Promise<Item[]> =>
    (await who.ask(`/v1/inbox/list?${query}`)).body['items'] as Item[];

  it('is listed with the member’s name, and found by “mine” and “nobody”', async () => {
    const [first, second] = [await talk('Hello'), await talk('Good morning')];
    expect((await assign(ana, first, ids['ben'] ?? '')).status).toBe(200);
    expect(await list(ben, 'assigned=me')).toMatchObject([{ id: first, assignee: { id: ids['ben'], name: 'ben' } }]);
    expect(await list(ana, 'assigned=me')).toEqual([]);
    expect((await list(ana, 'assigned=nobody')).map(({ id }) => id)).toEqual([second]);
    expect((await ana.ask(`/v1/conversation/${first}/fetch`)).body['assignee']).toEqual({
      id: ids['ben'],
      name: 'ben',
    });
    expect((await assign(ben, first, null)).status).toBe(200);
    expect(await list(ben, 'assigned=me')).toEqual([]);
  });

  it('is possible to members alone, of the workspace whose widget it is', async () => {
    const id = await talk('Who answers?');
    expect((await assign(ana, id, ids['carl'] ?? '')).status).toBe(422);
    expect((await assign(await test.person('dora'), id, null)).status).toBe(404);
  });

  it('ends with the account of the member', async () => {
    const id = await talk('Whose is this?');
    await ana.ask('/v1/workspace/invitation/create', { email: 'carl@example.com', role: 'editor' });
    const token = test.mailer.linkFor('carl@example.com').split('/').at(-1);
    await carl.ask('/v1/workspace/invitation/accept', { token });
    await assign(ana, id, ids['carl'] ?? '');
    expect((await list(ana, 'search=whose')).map(({ assignee }) => assignee?.name)).toEqual(['carl']);
    expect((await carl.ask('/v1/account/delete', { email: 'carl@example.com' })).status).toBe(200);
    expect((await list(ana, 'search=whose')).map(({ assignee }) => assignee)).toEqual([null]);
  });

  it('reaches the pages that follow the inbox, and ends with the membership', async () => {
    const id = await talk('Still there?');
    const stream = await test.call('/v1/inbox/stream', { headers: ana.headers });
    const reader = stream.body?.getReader();
    const next = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    while (!(await next()).includes('ready'));
    await assign(ana, id, ids['ben'] ?? '');
    expect(await next()).toContain('change');
    await reader?.cancel();
    expect((await list(ana, 'search=still')).map(({ assignee }) => assignee?.name)).toEqual(['ben']);
    expect((await ana.ask(`/v1/workspace/member/${ids['ben'] ?? ''}/delete`, {})).status).toBe(200);
    expect((await list(ana, 'search=still')).map(({ assignee }) => assignee)).toEqual([null]);
  });
});
