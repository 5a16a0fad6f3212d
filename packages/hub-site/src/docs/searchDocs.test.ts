import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocsLibrary } from './docsLibrary';
import { createDocsSearch, type DocsSearch } from './searchDocs';
import { readSections } from './sections';
import { renderMarkdown } from './renderMarkdown';

let folder: string;
let docs: DocsSearch;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(folder, 'decisions'));
  writeFileSync(
    join(folder, 'index.md'),
    '# Start\n\nHere a `webhook` is `<one>` thing.\n\n## Backup & restore\n\nCopy it.',
  );
  writeFileSync(
    join(folder, 'operator.md'),
    `# Operating\n\n${[1, 2, 3, 4, 5].map((n) => `## Proxy ${String(n)}\n\nBehind nginx.`).join('\n\n')}`,
  );
  writeFileSync(join(folder, 'decisions/proxy.md'), '# Proxy\n\nWhy nginx.');
  docs = createDocsSearch(createDocsLibrary(folder, '/chat').entries);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const plain = (text: string) => readSections(renderMarkdown(text, (link) => link).html);

describe('the sections of a page', () => {
  it('have the anchors of their headings and text without markup', () => {
    expect(
      plain('Before.\n\n# The `load` call\n\nA **b**\n\n- c\n\n## Next\n\n```html\n<h2 id="x">no</h2>\n```'),
    ).toEqual([
      { depth: 1, anchor: '', title: '', text: 'Before.' },
      { depth: 1, anchor: 'the-load-call', title: 'The load call', text: 'A b c' },
      { depth: 2, anchor: 'next', title: 'Next', text: '<h2 id="x">no</h2>' },
    ]);
  });
});

describe('H-11 search in the documentation', () => {
  it('finds a section by its heading and leads to its anchor, below the path prefix', () => {
    expect(docs.search('restore')[0]).toMatchObject({
      page: 'Start',
      section: 'Backup & restore',
      href: '/chat/docs#backup--restore',
    });
  });

  it.each(['webhook', 'WEBHOOK', 'webh', 'webhok', 'wbehook thing'])('finds text with %j', (query) => {
    expect(docs.search(query)[0]?.href).toBe('/chat/docs#start');
  });

  it('marks what was found in the excerpt, as text', () => {
    expect(docs.search('webhook')[0]?.excerpt).toEqual([
      { text: 'Here a ', isMatch: false },
      { text: 'webhook', isMatch: true },
      { text: ' is <one> thing.', isMatch: false },
    ]);
  });

  it('shows at most three sections of a page, and decisions last', () => {
    const found = docs.search('nginx').map(({ page }) => page);
    expect(found).toEqual(['Operating', 'Operating', 'Operating', 'Proxy']);
  });

  it.each(['', '  ', '?!', 'zzzzqqqq', '(((', '\\'])('finds nothing for %j', (query) => {
    expect(docs.search(query)).toEqual([]);
  });

  it('reads as much of a search as fits in the box', () => {
    expect(docs.search(`${'z'.repeat(300)} webhook`)).toEqual([]);
  });

  it('asked for many, answers few', () => {
    expect(docs.search('nginx', 2)).toHaveLength(2);
  });

  it.each([
    ['strict csp', '/docs/csp'],
    ['own backend', '/docs/guides/any-backend'],
    ['postgres backup', '/docs/guides/operator'],
    ['wordpres', '/docs/guides/install-wordpress'],
    ['useComposer', '/docs/guides/parts'],
  ])('leads from %j to a page about it', (query, path) => {
    const real = createDocsSearch(
      createDocsLibrary(fileURLToPath(new URL('../../../../docs', import.meta.url)), '').entries,
    );
    expect(
      real
        .search(query)
        .slice(0, 2)
        .map(({ href }) => href.split('#')[0]),
    ).toContain(path);
  });
});
