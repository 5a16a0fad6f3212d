// Makes the next version: `changeset version`, then the examples ask for it. Runs in the folder it is called from.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { statesRanges } from './releasePlan.mjs';
import { readMembers, root } from '../machine/workspace.mjs';

const changeset = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');
const { status } = spawnSync(process.execPath, [changeset, 'version'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const members = readMembers();
const versions = new Map(
  members
    .filter(({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private)
    .map(({ manifest }) => [manifest.name, manifest.version]),
);
for (const { folder } of members.filter(statesRanges)) {
  const file = path.join(root, folder, 'package.json');
  const text = readFileSync(file, 'utf8');
  const renewed = [...versions].reduce(
    (result, [name, version]) => result.replace(new RegExp(`("${name}": ")[^"]*`, 'g'), `$1^${version}`),
    text,
  );
  if (renewed !== text) writeFileSync(file, renewed);
}
