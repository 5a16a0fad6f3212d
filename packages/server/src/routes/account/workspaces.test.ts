import { ASSISTANT_HEADER } from '@sotto/hub-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users, workspaceInvitations } from '../../db/schema';
import { INVITATION_MS } from '../../domain/accounts/teams';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: BuilderTest;
let ada: Person;
let ben: Person;
let eve: Person;

beforeAll(async () => {
  test = await startBuilderTest();
  [ada, ben, eve] = [await test.person('ada'), await test.person('ben'), await test.person('eve')];
});
afterAll(() => test.server.close(0));

/** The same browser, in the workspace of a team. */
function within(team: string, { headers }: Person): Person['ask'] {
  return async (path, body) => {
    const Cookie = `${headers['Cookie'] ?? ''}; sotto_workspace=${team}`;
    const response = await test.call(path, { ...(body !== undefined && { body }), headers: { ...headers, Cookie } });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

async function makeTeam(owner = ada): Promise<{ team: string; owner: Person['ask'] }> {
  const team = await owner.make('/v1/workspace/create', { name: 'Shop' });
  return { team, owner: within(team, owner) };
}

/** The token of the last invitation to an address. */
const tokenFor = (name: string) => test.mailer.linkFor(`${name}@example.com`).split('/').at(-1);

async function join(owner: Person['ask'], person: Person, name: string, role: string): Promise<string> {
  await owner('/v1/workspace/invitation/create', { email: `${name}@example.com`, role });
  await person.ask('/v1/workspace/invitation/accept', { token: tokenFor(name) });
  return idOf(person);
}

async function idOf(person: Person): Promise<string> {
  return ((await person.ask('/v1/auth/session')).body['user'] as { id: string }).id;
}

async function list(ask: Person['ask'], path: string): Promise<Record<string, unknown>[]> {
  return (await ask(path)).body['items'] as Record<string, unknown>[];
}

describe('invitations to a team', () => {
  it('the link in the mail makes its addressee a member, once, and the team is told by the log', async () => {
    const { team, owner } = await makeTeam();
    const asked = await owner('/v1/workspace/invitation/create', { email: 'Ben@Example.com', role: 'editor' });
    expect(asked).toMatchObject({ status: 200, body: { sendsMail: false } });
    expect(test.mailer.textFor('ben@example.com')).toContain('the team “Shop” as editor');
    const token = tokenFor('ben');
    expect(await ben.ask('/v1/workspace/invitation/read', { token })).toMatchObject({
      status: 200,
      body: { workspaceId: team, name: 'Shop', role: 'editor' },
    });
    // Whoever the link was forwarded to is not who was invited.
    expect(await eve.ask('/v1/workspace/invitation/accept', { token })).toMatchObject({
      status: 403,
      body: { message: 'This invitation is for ben@example.com. Sign in with that address' },
    });
    expect((await ben.ask('/v1/workspace/invitation/accept', { token })).status).toBe(200);
    expect((await ben.ask('/v1/workspace/invitation/accept', { token })).status).toBe(404);
    expect(await list(owner, '/v1/workspace/member/list')).toMatchObject([
      { email: 'ada@example.com', role: 'owner', isYou: true },
      { email: 'ben@example.com', role: 'editor', isYou: false },
    ]);
    expect(await list(owner, '/v1/workspace/invitation/list')).toEqual([]);
    expect((await list(owner, '/v1/audit/list')).map(({ action }) => action)).toEqual([
      'member.join',
      'member.invite',
      'team.create',
    ]);
    expect((await owner('/v1/workspace/invitation/create', { email: 'ben@example.com', role: 'owner' })).status).toBe(
      409,
    );
  });

  it('a link ends after seven days, when another one is sent, and when it is taken back', async () => {
    const { owner } = await makeTeam();
    const invite = async () => {
      const made = await owner('/v1/workspace/invitation/create', { email: 'ben@example.com', role: 'answerer' });
      return { id: String(made.body['id']), token: tokenFor('ben') };
    };
    const first = await invite();
    const second = await invite();
    const read = async (token: string | undefined) =>
      (await ben.ask('/v1/workspace/invitation/read', { token })).status;
    expect([await read(first.token), await read(second.token)]).toEqual([404, 200]);
    await owner(`/v1/workspace/invitation/${second.id}/delete`, {});
    expect(await read(second.token)).toBe(404);
    const third = await invite();
    const db = test.database;
    const [stored] = await db.select().from(workspaceInvitations).where(eq(workspaceInvitations.id, third.id));
    expect((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)).toBe(INVITATION_MS);
    await db
      .update(workspaceInvitations)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(workspaceInvitations.id, third.id));
    expect(await read(third.token)).toBe(404);
    expect((await ben.ask('/v1/workspace/invitation/accept', { token: third.token })).status).toBe(404);
  });

  it('neither a key nor the assistant decides who works in a team', async () => {
    const { team, owner } = await makeTeam();
    const { body } = await owner('/v1/secret/create', { name: 'ci', scopes: ['account:read', 'account:write'] });
    const request = { email: 'eve@example.com', role: 'owner' };
    const ways = [
      { Authorization: `Bearer ${String(body['secret'])}` },
      {
        ...ada.headers,
        Cookie: `${ada.headers['Cookie'] ?? ''}; sotto_workspace=${team}`,
        [ASSISTANT_HEADER]: 'request',
      },
    ];
    for (const headers of ways)
      expect((await test.call('/v1/workspace/invitation/create', { body: request, headers })).status).toBe(403);
    expect(await list(owner, '/v1/workspace/invitation/list')).toEqual([]);
  });

  it('a person’s own workspace has no members', async () => {
    expect(
      await ada.ask('/v1/workspace/invitation/create', { email: 'ben@example.com', role: 'editor' }),
    ).toMatchObject({ status: 409 });
  });
});

describe('members of a team', () => {
  it('who is removed loses the team at once, with the keys they made for it', async () => {
    const { team, owner } = await makeTeam();
    const id = await join(owner, ben, 'ben', 'owner');
    const asBen = within(team, ben);
    const { body } = await asBen('/v1/secret/create', { name: 'ci', scopes: ['build:read'] });
    const withKey = () => test.call('/v1/bot/list', { headers: { Authorization: `Bearer ${String(body['secret'])}` } });
    expect((await withKey()).status).toBe(200);
    expect((await owner(`/v1/workspace/member/${id}/delete`, {})).status).toBe(200);
    expect((await withKey()).status).toBe(401);
    expect((await list(owner, '/v1/secret/list')).length).toBe(0);
    // What they write in a page that is still open does not end up in their own workspace.
    expect(await asBen('/v1/bot/create', { name: 'Late' })).toMatchObject({
      status: 403,
      body: { message: 'You are no longer a member of this team. Reload the page' },
    });
    expect((await list(ben.ask, '/v1/bot/list')).length).toBe(0);
  });

  it('A716 an invitation ends when who sent it no longer owns the team', async () => {
    const { team, owner } = await makeTeam(eve);
    const id = await join(owner, ben, 'ben', 'owner');
    const asBen = within(team, ben);
    for (const [path, body] of [
      ['update', { role: 'editor' }],
      ['delete', {}],
    ] as const) {
      expect((await owner(`/v1/workspace/member/${id}/update`, { role: 'owner' })).status).toBe(200);
      await asBen('/v1/workspace/invitation/create', { email: 'ada@example.com', role: 'owner' });
      await owner('/v1/workspace/invitation/create', { email: 'dora@example.com', role: 'editor' });
      expect((await owner(`/v1/workspace/member/${id}/${path}`, body)).status).toBe(200);
      const late = await ada.ask('/v1/workspace/invitation/accept', { token: tokenFor('ada') });
      expect([path, late.status]).toEqual([path, 404]);
      expect(await list(owner, '/v1/workspace/invitation/list')).toMatchObject([{ email: 'dora@example.com' }]);
    }
  });

  it('a team keeps an owner: the last one can neither leave nor be less, also when two try at once', async () => {
    const { team, owner } = await makeTeam();
    const [adaId, benId] = [await idOf(ada), await join(owner, ben, 'ben', 'editor')];
    expect((await ada.ask('/v1/workspace/leave', { workspaceId: team })).status).toBe(409);
    expect((await owner(`/v1/workspace/member/${adaId}/update`, { role: 'editor' })).status).toBe(409);
    expect((await owner(`/v1/workspace/member/${adaId}/delete`, {})).status).toBe(409);
    expect((await owner(`/v1/workspace/member/${benId}/update`, { role: 'owner' })).status).toBe(200);
    const left = await Promise.all([ada, ben].map((each) => each.ask('/v1/workspace/leave', { workspaceId: team })));
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a key acts in the workspace it was made in, with what its maker is there, and never in the maker’s account', async () => {
    const { team, owner } = await makeTeam();
    const bot = String((await owner('/v1/bot/create', { name: 'Shop bot' })).body['id']);
    const { body } = await owner('/v1/secret/create', {
      name: 'ci',
      scopes: ['account:read', 'account:write', 'build:read', 'build:write'],
    });
    const headers = { Authorization: `Bearer ${String(body['secret'])}` };
    expect((await test.call(`/v1/bot/${bot}/fetch`, { headers })).status).toBe(200);
    expect((await test.call('/v1/assistant/fetch', { headers })).status).toBe(403);
    const { items } = (await (await test.call('/v1/workspace/list', { headers })).json()) as { items: object[] };
    expect(items).toMatchObject([{ id: team }]);
    const own = String((await ada.ask('/v1/secret/create', { name: 'own', scopes: ['build:read'] })).body['secret']);
    const response = await test.call(`/v1/bot/${bot}/fetch`, { headers: { Authorization: `Bearer ${own}` } });
    expect(response.status).toBe(404);
    const benId = await join(owner, ben, 'ben', 'owner');
    await within(team, ben)(`/v1/workspace/member/${await idOf(ada)}/update`, { role: 'answerer' });
    expect((await test.call(`/v1/bot/${bot}/fetch`, { headers })).status).toBe(403);
    expect(benId).not.toBe('');
  });
});

describe('teams and accounts', () => {
  it('a team takes over what is in the own workspace, and conversations with it', async () => {
    const mia = await test.person('mia');
    const botId = await mia.make('/v1/bot/create', { name: 'Bot' });
    const widget = await mia.make('/v1/integration/widget/create', { name: 'Shop', botId });
    await mia.make('/v1/webhook/create', { url: 'https://crm.example/', events: ['handover.requested'] });
    await mia.make('/v1/check/create', { botId, name: 'Greets', turns: [{ ask: 'Hello' }] });
    const session = await test.openSession(widget);
    await (await test.send(session, { text: 'Hello' })).text();
    const team = await mia.make('/v1/workspace/create', { name: 'Shop', takesOver: true });
    for (const path of [
      '/v1/bot/list',
      '/v1/integration/widget/list',
      '/v1/check/list',
      '/v1/webhook/list',
      '/v1/inbox/list',
    ])
      expect([path, (await list(mia.ask, path)).length, (await list(within(team, mia), path)).length]).toEqual([
        path,
        0,
        1,
      ]);
  });

  it('the last owner’s account cannot be deleted before the team has another owner or is deleted', async () => {
    const zoe = await test.person('zoe');
    const { team, owner } = await makeTeam(zoe);
    const bot = String((await owner('/v1/bot/create', { name: 'Bot' })).body['id']);
    const end = () => zoe.ask('/v1/account/delete', { email: 'zoe@example.com' });
    expect(await end()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('last owner of the team “Shop”') as string },
    });
    const benId = await join(owner, ben, 'ben', 'editor');
    expect((await end()).status).toBe(409);
    await owner(`/v1/workspace/member/${benId}/update`, { role: 'owner' });
    expect((await end()).status).toBe(200);
    const asBen = within(team, ben);
    expect((await asBen(`/v1/bot/${bot}/fetch`)).status).toBe(200);
    expect(await asBen('/v1/workspace/delete', { name: 'Another' })).toMatchObject({ status: 422 });
    expect(await asBen('/v1/workspace/delete', { name: 'Shop' })).toMatchObject({
      status: 200,
      body: { counts: { bots: 1 } },
    });
    expect(await test.database.select().from(users).where(eq(users.id, team))).toEqual([]);
    expect((await list(ben.ask, '/v1/workspace/list')).some(({ id }) => id === team)).toBe(false);
  });

  it('nobody signs in as a team', async () => {
    const { team } = await makeTeam();
    const email = `${team.toLowerCase()}@teams.invalid`;
    await test.call('/v1/auth/signin/email', { body: { email }, headers: { Origin: 'http://localhost:3000' } });
    expect(test.mailer.mailsTo(email)).toEqual([]);
  });

  it('a browser enters a team it is in, and no other', async () => {
    const { team } = await makeTeam();
    const select = (person: Person) =>
      test.call('/v1/workspace/select', { body: { workspaceId: team }, headers: person.headers });
    expect((await select(eve)).status).toBe(404);
    expect((await select(ada)).headers.getSetCookie()).toContainEqual(
      expect.stringMatching(new RegExp(`^sotto_workspace=${team}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`)),
    );
    const { body } = await within(team, ada)('/v1/auth/session');
    expect(body['workspaces']).toContainEqual({ id: team, name: 'Shop', role: 'owner', isTeam: true, isCurrent: true });
  });

  it('members do not rate the work of their team', async () => {
    const { owner } = await makeTeam();
    const skillset = String((await owner('/v1/skillset/create', { name: 'S', visibility: 'public' })).body['id']);
    await join(owner, ben, 'ben', 'answerer');
    expect(await ben.ask(`/v1/hub/skillset/${skillset}/rating/upsert`, { value: 5 })).toMatchObject({
      status: 403,
      body: { message: 'You cannot rate your own work' },
    });
  });
});
