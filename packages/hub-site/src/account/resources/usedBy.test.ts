import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../../accountRoutes';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
});
afterAll(() => test.server.server.close(0));

async function make(path: string, body: object = {}): Promise<string> {
  const answer = await test.server.call(`/v1${path}`, { body, headers: ana.headers });
  return ((await answer.json()) as { id: string }).id;
}
const sectionOf = (html: string, id: string): string =>
  new RegExp(`<section[^>]* id="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';
const noteOf = (html: string): string =>
  /Delete this (?:ability set|knowledge base|bot|widget)<\/summary>.*?<p>(.*?) <button/s.exec(html)?.[1] ?? '';

describe('OW-15 what depends on a thing, and what goes with it', () => {
  it('is on its page: abilities and documents are counted, bots and widgets are named', async () => {
    const skillset = await make('/skillset/create', { name: 'Orders' });
    await make(`/skillset/${skillset}/ability/create`, { name: 'find', description: 'x', instruction: 'x' });
    const dataset = await make('/dataset/create', { name: 'Shipping' });
    await make(`/dataset/${dataset}/text/create`, { title: 'How long?', text: 'Three days.' });
    const before = (await ana.get(`/skillsets/${skillset}`)).html;
    expect(sectionOf(before, 'used-by')).toContain('Nothing else uses this ability set.');
    expect(noteOf(before)).toBe('Deleted with it: 1 ability. This cannot be undone.');

    const bot = await make('/bot/create', { name: 'Harbour', skillsets: [skillset], datasets: [dataset] });
    const after = (await ana.get(`/skillsets/${skillset}`)).html;
    expect(sectionOf(after, 'used-by')).toContain(`<a href="/bots/${bot}"><bdi>Harbour</bdi></a>`);
    expect(noteOf(after)).toBe(
      'Deleted with it: 1 ability. Then the bot “Harbour” works without it. This cannot be undone.',
    );
    expect(noteOf((await ana.get(`/datasets/${dataset}`)).html)).toContain('Deleted with it: 1 document.');

    const widget = await make('/integration/widget/create', { name: 'Shop', botId: bot });
    await make('/blueprint/create', { name: 'All', parts: { skillsets: [], datasets: [], bots: [bot], widgets: [] } });
    const html = (await ana.get(`/bots/${bot}`)).html;
    expect(sectionOf(html, 'used-by')).toMatch(/Shop.*Widget.*All.*Blueprint/s);
    expect(noteOf(html)).toContain('First give the widget “Shop” and the blueprint “All” another bot');
    await (await test.server.send(await test.server.openSession(widget), { id: 'm-0123456789', text: 'Hi' })).text();
    const uses = await test.server.call(`/v1/integration/widget/${widget}/uses/fetch`, { headers: ana.headers });
    expect(await uses.json()).toMatchObject({ conversations: 1, usedBy: [] });
    expect(noteOf((await ana.get(`/integrations/widget/${widget}`)).html)).toBe(
      'Deleted with it: 1 conversation with a visitor. The chat disappears from every page that has its line. This cannot be undone.',
    );
    const ben = await test.person('ben');
    expect((await test.server.call(`/v1/bot/${bot}/uses/fetch`, { headers: ben.headers })).status).toBe(404);
  });
});

describe('OW-15 a document made from an answer', () => {
  it('has the question as its title, and no file name', async () => {
    const dataset = await make('/dataset/create', { name: 'Answers' });
    await make(`/dataset/${dataset}/text/create`, { title: 'How long does shipping to Norway take?', text: 'A week.' });
    const { html } = await ana.get(`/datasets/${dataset}`);
    expect(sectionOf(html, 'documents')).toContain('<bdi>How long does shipping to Norway take?</bdi></a></th>');
    expect(sectionOf(html, 'documents')).not.toContain('.md<');
  });
});

describe('OW-15 the usage page', () => {
  it('names the limits of the day where there are some', async () => {
    const budgets = { account: { messages: 10_000 }, widget: { messages: 5_000 }, address: {}, subject: {} };
    const limited = await startSiteTest(accountRoutes, {}, { config: { budgets } });
    const { html } = await (await limited.person('ana')).get('/usage');
    expect(html.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Messages today\s+0\s+of 10,000/);
    expect(html).toContain('A widget without budgets of its own may use 5,000 messages of it.');
    await limited.server.server.close(0);
    const free = (await ana.get('/usage')).html;
    expect(free.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Messages today\s+\d+\s+no limit/);
    expect(free).not.toContain('without budgets of its own');
  });
});
