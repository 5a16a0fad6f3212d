// Proves scripts/newcomer/sampleChanges.mjs: applies every sample change in a copy of the repository, generates, checks
// the types of all packages and runs the unit tests concerned. A change that needs a file which its list lacks fails.
//   --keep   leaves the copy where it is, and says where
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  lstatSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from '../programs.mjs';
import { readMembers, root } from '../workspace.mjs';
import { SAMPLE_CHANGES } from './sampleChanges.mjs';

const started = Date.now();
const copy = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'sotto-newcomer-')));
let isGood = true;
try {
  copyRepository();
  const before = snapshot();
  for (const { files, expectations } of SAMPLE_CHANGES)
    for (const [file, edits] of Object.entries({ ...files, ...expectations })) apply(file, edits);
  step('generate', ['scripts/generate.mjs']);
  compareTouched(before);
  step('types', ['--max-old-space-size=6144', 'scripts/checkTypes.mjs']);
  const tests = [...new Set(SAMPLE_CHANGES.flatMap(({ tests }) => tests))];
  step('unit tests', ['node_modules/vitest/vitest.mjs', 'run', ...tests]);
} finally {
  if (process.argv.includes('--keep')) console.log(copy);
  else rmSync(copy, { recursive: true, force: true });
}
console.log(
  `${SAMPLE_CHANGES.length} sample changes ${isGood ? 'hold' : 'do not hold'} (${Math.round((Date.now() - started) / 1000)} s).`,
);
process.exit(isGood ? 0 : 1);

/** The tracked files and those not yet added, with the installed packages; links between our own packages lead into the copy. */
function copyRepository() {
  const { stdout } = runProgram('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  for (const file of stdout.split('\n').filter(Boolean)) {
    if (!existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  linkModules('.');
  for (const { folder } of readMembers()) linkModules(folder);
  // What the type checker remembers makes it check again only what the samples reach.
  const types = path.join('node_modules', '.sotto', 'types');
  if (existsSync(path.join(root, types))) cpSync(path.join(root, types), path.join(copy, types), { recursive: true });
}

function linkModules(folder) {
  const from = path.join(root, folder, 'node_modules');
  if (!existsSync(from)) return;
  const to = path.join(copy, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.sotto' || name === '.vite' || name === '.vite-temp') continue;
    if (name !== '@sotto') {
      symlinkSync(path.join(from, name), path.join(to, name));
      continue;
    }
    mkdirSync(path.join(to, name));
    for (const own of readdirSync(path.join(from, name)))
      if (lstatSync(path.join(from, name, own)).isSymbolicLink())
        symlinkSync(readlinkSync(path.join(from, name, own)), path.join(to, name, own));
  }
}

function apply(file, edits) {
  const target = path.join(copy, file);
  if (edits.content !== undefined) {
    if (existsSync(target)) throw new Error(`${file} exists already: a sample makes a new file`);
    writeFileSync(target, edits.content);
    return;
  }
  let text = readFileSync(target, 'utf8');
  for (const [from, to] of edits) {
    if (text.split(from).length !== 2) throw new Error(`${file} does not have exactly once: ${from}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(target, text);
}

/** Text of every file that a script may write. */
function snapshot() {
  const { stdout } = runProgram('git', ['ls-files', 'packages', 'docs'], { cwd: root, maxBuffer: 1e8 });
  return new Map(
    stdout
      .split('\n')
      .filter((file) => file && existsSync(path.join(copy, file)))
      .map((file) => [file, readFileSync(path.join(copy, file), 'latin1')]),
  );
}

/** The files that differ now are those of the lists, no more and no fewer. */
function compareTouched(before) {
  const touched = [...before]
    .filter(([file, text]) => readFileSync(path.join(copy, file), 'latin1') !== text)
    .map(([file]) => file);
  const listed = new Set(
    SAMPLE_CHANGES.flatMap(({ files, expectations = {}, generated = [] }) => [
      ...Object.keys({ ...files, ...expectations }).filter((file) => before.has(file)),
      ...generated,
    ]),
  );
  for (const file of touched.filter((name) => !listed.has(name))) fail(`${file} was changed, and no list has it`);
  for (const file of listed) if (!touched.includes(file)) fail(`${file} is in a list and was not changed`);
}

function step(name, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) fail(`${name} failed in the copy:\n${stdout}${stderr}`);
}

function fail(reason) {
  isGood = false;
  console.log(reason);
}
