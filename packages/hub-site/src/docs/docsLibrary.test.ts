import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocsLibrary } from './docsLibrary';
import { readSections } from './sections';

const PROJECT = fileURLToPath(new URL('../../../../docs', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(folder, 'images/hub'), { recursive: true });
  mkdirSync(join(folder, 'guides'));
  writeFileSync(join(folder, 'index.md'), '# Documentation\n\nSee the [operator guide](guides/operator.md#backup).');
  writeFileSync(join(folder, 'guides/operator.md'), '# Operating\n\n![Start](../images/hub/start.webp)');
  writeFileSync(join(folder, 'images/hub/start.webp'), 'picture');
  writeFileSync(join(folder, 'images/streams.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret.webp'), 'not a picture of the documentation');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the documentation as pages', () => {
  it('has an address for every file, and links between files are links between pages', () => {
    const library = createDocsLibrary(folder, '/chat');
    expect(library.entries.map(({ path }) => path)).toEqual(['/docs', '/docs/guides/operator']);
    expect(library.find('/docs')?.html).toContain('href="/chat/docs/guides/operator#backup"');
  });

  it('of this project leads nowhere but to pages, sections and pictures that are there', () => {
    const library = createDocsLibrary(PROJECT, '');
    const lost = library.entries.flatMap(({ path, html }) =>
      [...html.matchAll(/<(?:a href|img src)="([^":]*)"/g)]
        .map(([, link = '']) => new URL(link, `http://site${path}${path === '/docs' ? '/' : ''}`))
        .filter(({ pathname, hash }) => {
          const page = library.find(pathname.replace(/\/$/, ''));
          if (!page) return !pathname.startsWith('/docs/images/') && pathname.startsWith('/docs/');
          return hash !== '' && !page.html.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
        })
        .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
    );
    expect(lost).toEqual([]);
  });

  it('renders a page when it is first read, under the title that its heading has', () => {
    const first = createDocsLibrary(folder, '').find('/docs');
    expect(Object.getOwnPropertyDescriptor(first, 'html')?.get).toBeTypeOf('function');
    expect(first?.html).toBe(first?.html);
    for (const doc of createDocsLibrary(PROJECT, '').entries)
      expect([doc.path, readSections(doc.html).find(({ depth }) => depth === 1)?.title]).toEqual([doc.path, doc.title]);
  });

  it('names every part of a page that can be scrolled differently', () => {
    for (const { path, html } of createDocsLibrary(PROJECT, '').entries) {
      const names = [...html.matchAll(/role="region" aria-label="([^"]*)"/g)].map(([, name]) => name);
      expect([path, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([path, []]);
    }
  });

  it.each([
    ['hub/start.webp', 'image/webp'],
    ['streams.svg', 'image/svg+xml'],
  ])('shows the picture %s', (path, mediaType) => {
    expect(createDocsLibrary(folder, '').picture(path)?.mediaType).toBe(mediaType);
  });

  it.each(['hub/none.webp', '../secret.webp', 'hub/../../secret.webp', '..%2Fsecret.webp', '../index.md', 'hub', ''])(
    'has no picture %j',
    (path) => {
      expect(createDocsLibrary(folder, '').picture(path)).toBeUndefined();
    },
  );
});
