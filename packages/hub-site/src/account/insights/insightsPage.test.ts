import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('the insights page', () => {
  let test: SiteTest;
  let ana: Visitor;
  let shop: string;
  beforeAll(async () => {
    test = await startSiteTest(accountRoutes);
    ana = await test.person('ana');
  });
  afterAll(() => test.server.server.close(0));

  async function ask(text: string, ...reply: Parameters<typeof test.server.model.next>): Promise<string> {
    const session = await test.server.openSession(shop);
    const id = `m-${String(Math.random()).slice(2, 14)}`;
    test.server.model.next(...reply);
    await test.server.send(session, { id, text });
    return session.conversationId;
  }

  it('says that nothing was asked yet, and draws no chart of nothing', async () => {
    const made = await ana.send('/integrations/widget/new', { form: 'widget', name: 'Shop', botId: 'new' });
    shop = /widget\/([\w-]+)\?/.exec(made.location ?? '')?.[1] ?? '';
    const { html } = await ana.get('/insights');
    expect(html).toContain('No unanswered questions in this period.');
    expect(html).not.toContain('class="day-chart"');
    expect(html).toContain('No votes');
  });

  it('shows figures, a chart with a table, and what failed', async () => {
    await ask('Hello', { text: 'Hello!' });
    const path = `/conversations/${await ask('Do you ship <b>sofas</b>?', { fail: new Error('no model') })}`;
    const { html } = await ana.get('/insights?days=7');
    expect(html).toMatch(/<dt>Conversations<\/dt><dd>2<\/dd><dd class="insight-before">0 in the 7 days before<\/dd>/);
    expect(html).toMatch(/<dt>Cost of models \(estimate\)<\/dt><dd>–<\/dd>/);
    expect(html).toContain('class="day-chart"');
    expect(html).toContain('As a table');
    expect(html).toMatch(
      /<span>[A-Z][a-z]{2} \d{1,2}, \d{4}<\/span>.*<th scope="row">[A-Z][a-z]{2} \d{1,2}, \d{4}<\/th>/s,
    );
    expect(html).toContain('Do you ship &lt;b&gt;sofas&lt;/b&gt;?');
    expect(html).toContain('Reply failed');
    expect(html).toContain(`href="${path}"`);
    expect(html).toContain(`href="/checks/new?widget=${shop}&amp;ask=Do+you+ship`);
    expect(html).toMatch(/\/v1\/insights\/export\?from=\d+/);
    expect(html).not.toContain('/inbox?tool=failed');
  });

  it('leads to the conversations in which a tool failed, and to no others', async () => {
    const parts = JSON.stringify([
      { type: 'tool', callId: 'a', name: 'look_up', state: 'failed', startedAt: 1, endedAt: 2 },
    ]);
    const failing = await ask('Where is order 12?', { text: 'I could not look it up.' });
    await test.server.database.execute(`update messages set parts = '${parts}' where conversation_id = '${failing}'`);
    expect((await ana.get(`/insights?widget=${shop}`)).html).toContain(`/inbox?tool=failed&amp;widget=${shop}`);
    const { html } = await ana.get('/inbox?tool=failed');
    expect(html).toContain('Where is order 12?');
    expect(html).not.toContain('sofas');
    expect(html).toMatch(/<option[^>]*value="failed"[^>]*selected|selected[^>]*value="failed"/);
  });

  it('takes an answer, asks again, and shows what the bot finds now', async () => {
    const sent = await ana.send('/insights?days=7', {
      form: 'answer-x',
      widgetId: shop,
      question: 'Do you ship <b>sofas</b>?',
      answer: 'We ship sofas within <ten> days.',
    });
    expect(sent.location).toMatch(/^\/insights\?days=7&answered=.*#unanswered$/);
    const { html } = await ana.get(sent.location ?? '');
    expect(html).toContain('the bot now finds:');
    expect(html).toContain(`href="/checks/new?widget=${shop}&amp;ask=Do+you+ship+%3Cb%3Esofas%3C%2Fb%3E%3F"`);
    expect(html).toContain('We ship sofas within &lt;ten&gt; days.');
    expect(html).toContain('No unanswered questions in this period.');
  });

  it('gives an empty answer back with what is wrong, and its form open', async () => {
    await ask('Where is your shop?', { fail: new Error('no model') });
    const name = /name="form" value="(answer-[^"]+)"/.exec((await ana.get('/insights')).html)?.[1] ?? '';
    const answer = { form: name, widgetId: shop, question: 'Where is your shop?', answer: ' ' };
    const { status, html } = await ana.send('/insights', answer);
    expect(status).toBe(422);
    expect(html).toContain('This field is needed.');
    expect(html).toContain('<details open="">');
  });

  it('shows nobody else’s questions', async () => {
    const ben = await test.person('ben');
    expect((await ben.get('/insights')).html).not.toContain('Where is your shop?');
    expect((await ben.get(`/insights?widget=${shop}`)).status).toBe(404);
  });
});
