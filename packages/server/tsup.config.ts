import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'tsup';

const require = createRequire(import.meta.url);

/**
 * The library, the command, the program of the reading threads, and beside them what they read at run time: migrations,
 * the prepared database, the thesaurus, and the CMaps of PDF.js; `assemble.mjs` adds documentation and site.
 */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    testing: 'src/testing/index.ts',
    makeSeed: 'src/db/makeSeed.ts',
    readingWorker: 'src/readingWorker/readingWorker.ts',
  },
  format: 'esm',
  target: 'node20',
  clean: true,
  sourcemap: true,
  async onSuccess() {
    cpSync('src/db/migrations', 'dist/migrations', { recursive: true });
    cpSync('src/datasets/thesaurus', 'dist/thesaurus', { recursive: true });
    const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'));
    cpSync(path.join(pdfjs, 'cmaps'), 'dist/cmaps', { recursive: true });
    execFileSync(process.execPath, ['dist/makeSeed.js', 'dist/seed.tar.gz'], { stdio: 'inherit' });
    rmSync('dist/makeSeed.js');
  },
});
