// Runs a command as on a machine that has Node, npm and the system's programs, and nothing else of ours.
// usage: node scripts/machine/plainPath.mjs <command> [arguments]
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createProcesses } from './processes.mjs';
import { readJson } from './workspace.mjs';

/** Where a POSIX system keeps its own programs, and where Debian's packages put theirs. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Package managers that a machine may have and a clean clone must not need. npx itself comes with npm. */
const PACKAGE_MANAGERS = ['pnpm', 'pnpx', 'yarn', 'yarnpkg', 'corepack', 'bun', 'bunx'];
/**
 * Programs of our dependencies, by package where the two names differ. Scripts start them from `node_modules`; a copy
 * elsewhere on the machine must not step in.
 */
const PROGRAMS_OF = {
  typescript: ['tsc', 'tsserver'],
  '@typescript/native-preview': ['tsgo'],
  'dependency-cruiser': ['depcruise'],
  '@changesets/cli': ['changeset'],
  '@arethetypeswrong/cli': ['attw'],
};

/**
 * Makes a PATH of Node, npm and the system's folders in which package managers and copies of our tools fail by name.
 *
 * @returns `path`: the value for PATH; `hidden`: programs that were on the caller's PATH and no longer are, each with
 *   its place;
 *   `called()`: each attempt to start a hidden program since, by name; `remove()`: takes the folder away
 */
export function createPlainPath(environment = process.env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-path-'));
  const log = path.join(folder, '.called');
  writeFileSync(log, '');
  const before = (environment.PATH ?? '')
    .split(path.delimiter)
    .filter((place) => place && !place.includes(`node_modules${path.sep}.bin`));
  const names = [...PACKAGE_MANAGERS, ...toolNames()];
  for (const name of names) {
    const sentence = `${name}: not here. A script that needs it starts it from node_modules, or through pnpmCommand() of scripts/machine/programs.mjs.`;
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho ${name} >> "${log}"\necho '${sentence}' >&2\nexit 127\n`, {
      mode: 0o755,
    });
  }
  const npm = before.find((place) => existsSync(path.join(place, 'npm')));
  const folders = [folder, path.dirname(process.execPath), ...(npm ? [npm] : []), ...SYSTEM_FOLDERS];
  return {
    path: [...new Set(folders)].join(path.delimiter),
    hidden: names.flatMap((name) =>
      before
        .filter((place) => existsSync(path.join(place, name)))
        .slice(0, 1)
        .map((place) => path.join(place, name)),
    ),
    called: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function toolNames() {
  const { devDependencies } = readJson('package.json');
  const programs = Object.keys(devDependencies).flatMap(
    (name) => PROGRAMS_OF[name] ?? (name.startsWith('@') ? [] : [name]),
  );
  return [...new Set(programs)];
}

/** The environment without what vitest and npm have set for the run that a test is part of. */
export function plainEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|vitest|vite_|node_env|test$|dev$|prod$|mode$|ssr$|base_url$|sotto_)/i.test(name),
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [command, ...args] = process.argv.slice(2);
  if (!command) {
    console.error(`usage: node ${path.relative(process.cwd(), fileURLToPath(import.meta.url))} <command> [arguments]`);
    process.exit(1);
  }
  const plain = createPlainPath();
  for (const place of plain.hidden) console.log(`Hidden from this run: ${place}`);
  try {
    const { code } = await createProcesses().run(command, args, {
      live: true,
      env: { ...process.env, PATH: plain.path },
    });
    const called = plain.called();
    for (const name of new Set(called))
      console.error(`Something tried to start ${name}, which a machine with only Node and npm does not have.`);
    process.exitCode = code || (called.length > 0 ? 1 : 0);
  } finally {
    plain.remove();
  }
}
