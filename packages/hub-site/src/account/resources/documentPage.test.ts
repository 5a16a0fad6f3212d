import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../../accountRoutes';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
let dataset: string;
let widget: string;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
  dataset = await make('/dataset/create', { name: 'Terms' });
  const bot = await make('/bot/create', { name: 'Harbour', datasets: [dataset] });
  widget = await make('/integration/widget/create', { name: 'Shop', botId: bot });
});
afterAll(() => test.server.server.close(0));

async function make(path: string, body: object = {}): Promise<string> {
  const answer = await test.server.call(`/v1${path}`, { body, headers: ana.headers });
  return ((await answer.json()) as { id: string }).id;
}

describe('OW-30 a document', () => {
  it('shows its text, and the questions that it answered, not those of another document', async () => {
    const sections = Array.from({ length: 25 }, (_, index) => `## Part ${String(index)}\n\nWord ${String(index)} <b>.`);
    const text = `${sections.join('\n\n')}\n\n## Kettles\n\nKettles have a guarantee of two years.`;
    const file = await make(`/dataset/${dataset}/text/create`, { title: 'Guarantee', text });
    const other = await make(`/dataset/${dataset}/text/create`, { title: 'Returns', text: 'Send it back in May.' });
    const path = `/datasets/${dataset}/documents/${file}`;
    expect((await ana.get(`/datasets/${dataset}`)).html).toContain(`<a href="${path}"><bdi>Guarantee</bdi></a>`);
    const empty = (await ana.get(path)).html;
    expect(empty).toContain('No visitor was answered from this document yet.');
    expect(empty).toContain('Word 3 &lt;b&gt;.');
    const next = /href="([^"]*cursor=[^"]*)"/.exec(empty)?.[1] ?? '';
    expect(empty).not.toContain('two years');
    expect((await ana.get(next.replaceAll('&amp;', '&'))).html).toContain('Kettles have a guarantee of two years.');

    const session = await test.server.openSession(widget);
    test.server.model.next({ call: 'query', args: { query: 'guarantee kettles' } });
    test.server.model.next({ text: 'Two years.' });
    await (await test.server.send(session, { id: 'm-0123456789', text: 'Is there a guarantee on kettles?' })).text();
    expect((await ana.get(path)).html).toContain('Is there a guarantee on kettles?');
    expect((await ana.get(`/datasets/${dataset}/documents/${other}`)).html).toContain(
      'No visitor was answered from this document yet.',
    );
  });

  it('is read by its workspace alone', async () => {
    const file = await make(`/dataset/${dataset}/text/create`, { title: 'Ours', text: 'Only ours.' });
    const ben = await test.person('ben');
    for (const call of ['fetch', 'passage/list', 'question/list']) {
      const at = `/v1/dataset/${dataset}/file/${file}/${call}`;
      expect((await test.server.call(at, { headers: ben.headers })).status).toBe(404);
      expect((await test.server.call(at, { headers: ana.headers })).status).toBe(200);
    }
    expect(
      (await test.server.call(`/v1/dataset/${dataset}/file/${file}/passage/list?cursor=x`, { headers: ana.headers }))
        .status,
    ).toBe(400);
  });
});
