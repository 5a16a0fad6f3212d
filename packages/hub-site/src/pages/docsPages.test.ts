import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type Site } from '../app/createSite';

let folder: string;
let site: Site;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(folder, 'guides'));
  mkdirSync(join(folder, 'decisions'));
  writeFileSync(join(folder, 'index.md'), '# Start\n\nSee [operating](guides/operator.md).');
  writeFileSync(
    join(folder, 'guides/operator.md'),
    '# Operating\n\n## Backup\n\nCopy.\n\n### Restore\n\n## Logs\n\nRead.',
  );
  writeFileSync(join(folder, 'guides/zoo.md'), '# Zoo\n\nThe last guide.');
  writeFileSync(join(folder, 'api.md'), '# API\n\nEvery call.');
  writeFileSync(join(folder, 'decisions/one.md'), '# One\n\nWhy.');
  site = createSite({ docsDir: folder, basePath: '/chat' });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function get(path: string) {
  const response = await site(new Request(`http://localhost${path}`), {
    call: async ({ url }) =>
      url.includes('/list')
        ? Response.json({ items: [], total: 0, cursor: null, facets: { tags: [], languages: [], licences: [] } })
        : Response.json({ message: 'Not found', code: 'NOT_FOUND' }, { status: 404 }),
    origin: 'http://localhost',
    isOriginConfigured: true,
    requestId: 'req_1',
    onError: (error) => {
      throw error;
    },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('H-11 a page of the documentation', () => {
  it('lists its sections and leads to them', async () => {
    const { text } = await get('/chat/docs/guides/operator');
    const [contents = ''] = /<nav class="docs-contents"[^]*?<\/nav>/.exec(text) ?? [];
    expect([...contents.matchAll(/<a href="([^"]*)">([^<]*)/g)].map(([, to, name]) => [to, name])).toEqual([
      ['#backup', 'Backup'],
      ['#restore', 'Restore'],
      ['#logs', 'Logs'],
    ]);
    expect((await get('/chat/docs/guides/zoo')).text).not.toContain('docs-contents');
  });

  it('leads to the page before and after it in its group', async () => {
    const { text } = await get('/chat/docs/guides/operator');
    expect(text).toMatch(/<a href="\/chat\/docs" rel="prev"><span>Previous<\/span>Start/);
    expect(text).toMatch(/<a class="docs-next" href="\/chat\/docs\/guides\/zoo" rel="next"><span>Next<\/span>Zoo/);
    expect(text).toContain('<link rel="prev" href="/chat/docs"');
    expect((await get('/chat/docs/guides/zoo')).text).not.toContain('class="docs-next"');
  });

  it('has a twin in Markdown, whose links to other files work', async () => {
    const { text } = await get('/chat/docs');
    expect(text).toContain('<link rel="alternate" type="text/markdown" href="http://localhost/chat/docs/index.md"');
    const twin = await get('/chat/docs/index.md');
    expect([twin.status, twin.headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(twin.headers.get('Link')).toBe('<http://localhost/chat/docs>; rel="canonical"');
    const [, link = ''] = /\(([^)]*\.md)\)/.exec(twin.text) ?? [];
    const other = await get(new URL(link, 'http://localhost/chat/docs/index.md').pathname);
    expect([other.status, other.text.split('\n')[0]]).toEqual([200, '# Operating']);
    expect((await get('/chat/docs/guides/none.md')).status).toBe(404);
  });

  it('is part of one text with all pages for readers, which llms.txt names', async () => {
    const { text, headers } = await get('/chat/llms-full.txt');
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect([...text.matchAll(/^# .*$/gm)].map(([line]) => line)).toEqual(['# Start', '# Operating', '# Zoo', '# API']);
    expect(text).toContain('<!-- http://localhost/chat/docs/guides/operator -->');
    const short = (await get('/chat/llms.txt')).text;
    expect(short).toContain('(http://localhost/chat/llms-full.txt)');
    expect(short).toContain('[Operating](http://localhost/chat/docs/guides/operator.md)');
    expect(short).not.toContain('decisions');
  });

  it('is in the map of the site by its address only', async () => {
    const { text } = await get('/chat/sitemaps/pages.xml');
    expect(text).toContain('<loc>http://localhost/chat/docs/guides/operator</loc>');
    expect(text).not.toMatch(/\.md<|docs\/search|llms/);
  });
});

describe('H-11 the page of results', () => {
  it('shows sections and what fits in them, without a script', async () => {
    const { text } = await get('/chat/docs/search?q=copy');
    expect(text).toContain('1 section<');
    expect(text).toMatch(/<a href="\/chat\/docs\/guides\/operator#backup"><strong>Backup<\/strong>/);
    expect(text).toContain('<mark>Copy</mark>');
    expect(text).toMatch(/<form class="field-row" role="search"[^>]* action="\/chat\/docs\/search"/);
    expect(text).toContain('<meta name="robots" content="noindex"');
  });

  it('says when there is nothing, and shows words of strangers as text', async () => {
    const { text } = await get(`/chat/docs/search?q=${encodeURIComponent('<b>zzqq</b>')}`);
    expect(text).toContain('No results');
    expect(text).toContain('&lt;b&gt;zzqq');
    expect(text).not.toContain('<b>zzqq');
    expect((await get('/chat/docs/search')).text).toContain('What are you looking for?');
  });

  it('answers scripts with the same hits', async () => {
    const { text, headers } = await get('/chat/docs/search.json?q=copy');
    expect(headers.get('Content-Type')).toContain('application/json');
    expect(JSON.parse(text)).toEqual({
      hits: [
        {
          page: 'Operating',
          section: 'Backup',
          href: '/chat/docs/guides/operator#backup',
          excerpt: [
            { text: 'Copy', isMatch: true },
            { text: '.', isMatch: false },
          ],
        },
      ],
    });
  });
});
