// What the server does with its database, from its sources: for benches that fill it, or look at it without a server.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/machine/workspace.mjs';

const SERVER = path.join(root, 'packages', 'server');

/** @param modules - modules of packages/server/src. @returns what they export, together */
export async function bundleDatabase(modules) {
  const folder = path.join(SERVER, 'node_modules', '.cache', 'sotto', 'bench');
  const outfile = path.join(folder, `database-${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: {
      contents: modules.map((name) => `export * from './${name}';`).join('\n'),
      resolveDir: path.join(SERVER, 'src'),
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@sotto/source'],
    packages: 'external',
    // Files beside the sources are found from the sources.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path.join(SERVER, 'src', 'db', 'database.ts')).href) },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile));
}
