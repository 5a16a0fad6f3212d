// Brings dependencies to what the lockfile says, and pnpm along with it. Plain Node: nothing is installed yet.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { memory, readJson, readMembers, root } from './workspace.mjs';

const onWindows = process.platform === 'win32';

/** The command that runs the pinned pnpm: the one on the PATH when its major fits, else one that npm fetches. */
export async function findPnpm(processes) {
  const wanted = readJson('package.json').packageManager.split('@')[1];
  const found = await processes.run('pnpm', ['--version'], { cwd: root, shell: onWindows }).catch(() => undefined);
  if (found?.code === 0 && found.output.trim().split('.')[0] === wanted.split('.')[0]) return ['pnpm'];
  // --yes on the command line, because a user's npmrc may say yes=false.
  return ['npm', 'exec', '--yes', `--package=pnpm@${wanted}`, '--', 'pnpm'];
}

/** Installs, unless nothing that decides the result has changed since the last time. Throws with pnpm's own words. */
export async function install(processes) {
  const stamp = path.join(memory, 'installed');
  const wanted = installFingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies …');
  const [command, ...args] = await findPnpm(processes);
  const installed = await processes.run(command, [...args, 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: root,
    shell: onWindows,
    env: { ...process.env, CI: 'true' },
  });
  if (installed.code !== 0) throw new Error(`${installed.output}\nInstalling dependencies failed (exit code ${installed.code}).`);
  mkdirSync(memory, { recursive: true });
  writeFileSync(stamp, wanted);
}

function installFingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', ...readMembers().map(({ folder }) => `${folder}/package.json`)];
  for (const file of files) if (existsSync(path.join(root, file))) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
