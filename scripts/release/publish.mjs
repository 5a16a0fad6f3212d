// Publishes what changesets has versioned. npm's provenance wants to read in each package which repository it was built
// in; only the runner knows.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { besidePnpm, runProgram } from '../machine/programs.mjs';
import { readMembers, root } from '../machine/workspace.mjs';

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (!server || !repository) {
  console.error('Releases are published by the release workflow: GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set.');
  process.exit(1);
}
for (const { folder, manifest } of readMembers()) {
  if (!folder.startsWith('packages/') || manifest.private) continue;
  const file = path.join(root, folder, 'package.json');
  const withRepository = {
    ...JSON.parse(readFileSync(file, 'utf8')),
    repository: { type: 'git', url: `git+${server}/${repository}.git`, directory: folder },
  };
  writeFileSync(file, `${JSON.stringify(withRepository, undefined, 2)}\n`);
}
// Changesets has pnpm pack what it publishes: only pnpm writes versions in place of `workspace:` ranges.
const [program, ...args] = besidePnpm('changeset', 'publish');
process.exit(runProgram(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1);
