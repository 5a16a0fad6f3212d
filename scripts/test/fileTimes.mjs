// A vitest reporter: how long each test file took, with its imports and hooks, in seconds. Written as JSON to the file
// that SOTTO_FILE_TIMES names; without it nothing is written.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../machine/workspace.mjs';

class FileTimes {
  #times = [];

  onTestModuleEnd(module) {
    const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    this.#times.push({
      file: path.relative(root, module.moduleId).replaceAll('\\', '/'),
      project: module.project.name,
      seconds: (prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration) / 1000,
    });
  }

  onTestRunEnd() {
    if (process.env.SOTTO_FILE_TIMES) writeFileSync(process.env.SOTTO_FILE_TIMES, JSON.stringify(this.#times));
  }
}

export default FileTimes;
