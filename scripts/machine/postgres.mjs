// A PostgreSQL of its own for the tests: a fresh cluster in a temporary folder, on a free port, gone afterwards.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installWithApt, isRootOnDebian } from './debian.mjs';
import { freePort } from './ports.mjs';

const DEBIAN_PACKAGES = ['postgresql'];
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * Starts PostgreSQL; as root on Debian it is installed when it is missing.
 *
 * @returns its address and ways to take it away for a while and to end it
 * @throws a sentence that names the command, when there is none
 */
export async function startPostgres() {
  const tools = findTools() ?? (isRootOnDebian() ? (installWithApt(DEBIAN_PACKAGES), findTools()) : undefined);
  if (!tools)
    throw new Error('PostgreSQL was not found, and the tests need it. On Debian: sudo apt-get install postgresql');
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-postgres-'));
  const user = ordinaryUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  const run = (name, args) => {
    // Without pipes: the server would keep them open.
    const { status } = spawnSync(path.join(tools, name), args, { stdio: 'ignore', cwd: folder, ...user });
    if (status !== 0) throw new Error(`PostgreSQL could not be started for the tests: ${name} ended with ${status}`);
  };
  const data = path.join(folder, 'data');
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'sotto', '-E', 'UTF8', '--no-sync']);
  const resume = () =>
    run('pg_ctl', [
      '-D',
      data,
      '-w',
      '-l',
      path.join(folder, 'log'),
      '-o',
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -F`,
      'start',
    ]);
  resume();
  return {
    url: `postgres://sotto@127.0.0.1:${port}/postgres`,
    /** Takes it away as a crash would, until `resume`. */
    pause: () => run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']),
    resume,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findTools() {
  const onDebian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => path.join(DEBIAN_FOLDER, version, 'bin'))
    : [];
  return [...onDebian, ...(process.env.PATH ?? '').split(path.delimiter)].find(
    (bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'pg_ctl')),
  );
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
