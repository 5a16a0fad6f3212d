// Writes the types of the package in whose folder it runs: one file for each entry of its package.json. The native
// compiler makes a draft of every source file, and tsup joins the drafts of each entry; tsup alone takes five times as long.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'tsup';
import { listFiles, root } from '../machine/workspace.mjs';

/** Below dist, because what is in node_modules would be taken for a library and not be joined. */
const DRAFTS = 'dist/.declarations';
const targets = Object.values(JSON.parse(readFileSync('package.json', 'utf8')).exports).flatMap((target) => {
  const types = target.types ?? target.import?.types;
  return types ? [{ source: target['@sotto/source'], types, formats: target.require ? ['esm', 'cjs'] : ['esm'] }] : [];
});
const draftOf = (folder, source) => path.posix.join(DRAFTS, folder, source.replace(/\.tsx?$/, '.d.ts'));
/** What is private is carried inside. */
const joined = (file) => ({ paths: { '@sotto/hub-api': [path.resolve(file)] } });

mkdirSync(DRAFTS, { recursive: true });
for (const file of listFiles('dist').filter((name) => /\.d\.[cm]?ts$/.test(name))) rmSync(path.join('dist', file));
try {
  writeFileSync(
    `${DRAFTS}/tsconfig.json`,
    JSON.stringify({
      extends: '../../tsconfig.json',
      files: targets.map(({ source }) => `../../${source}`),
      include: ['../../src/**/*.d.ts'],
      compilerOptions: {
        noEmit: false,
        noCheck: true,
        emitDeclarationOnly: true,
        rootDir: '../../..',
        outDir: '.',
        ...joined('../hub-api/src/index.ts'),
      },
    }),
  );
  const compiler = path.join(root, 'node_modules', '@typescript', 'native-preview', 'bin', 'tsgo');
  const { status } = spawnSync(process.execPath, [compiler, '-p', DRAFTS], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  else
    await build({
      config: false,
      entry: Object.fromEntries(
        targets.map(({ source, types }) => [
          types.replace(/^\.\/dist\/|\.d\.ts$/g, ''),
          draftOf(path.basename(process.cwd()), source),
        ]),
      ),
      format: targets[0].formats,
      dts: { only: true, compilerOptions: joined(draftOf('hub-api', 'src/index.ts')) },
    });
} finally {
  rmSync(DRAFTS, { recursive: true, force: true });
}
