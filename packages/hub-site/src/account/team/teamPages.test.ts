import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
let ben: Visitor;
let cleo: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  [ana, ben, cleo] = [await test.person('ana'), await test.person('ben'), await test.person('cleo')];
});
afterAll(() => test.server.server.close(0));

/** Keeps the workspace that an answer names, as a browser does. */
function follow(visitor: Visitor, { cookies }: { cookies: readonly string[] }): void {
  const named = cookies.findLast((cookie) => cookie.startsWith('sotto_workspace='))?.split(';')[0];
  const own = visitor.headers['Cookie']?.split('; ').filter((each) => !each.startsWith('sotto_workspace=')) ?? [];
  if (named !== undefined) visitor.headers['Cookie'] = [...own, named].join('; ');
}

describe('the pages of a team', () => {
  it('makes a team, and is in it', async () => {
    expect((await ana.get('/team')).html).toContain('This is your own workspace.');
    expect((await ana.send('/team', { form: 'new', name: ' ' })).html).toContain('This field is needed.');
    const made = await ana.send('/team', { form: 'new', name: 'Corner shop' });
    expect(made.location).toBe('/team?saved');
    follow(ana, made);
    const { html } = await ana.get('/team');
    expect(html).toContain('As an owner, you can do everything');
    expect(html).toContain('The only owner');
    // Who has no name is listed by the address alone.
    const [, members = ''] = /(<h2[^>]*>Members.*?)<\/section>/s.exec(html) ?? [];
    expect(members.match(/ana@example\.com/g)).toHaveLength(1);
    expect(html).toContain('No open invitations.');
    expect(html).toContain('You are the only owner.');
  });

  it('invites, says where the link is, and lists the invitation', async () => {
    const refused = await ana.send('/team', { form: 'invite', email: 'nobody', role: 'answerer' });
    expect(refused.html).toContain('Enter an email address');
    const sent = await ana.send('/team', { form: 'invite', email: 'ben@example.com', role: 'answerer' });
    expect(sent.html).toMatch(
      /This server sends no mail\. The link for <bdi>ben@example\.com<\/bdi> is in the server’s log/,
    );
    expect((await ana.get('/team')).html).toContain('Withdraw this invitation');
  });

  it('shows its addressee what it is, others that it is not theirs, and works once', async () => {
    const path = new URL(test.mailer.linkFor('ben@example.com')).pathname;
    expect((await test.anybody().get(path)).location).toBe(`/signin?callbackUrl=${encodeURIComponent(path)}`);
    expect((await cleo.get(path)).html).toContain('This invitation is for <bdi>ben@example.com</bdi>');
    expect((await ben.get(path)).html).toMatch(
      /Join <bdi>Corner shop<\/bdi>.*As an answerer, you can read conversations/s,
    );
    const joined = await ben.send(path, { form: 'accept' });
    expect(joined.location).toBe('/team?saved');
    follow(ben, joined);
    const again = await ben.get(path);
    expect([again.status, again.html.includes('This invitation is no longer valid')]).toEqual([404, true]);
  });

  it('gives an answerer the inbox, and nothing that is for others', async () => {
    expect((await ben.get('/overview')).location).toBe('/inbox');
    expect((await ben.get('/inbox')).status).toBe(200);
    const { html } = await ben.get('/team');
    expect(html).toContain('As an answerer, you can read conversations');
    expect(html).not.toMatch(/Invite somebody|Remove this member|Delete this team/);
    const account = (await ben.get('/account')).html;
    expect(account).not.toMatch(/API keys<|Export the audit log/);
    expect(account).toContain('Signed-in browsers');
    expect((await ben.get('/bots')).html).toContain('Your role in this team, answerer, does not allow this');
    expect((await ben.get('/insights')).html).not.toContain('insights/export');
  });

  it('changes a role, leaves, and deletes the team by its name', async () => {
    const id = /value="role-([\w-]+)"/.exec((await ana.get('/team')).html)?.[1] ?? '';
    expect((await ana.send('/team', { form: `role-${id}`, role: 'owner' })).location).toBe('/team?saved');
    const left = await ana.send('/team', {
      form: 'leave',
      id: /name="id" value="([\w-]+)"/.exec((await ana.get('/team')).html)?.[1] ?? '',
    });
    expect(left.location).toBe('/team?saved');
    follow(ana, left);
    expect((await ana.get('/team')).html).toContain('This is your own workspace.');
    expect((await ben.send('/team', { form: 'delete', name: 'Another' })).html).toContain(
      'Enter the name of this team',
    );
    const gone = await ben.send('/team', { form: 'delete', name: 'Corner shop' });
    expect(gone.location).toBe('/team?saved');
  });
});
