// Starts programs and waits for their end. Plain Node: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readJson, root } from './workspace.mjs';

/** Whether programs are started through a shell: on Windows `npm` is a script, which only a shell can start. */
export const needsShell = process.platform === 'win32';

/**
 * Runs a program to its end.
 *
 * @param options - as `spawnSync` takes them
 * @returns as `spawnSync` answers
 * @throws an error that names the program when it could not be started
 */
export function runProgram(command, args, options = {}) {
  const ended = spawnSync(command, args, {
    encoding: 'utf8',
    shell: needsShell && command !== process.execPath,
    ...options,
  });
  // These two have started: one ran longer than its `timeout`, the other printed more than its `maxBuffer`.
  if (ended.error && !['ETIMEDOUT', 'ENOBUFS'].includes(ended.error.code)) throw startError(command, ended.error);
  return ended;
}

/** The error for a program that could not be started, which names it. */
export function startError(command, cause) {
  const reason =
    cause.code === 'ENOENT'
      ? 'it was not found on the PATH, or the folder to start it in does not exist'
      : cause.message;
  return new Error(`Could not start ${command}: ${reason}.`, { cause });
}

/** The command that runs the workspace's vitest. */
export function vitestCommand() {
  return [process.execPath, path.join(root, 'node_modules', 'vitest', 'vitest.mjs')];
}

/**
 * The command that runs pnpm in the version that package.json pins. npm fetches it once; a pnpm on the PATH is not
 * looked at.
 */
export function pnpmCommand() {
  // --yes on the command line, because a user's npmrc may say yes=false.
  return ['npm', 'exec', '--yes', `--package=${readJson('package.json').packageManager}`, '--', 'pnpm'];
}

/**
 * The command that runs a program of the workspace which starts pnpm itself: the pinned one is on its PATH, before any
 * other.
 */
export function besidePnpm(...command) {
  return [...pnpmCommand(), 'exec', ...command];
}
