// Brings dependencies to what the lockfile says, and pnpm along with it. Plain Node: nothing is installed yet.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { needsShell, pnpmCommand } from './programs.mjs';
import { memory, readMembers, root } from './workspace.mjs';

/** What npm and pnpm print when the registry of packages cannot be reached. */
const UNREACHABLE = /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** Installs, unless nothing that decides the result has changed since the last time. Throws with pnpm's own words. */
export async function install(processes) {
  const stamp = path.join(memory, 'installed');
  const wanted = installFingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies …');
  const [command, ...args] = pnpmCommand();
  const installed = await processes.run(command, [...args, 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: root,
    shell: needsShell,
    env: { ...process.env, CI: 'true' },
  });
  if (installed.code !== 0)
    throw new Error(
      `${installed.output}\nInstalling dependencies failed (exit code ${installed.code}).${
        UNREACHABLE.test(installed.output)
          ? ' The registry of packages cannot be reached: check the network and the proxy, then try again.'
          : ''
      }`,
    );
  mkdirSync(memory, { recursive: true });
  writeFileSync(stamp, wanted);
}

function installFingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    '.pnpmfile.cjs',
    ...readMembers().map(({ folder }) => `${folder}/package.json`),
  ];
  for (const file of files)
    if (existsSync(path.join(root, file))) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
