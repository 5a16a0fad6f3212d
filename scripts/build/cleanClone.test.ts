import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlainPath, plainEnvironment } from '../machine/plainPath.mjs';
import { runProgram } from '../machine/programs.mjs';
import { memory, readMembers, root } from '../machine/workspace.mjs';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** What a script prints once the tool it is for has started; the others are stopped after a second. */
const HAS_STARTED: Readonly<Record<string, RegExp>> = {
  'test:unit': /RUN +v/,
  'test:e2e': /RUN +v|Building/,
  faults: /RUN +v|Building/,
  gallery: /RUN +v|Building/,
  attack: /RUN +v|Building/,
  start: /http:|Building/,
};
/** How long is waited for that, in milliseconds. */
const PATIENCE_MS = 60_000;
const FIRST_SECOND_MS = 1_000;

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-clone-'));
const clone = path.join(folder, 'sotto');
const plain = createPlainPath();
const environment = {
  ...plainEnvironment(),
  PATH: plain.path,
  PORT: '0',
  SOTTO_DATA_DIR: path.join(folder, 'data'),
};

/** Runs an npm script until it ends or until what it is for has begun, and ends it with everything it started. */
async function begin(script: string): Promise<{ output: string }> {
  const npm = spawn('npm', ['run', script], {
    cwd: clone,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const end = (): void => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGTERM');
    } catch {
      // It has ended by itself in the meantime.
    }
  };
  const sign = HAS_STARTED[script];
  const stop = setTimeout(end, sign ? PATIENCE_MS : FIRST_SECOND_MS);
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += stripVTControlCharacters(chunk.toString());
      if (sign?.test(output)) end();
    });
  }
  await new Promise((resolve) => npm.on('close', resolve));
  clearTimeout(stop);
  return { output };
}

describe.skipIf(process.platform === 'win32')(
  'FT-15: a clean clone on a machine with only Node and npm',
  { timeout: 180_000 },
  () => {
    beforeAll(() => {
      expect(runProgram('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone])).toMatchObject({
        status: 0,
      });
      const installed = runProgram(process.execPath, ['scripts/run.mjs', 'setup'], { cwd: clone, env: environment });
      expect(installed.status, `${installed.stdout}${installed.stderr}`).toBe(0);
      // What this checkout has built stands for the clone's own build, which takes longer than a second.
      const built = [
        path.relative(root, path.join(memory, 'built')),
        ...readMembers().map((member) => `${member.folder}/dist`),
      ];
      for (const place of built.filter((name) => existsSync(path.join(root, name))))
        cpSync(path.join(root, place), path.join(clone, place), { recursive: true, preserveTimestamps: true });
    }, 180_000);
    afterAll(() => {
      plain.remove();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }, 120_000);

    it.each(Object.keys(scripts))('npm run %s starts nothing else', async (script) => {
      const before = plain.called().length;
      const { output } = await begin(script);
      expect(output).not.toMatch(/Could not start|command not found|ENOENT|not here\./);
      if (HAS_STARTED[script]) expect(output).toMatch(HAS_STARTED[script]);
      expect(plain.called().slice(before)).toEqual([]);
    });
  },
);
