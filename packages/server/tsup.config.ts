import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The library, the command, and beside them what they read at run time: migrations, the prepared database and the documentation. */
export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli.ts', testing: 'src/testing/index.ts', makeSeed: 'src/db/makeSeed.ts' },
  format: 'esm',
  target: 'node20',
  dts: { entry: { index: 'src/index.ts', testing: 'src/testing/index.ts' } },
  clean: true,
  sourcemap: true,
  async onSuccess() {
    cpSync('src/db/migrations', 'dist/migrations', { recursive: true });
    if (existsSync('../../docs')) cpSync('../../docs', 'dist/docs', { recursive: true });
    execFileSync(process.execPath, ['dist/makeSeed.js', 'dist/seed.tar.gz'], { stdio: 'inherit' });
    rmSync('dist/makeSeed.js');
  },
});
