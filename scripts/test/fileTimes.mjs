// A vitest reporter: when a test file begins and how long it took, with its imports and hooks, in seconds. Each is a line
// of JSON in the file that SOTTO_FILE_TIMES names, written at once: a run that is ended leaves which files had begun.
// Without the variable nothing is written.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../machine/workspace.mjs';

class FileTimes {
  onInit() {
    if (process.env.SOTTO_FILE_TIMES) writeFileSync(process.env.SOTTO_FILE_TIMES, '');
  }

  onTestModuleQueued(module) {
    note(module);
  }

  onTestModuleEnd(module) {
    const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const ms = prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration;
    note(module, { seconds: ms / 1000 });
  }
}

function note({ moduleId, project }, more) {
  const file = path.relative(root, moduleId).replaceAll('\\', '/');
  if (process.env.SOTTO_FILE_TIMES)
    appendFileSync(process.env.SOTTO_FILE_TIMES, `${JSON.stringify({ file, project: project.name, ...more })}\n`);
}

/** The files that ended, with their seconds. */
export function readFileTimes(timesFile) {
  return readLines(timesFile).filter(({ seconds }) => seconds !== undefined);
}

/** One line for each file that began and did not end: its process was blocked, or gone. */
export function listUnfinished(timesFile) {
  const nameOf = ({ file, project }) => (project ? `${file} (${project})` : file);
  const ended = new Set(readFileTimes(timesFile).map(nameOf));
  return [...new Set(readLines(timesFile).map(nameOf))]
    .filter((name) => !ended.has(name))
    .map((name) => `${name}: it began and did not end`);
}

function readLines(timesFile) {
  const lines = existsSync(timesFile) ? readFileSync(timesFile, 'utf8').split('\n') : [];
  // After the last line break is nothing, or a line that was cut off.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

export default FileTimes;
