// Makes the next release in a copy of the repository, to see that it can be made: `changeset status`, `changeset version`,
// then `changeset tag`.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProcesses } from '../machine/processes.mjs';
import { readPending, reviewRelease } from './releasePlan.mjs';
import { readMembers, root } from '../machine/workspace.mjs';

const processes = createProcesses();
const changeset = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');
const copy = mkdtempSync(path.join(tmpdir(), 'sotto-release-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));

async function requireRun(command, args, cwd) {
  // The author of a commit that nobody keeps; a machine may have none.
  const identity = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'release check'],
      [`GIT_${who}_EMAIL`, 'release@localhost'],
    ]),
  );
  const { code, output } = await processes.run(command, args, { cwd, env: { ...process.env, ...identity } });
  if (code === 0) return output;
  console.log(
    `${path.basename(command)} ${args.map((word) => path.basename(word)).join(' ')} ended with exit code ${code}:\n${output}`,
  );
  process.exit(1);
}

/** What git knows or would add: the working tree as the next commit could have it. */
async function copyRepository() {
  const files = (await requireRun('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)).split(
    '\0',
  );
  for (const file of files.filter((name) => name && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  // `changeset status` compares with the base branch, so the copy has one.
  const { baseBranch } = JSON.parse(readFileSync(path.join(root, '.changeset', 'config.json'), 'utf8'));
  await requireRun('git', ['init', '--quiet', `--initial-branch=${baseBranch}`], copy);
  await requireRun('git', ['add', '--all'], copy);
  await requireRun(
    'git',
    ['-c', 'commit.gpgsign=false', 'commit', '--quiet', '--no-verify', '--message', 'the repository as it is'],
    copy,
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
}

await copyRepository();
const before = readMembers(copy);
const pending = readPending(path.join(copy, '.changeset'));
await requireRun(process.execPath, [changeset, 'status', '--output', 'status.json'], copy);
const status = JSON.parse(readFileSync(path.join(copy, 'status.json'), 'utf8'));
await requireRun(process.execPath, [path.join(copy, 'scripts', 'release', 'version.mjs')], copy);

const changelogs = new Map(
  readMembers(copy).map(({ folder, manifest }) => {
    const file = path.join(copy, folder, 'CHANGELOG.md');
    return [manifest.name, existsSync(file) ? readFileSync(file, 'utf8') : ''];
  }),
);
// `changeset tag` is what `changeset publish` does once npm has the packages.
await requireRun(process.execPath, [changeset, 'tag'], copy);
const tags = (await requireRun('git', ['tag', '--list'], copy)).split('\n').filter(Boolean);
const left = readdirSync(path.join(copy, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
const complaints = reviewRelease({ before, after: readMembers(copy), pending, status, changelogs, tags, left });
for (const line of complaints) console.log(`- ${line}`);
if (complaints.length === 0) {
  const released = readMembers(copy)
    .filter(({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private)
    .map(({ manifest }) => `${manifest.name} ${manifest.version}`);
  console.log(
    pending.length > 0
      ? `The next release: ${released.join(', ')}; each with a changelog and a tag.`
      : 'Nothing waits to be released.',
  );
}
process.exit(complaints.length > 0 ? 1 : 0);
