// Debian's packages, installed when we are root on Debian and something is missing. Plain Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Whether packages can be installed without asking anybody. */
export function isRootOnDebian() {
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/debian_version') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** Installs packages; a failure is shown and left to the caller, who looks again for what it needs. */
export function installWithApt(packages) {
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { encoding: 'utf8', env });
  apt('update', '-qq');
  const result = apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (result.status !== 0) console.error(result.stdout, result.stderr);
}
