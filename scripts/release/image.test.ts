import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readImage, writeImage } from '../../deploy/imageFiles.mjs';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Image {
  packages: { name: string; bytes: number }[];
  files: { from: string; to: string; bytes: number }[];
}
// Beside what is installed, so that its files can be hard links.
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(path.join(cache, 'sotto-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('FO-13 the image', () => {
  const { packages, files } = (readImage as () => Image)();

  it('holds what runs, and nothing that only develops: no sources, maps, types and tests', () => {
    const paths = files.map(({ to }) => to.replaceAll(path.sep, '/'));
    expect(paths.filter((name) => /\.(?:map|tsx?|[cm]ts)$/.test(name))).toEqual([]);
    expect(
      paths.filter((name) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/.]+\/(?:tests?|__tests__)\//.test(name)),
    ).toEqual([]);
    const developing = [
      'vitest',
      'vite',
      'typescript',
      'playwright-core',
      'next',
      'drizzle-kit',
      'esbuild',
      'oxfmt',
      'pdfjs-dist',
    ];
    expect(packages.map(({ name }) => name).filter((name) => developing.includes(name))).toEqual([]);
    for (const file of [
      'dist/cli.js',
      'dist/seed.tar.gz',
      'dist/cmaps/90ms-RKSJ-H.bcmap',
      'dist/cmaps/LICENSE',
      'dist/site/index.js',
      'dist/docs/index.md',
      'LICENSE',
    ])
      expect([file, paths.includes(file)]).toEqual([file, true]);
    // 109 MB when this was written, of which gzip leaves 39; with the Node image below it, less than 250 MB.
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(130_000_000);
  });

  it('needs nothing from outside its folder', () => {
    (writeImage as (target: string, options: object) => void)(folder, { asLinks: true });
    expect(existsSync(path.join(folder, 'dist', 'cli.js'))).toBe(true);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    // Those without a module of their own are read as files.
    const modules = Object.keys(manifest.dependencies).filter((name) => !['@sotto/frame'].includes(name));
    const program = `
      for (const name of ${JSON.stringify(['./dist/index.js', ...modules])})
        await import(name).catch((error) => {
          if (error.code === 'ERR_MODULE_NOT_FOUND') throw error;
        });
      console.log('whole');`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect(output.trim().split('\n').at(-1)).toBe('whole');
  });
});
