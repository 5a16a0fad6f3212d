import { describe, expect, it } from 'vitest';
import { HOSTILE_SIZES, HOSTILE_TEXTS } from '../../../widget-core/src/testing/hostileTexts';
import { readDocsFolder } from './docsFolder';
import { toPassages } from './passages';
import { readFile } from './readFile';

const FIXTURE = new URL('testing/docs', import.meta.url).pathname;

function passagesOf(text: string, kind: 'markdown' | 'text' = 'markdown') {
  return toPassages({
    kind,
    text,
    source: 'a.md',
    url: '/docs/a',
    resolveLink: (href) => (href.startsWith('b.md') ? '/docs/b' : undefined),
  });
}

describe('H-16 a document as passages', () => {
  it('cuts at headings, with their path and the anchors the site uses', () => {
    const passages = passagesOf(
      '# Page\n\nIntro.\n\n## One\n\nFirst.\n\n### `two` & *three*\n\nSecond.\n\n## One\n\nAgain.',
    );
    expect(passages.map(({ title, url, text }) => [title, url, text])).toEqual([
      ['Page', '/docs/a', 'Intro.'],
      ['Page › One', '/docs/a#one', 'First.'],
      ['Page › One › two & three', '/docs/a#two--three', 'Second.'],
      ['Page › One', '/docs/a#one-1', 'Again.'],
    ]);
  });

  it('keeps code, tables and lists whole, and a heading inside code is code', () => {
    const code = '```sh\n# not a heading\n\nnpm start\n```';
    const table = '| a | b |\n|---|---|\n| 1 | 2 |';
    const list = '- one\n\n- two\n  ```js\n  x\n  ```';
    const [passage, ...others] = passagesOf(`# Page\n\n## S\n\n${code}\n\n${table}\n\n${list}`);
    expect(others).toEqual([]);
    expect(passage?.text).toBe([code, table, list].join('\n\n'));
  });

  it('OW-5: cuts a long table between rows, each part with the header, and a long list between items', () => {
    const rows = Array.from({ length: 30 }, (_, index) => `| setting-${String(index)} | ${'what it does '.repeat(5)}|`);
    const header = '| name | meaning |\n|---|---|';
    const parts = passagesOf(`# Page\n\n${header}\n${rows.join('\n')}`)
      .map(({ text }) => text.split('\n\n'))
      .flat();
    expect(parts.every((part) => part.startsWith(header) && part.length < 700)).toBe(true);
    expect(parts.flatMap((part) => part.split('\n').slice(2))).toEqual(rows);
    const items = rows.map((row) => `- ${row.replaceAll('|', ' ')}\n  with a second line`);
    const lists = passagesOf(`# Page\n\n${items.join('\n')}`)
      .map(({ text }) => text.split('\n\n'))
      .flat();
    expect(lists.length).toBeGreaterThan(3);
    expect(lists.every((part) => part.startsWith('- '))).toBe(true);
    expect(lists.join('\n')).toBe(items.join('\n'));
  });

  it('cuts a long section between blocks, keeping a line with what it announces', () => {
    const long = 'word '.repeat(200).trim();
    const parts = passagesOf(`# Page\n\n## S\n\n${long}\n\nLike this:\n\n\`\`\`\n${long}\n\`\`\``);
    expect(parts).toHaveLength(2);
    expect(parts[1]?.text.startsWith('Like this:\n\n```')).toBe(true);
    expect(parts[0]?.url).toBe(parts[1]?.url);
  });

  it('resolves links, leaves links in code alone, and turns pictures and dead links into words', () => {
    const [passage] = passagesOf('# P\n\n[b](b.md) [gone](c.md) ![shot](x.png)\n\n```\n[b](b.md)\n```');
    expect(passage?.text).toBe('[b](/docs/b) gone shot\n\n```\n[b](b.md)\n```');
  });

  it('takes a text without headings, and a document without a title', () => {
    expect(passagesOf('One.\n\nTwo.', 'text')).toMatchObject([
      { page: 'a', title: 'a', url: '/docs/a', text: 'One.\n\nTwo.' },
    ]);
    expect(passagesOf('Only words.')).toMatchObject([{ title: 'a', text: 'Only words.' }]);
    expect(passagesOf('')).toEqual([]);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('%s: nothing is thrown, and nothing around it is lost', (_kind, make) => {
    for (const size of HOSTILE_SIZES) {
      const passages = passagesOf(`Beginning.\n\n${make(size)}\n\nThe end.`);
      expect(passages[0]?.text).toMatch(/^Beginning\./);
      expect(passages.at(-1)?.text).toMatch(/The end\.$/);
    }
  });

  it('cuts a block that is longer than a search vector may be, and loses no word of it', () => {
    const words = Array.from({ length: 10_000 }, (_, index) => `word${String(index)}`);
    const passages = passagesOf(words.join(' '));
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(16_000);
    expect(passages.flatMap(({ text }) => text.split(' '))).toEqual(words);
  });

  it('gives every passage its own id', async () => {
    const ids = (await readDocsFolder(FIXTURE, '/docs')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('H-16 a folder of documentation', () => {
  it('gives pages the addresses of the site and resolves links between them', async () => {
    const passages = await readDocsFolder(FIXTURE, 'https://chat.example.com/docs');
    const start = passages.find(({ url }) => url === 'https://chat.example.com/docs#what-you-can-do-with-it');
    expect(start?.text).toContain('[For operators](https://chat.example.com/docs/guides/operator)');
  });

  it('is empty when the folder does not exist', async () => {
    expect(await readDocsFolder(`${FIXTURE}/nothing`, '/docs')).toEqual([]);
  });
});

describe('H-16 a file as text', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('reads markdown and plain text, without front matter, byte order mark and carriage returns', () => {
    expect(readFile('a.MD', bytes('\uFEFF---\ntitle: x\n---\n# A\r\nb'))).toEqual({ kind: 'markdown', text: '# A\nb' });
    expect(readFile('a.txt', bytes('---\nx'))).toEqual({ kind: 'text', text: '---\nx' });
  });

  it('does not pretend to read what it cannot', () => {
    expect(readFile('a.exe', bytes('x'))).toBeUndefined();
    expect(readFile('constructor', bytes('x'))).toBeUndefined();
    expect(readFile('a.constructor', bytes('x'))).toBeUndefined();
  });
});
