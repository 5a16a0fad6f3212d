import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The library, the command, the program of the reading threads, and beside them what they read at run time: migrations, the prepared database, the documentation and the built site. */
export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli.ts', testing: 'src/testing/index.ts', makeSeed: 'src/db/makeSeed.ts', readingWorker: 'src/reading/readingWorker.ts' },
  format: 'esm',
  target: 'node20',
  dts: { entry: { index: 'src/index.ts', testing: 'src/testing/index.ts' } },
  clean: true,
  sourcemap: true,
  async onSuccess() {
    cpSync('src/db/migrations', 'dist/migrations', { recursive: true });
    // The README's own pictures are on no page of the documentation.
    if (existsSync('../../docs')) cpSync('../../docs', 'dist/docs', { recursive: true, filter: (path) => !/images[\\/]chat-[a-z]+\.png$/.test(path) });
    cpSync('../hub-site/dist', 'dist/site', { recursive: true, filter: (path) => !path.endsWith('.map') });
    execFileSync(process.execPath, ['dist/makeSeed.js', 'dist/seed.tar.gz'], { stdio: 'inherit' });
    rmSync('dist/makeSeed.js');
  },
});
