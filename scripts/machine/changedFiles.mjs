// What this working tree changes. Plain Node.
import { runProgram } from './programs.mjs';
import { root } from './workspace.mjs';

/** The commit that is checked out; 'none' outside of a repository. */
export function currentCommit() {
  return git('rev-parse', '--short=12', 'HEAD')[0] ?? 'none';
}

/** Whether what is checked out is what was committed, with no file beside it. */
export function isTreeClean() {
  return currentCommit() !== 'none' && git('status', '--porcelain').length === 0;
}

/**
 * Files that differ from the main branch, as paths from the root: committed or not. On the main branch those of the
 * last commit; none outside of a repository, or where its history is not there.
 */
export function changedFiles() {
  const base = [process.env.SOTTO_BASE, 'origin/main', 'main']
    .filter(Boolean)
    .map((name) => git('merge-base', name, 'HEAD')[0])
    .find(Boolean);
  const [head] = git('rev-parse', 'HEAD');
  const from = base && base !== head ? base : 'HEAD~1';
  return [
    ...new Set([
      ...git('diff', '--name-only', '--diff-filter=d', from),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

function git(...args) {
  try {
    const { status, stdout } = runProgram('git', args, { cwd: root });
    return status === 0 ? stdout.split('\n').filter(Boolean) : [];
  } catch {
    return []; // git is not on this machine
  }
}
