import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../../accountRoutes';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { readCheckForm, toRow } from './checkForm';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
let bot: string;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
  const made = await test.server.call('/v1/bot/create', { body: { name: 'Tea shop' }, headers: ana.headers });
  bot = ((await made.json()) as { id: string }).id;
});
afterAll(() => test.server.server.close(0));

describe('OW-21 the pages of checks', () => {
  let path: string;
  const until = async (words: string): Promise<string> => {
    let html = '';
    await expect.poll(async () => ({ html } = await ana.get(path)).html, { timeout: 20_000 }).toContain(words);
    return html;
  };

  it('explain themselves while there are none, and ask which bot is meant', async () => {
    const { html } = await ana.get('/checks');
    expect(html).toContain('No checks yet.');
    expect(html).toContain('href="/checks/new"');
    expect((await ana.get('/checks/new')).html).toContain(`href="/checks/new?bot=${bot}"`);
  });

  it('keep a question of a conversation with one press, and show its result', async () => {
    const kept = await ana.get(`/checks/new?bot=${bot}&ask=Are+you+open%3F&answer=From+**nine**`);
    expect(kept.html).toMatch(/<textarea[^>]*name="ask-0"[^>]*>Are you open\?<\/textarea>/);
    expect(kept.html).toMatch(/<blockquote dir="auto">.*From <strong>nine<\/strong>/);
    const fields = {
      form: 'check',
      name: 'Hours',
      'ask-0': 'Are you open?',
      'kind-0-0': 'contains',
      'value-0-0': 'open',
    };
    const made = await ana.send(`/checks/new?bot=${bot}`, {
      ...fields,
      'kind-0-1': 'contains',
      'value-0-1': '',
      'ask-1': '',
    });
    path = made.location?.replace('?saved', '') ?? '';
    expect(path).toMatch(/^\/checks\/check_/);
    const html = await until('>Passes<');
    expect(html).toContain('You said: Are you open?');
    expect((await ana.get(`/checks?bot=${bot}`)).html).toContain('1 of 1 pass');
  });

  it('keep an answer of the inbox: its conversation leads to the bot of its widget', async () => {
    const make = { body: { name: 'Shop', botId: bot }, headers: ana.headers };
    const { id: widget } = (await (await test.server.call('/v1/integration/widget/create', make)).json()) as {
      id: string;
    };
    const session = await test.server.openSession(widget);
    test.server.model.next({ text: 'We have **oolong**.' });
    await (await test.server.send(session, { id: 'm-0123456789', text: 'Do you have tea?' })).text();
    const { html } = await ana.get(`/conversations/${session.conversationId}`);
    const [, link = ''] = /href="([^"]*)"[^>]*>Keep as a check</.exec(html) ?? [];
    const kept = (await ana.get(link.replaceAll('&amp;', '&'))).html;
    expect(kept).toMatch(/<textarea[^>]*name="ask-0"[^>]*>Do you have tea\?<\/textarea>/);
    expect(kept).toContain('Tea shop');
  });

  it('show both answers, and the reason of what is not met', async () => {
    test.server.model.next({ text: 'We are closed.' });
    await ana.send(path, { form: 'run' });
    const html = await until('>Fails<');
    expect(html).toContain('When it last passed');
    expect(html).toContain('Now, changed');
    expect(html).toContain('You said: Are you open?');
    expect(html).toContain('We are closed.');
    expect(html).toContain('The answer does not contain “open”.');
    const list = (await ana.get('/checks')).html;
    expect(list).toContain('1 answer changed since it last passed');
  });

  it('follow a run that is due, keep a refused form, and import a file', async () => {
    await test.server.database.execute("update checks set cause = 'hand', due_at = 9000000000000");
    expect((await ana.get(path)).html).toContain('data-island="follow"');
    const refused = await ana.send(path, {
      form: 'check',
      name: 'Hours',
      'ask-0': 'Open?',
      'kind-0-0': 'language',
      'value-0-0': 'German!',
    });
    expect([refused.status, refused.html.includes('value="German!"')]).toEqual([422, true]);
    const file = await ana.get(`/checks?bot=${bot}`);
    expect(file.html).toContain('name: Hours');
    const wrong = await ana.send(`/checks?bot=${bot}`, { form: 'import', content: 'checks: [' });
    expect(wrong.html).toContain('The file of checks cannot be used.');
    const content = 'checks: [{name: Other, turns: [{ask: Hi}]}]';
    expect((await ana.send(`/checks?bot=${bot}`, { form: 'import', content })).location).toBe(`/checks?bot=${bot}`);
    await ana.send(path, { form: 'delete' });
    expect((await ana.get(path)).status).toBe(404);
    expect((await (await test.person('ben')).get('/checks')).html).toContain('No checks yet.');
  });

  it('propose what visitors asked in vain, for the bot that they asked', async () => {
    const post = async (path: string, body: object) =>
      (await (await test.server.call(`/v1${path}`, { body, headers: ana.headers })).json()) as { id: string };
    const { id } = await post('/integration/widget/create', { name: 'Chat', botId: bot });
    test.server.model.next({ fail: new Error('down') });
    await (await test.server.send(await test.server.openSession(id), { text: 'Do you sell oolong?' })).text();
    const question = 'ask=Do+you+sell+oolong%3F';
    expect((await ana.get(`/checks?bot=${bot}`)).html).toContain(`href="/checks/new?bot=${bot}&amp;${question}"`);
    const other = await post('/bot/create', { name: 'Other' });
    expect((await ana.get(`/checks?bot=${other.id}`)).html).not.toContain('oolong');
  });

  it('write calls with their arguments in a line', () => {
    const line = 'Order status number=12 note="two words" id="12"';
    const form = new URLSearchParams({
      name: 'x',
      'ask-0': 'a',
      'kind-0-0': 'calls',
      'value-0-0': line,
      'kind-0-1': 'asks',
    });
    const call = { calls: 'Order status', arguments: { number: 12, note: 'two words', id: '12' } };
    expect(readCheckForm(new URLSearchParams({ name: ' ', 'ask-0': 'Are you\n open?' })).name).toBe('Are you open?');
    expect(readCheckForm(form).turns).toEqual([{ ask: 'a', expect: [call, { asks: true }] }]);
    expect(toRow(call)).toEqual({ kind: 'calls', value: line });
  });
});
