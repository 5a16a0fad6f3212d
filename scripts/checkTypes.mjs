// Type-checks every workspace member that has a tsconfig.json, and the root's own files.
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runProgram } from './programs.mjs';
import { memory, readMembers, root } from './workspace.mjs';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const projects = ['.', ...readMembers().map(({ folder }) => folder)].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
);
mkdirSync(path.join(memory, 'types'), { recursive: true });

// Incremental: a second run reads again only what changed.
const failed = projects.filter((folder) => {
  const state = path.join(memory, 'types', `${folder.replaceAll(/[^a-z0-9]/gi, '-')}.tsbuildinfo`);
  const args = [compiler, '-p', folder, '--noEmit', '--incremental', '--tsBuildInfoFile', state, '--pretty', 'false'];
  return runProgram(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length > 0 ? `Type errors in ${failed.join(', ')}.` : `Types hold in ${projects.length} projects.`);
process.exit(failed.length > 0 || projects.length < 2 ? 1 : 0);
