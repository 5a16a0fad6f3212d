import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, root } from '../machine/workspace.mjs';

/** Largest picture of the documentation: a page with ten of them loads in a second at 10 Mbit/s. */
const PICTURE_MAX_BYTES = 120_000;

/** `![words](address)` with a place in this repository. */
const NAMED = /!\[[^\]]*\]\(([^)\s]+)\)/g;

/**
 * What is wrong between pages and pictures.
 *
 * @param pages - Markdown by its path from the root
 * @param pictures - bytes of each picture by its path from the root
 */
function findPictureFaults(pages: ReadonlyMap<string, string>, pictures: ReadonlyMap<string, number>): string[] {
  const used = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(NAMED)]
      .map(([, to = '']) => to)
      .filter((to) => !/^(?:\w+:|\/)/.test(to))
      .map((to) => ({ page, picture: path.posix.join(path.posix.dirname(page), to) })),
  );
  const names = new Set(used.map(({ picture }) => picture));
  return [
    ...used
      .filter(({ picture }) => !pictures.has(picture))
      .map(({ page, picture }) => `${page} names ${picture}, which is not there`),
    ...[...pictures.keys()].filter((picture) => !names.has(picture)).map((picture) => `no page uses ${picture}`),
    ...[...pictures]
      .filter(([, bytes]) => bytes > PICTURE_MAX_BYTES)
      .map(([picture, bytes]) => `${picture} has ${String(bytes)} bytes, the limit is ${String(PICTURE_MAX_BYTES)}`),
  ];
}

describe('pictures of the documentation', () => {
  it('a picture that no page uses, one that is not there, and one that is too large are found', () => {
    const pages = new Map([
      ['docs/guides/a.md', '![A](../images/a.webp) ![Gone](../images/gone.webp) ![Web](https://a.example/b.png)'],
      ['README.md', '![B](docs/images/b.webp)'],
    ]);
    const pictures = new Map([
      ['docs/images/a.webp', 10],
      ['docs/images/b.webp', PICTURE_MAX_BYTES + 1],
      ['docs/images/c.webp', 10],
    ]);
    expect(findPictureFaults(pages, pictures)).toEqual([
      'docs/guides/a.md names docs/images/gone.webp, which is not there',
      'no page uses docs/images/c.webp',
      `docs/images/b.webp has ${String(PICTURE_MAX_BYTES + 1)} bytes, the limit is ${String(PICTURE_MAX_BYTES)}`,
    ]);
  });

  it('are each used by a page, there, and small', () => {
    const docs: string[] = listFiles(path.join(root, 'docs')).map((file: string) => `docs/${file}`);
    const read = (file: string): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')];
    const pages = new Map(['README.md', ...docs.filter((file) => file.endsWith('.md'))].map(read));
    const pictures = new Map(
      docs
        .filter((file) => file.startsWith('docs/images/'))
        .map((file) => [file, statSync(path.join(root, file)).size] as const),
    );
    expect(pictures.size).toBeGreaterThan(80);
    expect(findPictureFaults(pages, pictures)).toEqual([]);
  });
});
